import type { ModalSubmitInteraction } from "discord.js";

/** The values of a submitted form. A missing field is empty. */
export interface FilledIn {
  text(name: string): string;
  values(name: string): string[];
  file(name: string): { url: string; size: number } | undefined;
}

export function formValues({ fields }: ModalSubmitInteraction): FilledIn {
  const field = (name: string) => fields.fields.get(name) as Field | undefined;
  return {
    text: (name) => {
      const value = field(name)?.value;
      return typeof value === "string" ? value : "";
    },
    values: (name) => {
      const { values, value } = field(name) ?? {};
      if (Array.isArray(values)) return values.map(String);
      return typeof value === "string" && value !== "" ? [value] : [];
    },
    file: (name) => {
      const [first] = field(name)?.attachments?.values() ?? [];
      return first && { url: first.url, size: first.size };
    },
  };
}

/** discord.js has a type for each kind of field; all of them have some of these. */
interface Field {
  value?: unknown;
  values?: unknown;
  attachments?: ReadonlyMap<string, { url: string; size: number }>;
}
