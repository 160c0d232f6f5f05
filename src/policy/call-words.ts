import { visibleCommand } from "../plan/visible-command.ts";

/** All of a call's input, for a person who approves it. */
export function wholeCall(input: object): string {
  const values = Object.values(input);
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return visibleCommand(only);
  // In JSON every space before a line is added by us, and no line break occurs within a text.
  const lines = JSON.stringify(input, undefined, 1).split("\n");
  return lines.map((line) => line.replace(/\S.*/s, (words) => visibleCommand(words))).join("\n");
}

const LONGEST = 300;

/** A call on one line: the first text of its input says most. For a plan that is its title. */
export function shortCall(input: unknown): string {
  const texts = textsOf(input);
  const inner = valuesOf(input).flatMap(textsOf);
  const said = texts[0] ?? inner[0] ?? (valuesOf(input).length === 0 ? "" : JSON.stringify(input));
  const cut = said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  return visibleCommand(cut, { inline: true });
}

function textsOf(value: unknown): string[] {
  return valuesOf(value).flatMap((text) => (typeof text === "string" && text.trim() !== "" ? [text] : []));
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
