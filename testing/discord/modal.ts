import { LIMITS } from "../../src/surfaces/discord/limits.ts";
import {
  CHECKBOX,
  CHECKBOX_GROUP,
  type Component,
  everyComponent,
  FILE_UPLOAD,
  LABEL,
  RADIO_GROUP,
  ROW,
  TEXT,
  TEXT_INPUT,
} from "./component.ts";
import { filePayload, type Upload } from "./files.ts";
import type { LocalInteraction } from "./interaction.ts";
import { componentText } from "./message-text.ts";
import type { World } from "./world.ts";

/** What a person puts into a field of a form: text, what is chosen, whether a box is ticked, or files. */
export type FieldValue = string | readonly string[] | boolean | readonly Upload[];

/** A form that the bot opened for a member. */
export class LocalModal {
  readonly title: string;
  readonly customId: string;
  readonly components: readonly Component[];
  readonly interaction: LocalInteraction;

  constructor(interaction: LocalInteraction, { title, custom_id, components }: Record<string, unknown>) {
    this.interaction = interaction;
    this.title = String(title);
    this.customId = String(custom_id);
    this.components = components as readonly Component[];
  }

  /** All that a person sees of it. */
  get text(): string {
    return [this.title, ...this.components.map(componentText)].join("\n");
  }

  get fields(): Component[] {
    return [...everyComponent(this.components)].filter(({ type }) => ![ROW, LABEL, TEXT].includes(type));
  }

  /**
   * What is sent when it is filled in. Fields go by their id or by the label above them; those that are not named stay
   * as the bot filled them in. Throws where a person could not send it off.
   */
  filledIn(world: World, values: Readonly<Record<string, FieldValue>>): object {
    const left = new Set(Object.keys(values));
    const attachments: Record<string, object> = {};
    const fill = (field: Component, label: string | undefined): object => {
      const key = [field.custom_id, label, field.label].find((name) => name !== undefined && name in values);
      if (key !== undefined) left.delete(key);
      const { type, id, custom_id } = field;
      const value = key === undefined ? undefined : values[key];
      return { type, id, custom_id, ...answer(field, value, label ?? field.label ?? custom_id ?? "", keep) };
    };
    const keep = (upload: Upload): string => {
      const file = world.files.add(this.interaction.channel.id, upload);
      attachments[file.id] = filePayload(file);
      return file.id;
    };
    const components = this.components.map(({ type, id, label, component, components: row = [] }, index) => {
      const shared = { type, id: id ?? index + 1 };
      if (component) return { ...shared, component: fill(component, label) };
      return type === ROW ? { ...shared, components: row.map((field) => fill(field, undefined)) } : shared;
    });
    if (left.size > 0) throw new Error(`There is no field ${[...left].join(", ")} in this form:\n${this.text}`);
    return { custom_id: this.customId, components, resolved: { attachments } };
  }
}

function answer(
  field: Component,
  value: FieldValue | undefined,
  name: string,
  keep: (upload: Upload) => string,
): object {
  const isRequired = field.required !== false;
  if (field.type === CHECKBOX) return { value: value === undefined ? field.default === true : value === true };
  if (field.type === TEXT_INPUT)
    return { value: checkedText(field, String(value ?? field.value ?? ""), isRequired, name) };
  if (field.type === FILE_UPLOAD) {
    const uploads = (value ?? []) as readonly Upload[];
    mustFit(uploads.length, isRequired ? (field.min_values ?? 1) : 0, field.max_values ?? 1, name);
    return { values: uploads.map(keep) };
  }
  const chosen = chosenIn(field, value, name);
  if (field.type === RADIO_GROUP) {
    mustFit(chosen.length, isRequired ? 1 : 0, 1, name);
    return { value: chosen[0] ?? null };
  }
  const most = field.max_values ?? (field.type === CHECKBOX_GROUP ? (field.options?.length ?? 1) : 1);
  mustFit(chosen.length, isRequired ? (field.min_values ?? 1) : 0, most, name);
  return { values: chosen };
}

/** The values of the options that are named by label or value, or of those that are chosen already. */
export function chosenIn({ options = [] }: Component, value: FieldValue | undefined, name: string): string[] {
  if (value === undefined) return options.filter((option) => option.default).map((option) => option.value);
  const named = (typeof value === "string" ? [value] : value) as readonly string[];
  return named.map((word) => {
    const option = options.find((one) => one.value === word) ?? options.find((one) => one.label === word);
    if (option) return option.value;
    throw new Error(`${name} has no option ${word}, only: ${options.map(({ label }) => label).join(" | ")}`);
  });
}

export function mustFit(count: number, min: number, max: number, name: string): void {
  if (count < min || count > max) throw new Error(`${name} takes ${min} to ${max} values, not ${count}.`);
}

function checkedText(
  { min_length: min = 0, max_length: max = LIMITS.input }: Component,
  text: string,
  isRequired: boolean,
  name: string,
): string {
  if (text === "" && !isRequired) return text;
  if (text.length > max || text.length < Math.max(min, isRequired ? 1 : 0))
    throw new Error(`${name} takes ${Math.max(min, isRequired ? 1 : 0)} to ${max} characters, not ${text.length}.`);
  return text;
}
