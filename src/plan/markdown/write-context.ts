import type { Context } from "../plan.ts";
import { spellHidden } from "./escape.ts";
import { proseText } from "./prose.ts";
import type { Spelling } from "./spelling.ts";

export const CONTEXT_HEADINGS = { tool_outputs: "Tool Outputs", notes: "Notes", artifacts: "Artifacts" } as const;

/** The parts of the context, each with the text under its heading. */
export function contextTexts(context: Context, spell: Spelling): { key: keyof Context; text: string }[] {
  const { tool_outputs, notes, artifacts } = context;
  return [
    ...(tool_outputs ? [{ key: "tool_outputs" as const, text: `\`\`\`json\n${json(tool_outputs)}\n\`\`\`` }] : []),
    ...(notes === undefined ? [] : [{ key: "notes" as const, text: proseText(notes, spell("context.notes", notes)) }]),
    ...(artifacts ? [{ key: "artifacts" as const, text: artifacts.map(artifactText).join("\n") }] : []),
  ];
}

function artifactText({ name, sha256 }: NonNullable<Context["artifacts"]>[number]): string {
  return `- ${name} (sha256:${sha256})`;
}

/** On one line if it fits. */
function json(value: unknown): string {
  const line = oneLine(value);
  return spellHidden(line.length <= 120 ? line : JSON.stringify(value, null, 2));
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return pairs.length > 0 ? `{ ${pairs.join(", ")} }` : "{}";
}
