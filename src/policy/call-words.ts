import { visible } from "../plan/visible.ts";

/** All of a call's input, for a person who answers for what stands here. */
export function wholeCall(input: object): string {
  const values = Object.values(input);
  const [only] = values;
  const text = values.length === 1 && typeof only === "string" ? only : JSON.stringify(input, undefined, 1);
  return visible(text, { multiline: true });
}

const LONGEST = 300;

/** What a call is about, on one line: the first text of its input says most of it. Of a plan that is its title. */
export function shortCall(input: unknown): string {
  const texts = textsOf(input);
  const inner = valuesOf(input).flatMap(textsOf);
  const said = texts[0] ?? inner[0] ?? (valuesOf(input).length === 0 ? "" : JSON.stringify(input));
  const cut = said.length > LONGEST ? `${said.slice(0, LONGEST)}…` : said;
  return visible(cut.trim().replaceAll(/\s*\n\s*/g, " ⏎ "));
}

function textsOf(value: unknown): string[] {
  return valuesOf(value).flatMap((text) => (typeof text === "string" && text.trim() !== "" ? [text] : []));
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
