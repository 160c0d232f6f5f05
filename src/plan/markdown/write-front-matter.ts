import { canonical } from "../canonical.ts";
import type { Plan } from "../plan.ts";
import type { Standing } from "../standing.ts";
import type { Edit } from "./edits.ts";
import type { FrontMatter, FrontMatterPair } from "./front-matter.ts";
import { FORMAT, FRONT_MATTER_KEYS, type FrontMatterKey, type FrontMatterValue } from "./front-matter-keys.ts";
import { lineStart, nextLine } from "./lines.ts";
import { yamlValue } from "./yaml-value.ts";

/** The whole front matter. Without the title if a `# heading` has it. */
export function frontMatterText(plan: Plan, standing: Standing, options: { title: boolean }): string {
  const lines = wantedValues(plan, standing, options).map(([key, value]) => `${key}: ${yamlValue(value)}\n`);
  return `---\n${lines.join("")}---\n`;
}

/** Values are replaced in place, new keys come last, and unknown keys are never changed. */
export function frontMatterEdits(
  text: string,
  { pairs, values, content }: FrontMatter,
  plan: Plan,
  standing: Standing,
  options: { title: boolean },
): Edit[] {
  const want = new Map(wantedValues(plan, standing, options));
  const edits: Edit[] = [];
  for (const pair of pairs) {
    const key = pair.key as FrontMatterKey;
    if (!Object.hasOwn(FRONT_MATTER_KEYS, key) || key === "format") continue;
    const value = want.get(key);
    want.delete(key);
    if (canonical(value ?? null) === canonical(values.get(key) ?? null)) continue;
    if (value === undefined) edits.push({ start: pair.start, end: nextLine(text, pair.end), text: "" });
    else edits.push(replaceValue(text, pair, yamlValue(value)));
  }
  want.delete("format");
  const added = [...want].map(([key, value]) => `${key}: ${yamlValue(value)}\n`).join("");
  if (added !== "") edits.push({ start: content.end, end: content.end, text: added });
  return edits;
}

function wantedValues(
  plan: Plan,
  standing: Standing,
  { title }: { title: boolean },
): [FrontMatterKey, FrontMatterValue][] {
  const keys = Object.keys(FRONT_MATTER_KEYS) as FrontMatterKey[];
  const said: Record<string, unknown> = { ...standing, ...plan, format: FORMAT };
  return keys.flatMap((key): [FrontMatterKey, FrontMatterValue][] => {
    const value = said[key] as FrontMatterValue | undefined;
    return value === undefined || (key === "title" && !title) ? [] : [[key, value]];
  });
}

/** A comment after the value keeps its column if there is room. */
function replaceValue(text: string, { colon, value }: FrontMatterPair, written: string): Edit {
  const onLine = value.end > value.start && lineStart(text, value.start) === lineStart(text, colon);
  if (!onLine) {
    const end = Math.max(colon, value.end);
    // An empty value may be right before its comment, which needs a space before it.
    return { start: colon, end, text: ` ${written}${text[end] === "#" ? " " : ""}` };
  }
  const space = /^([ \t]+)#/.exec(text.slice(value.end))?.[1];
  if (space === undefined) return { ...value, text: written };
  const room = Math.max(1, space.length + (value.end - value.start) - written.length);
  return { start: value.start, end: value.end + space.length, text: written + " ".repeat(space.length > 1 ? room : 1) };
}
