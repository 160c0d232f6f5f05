import { spelled, visible } from "./visible.ts";

/** What a line of a diff is. Surfaces colour it; its first character says the same without colours. */
export type DiffLine = "file" | "place" | "added" | "removed" | "same";

export function diffLineOf(line: string): DiffLine {
  if (/^(?:diff |index |\+\+\+ |--- |\*\*\* )/.test(line)) return "file";
  if (line.startsWith("@@")) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "same";
}

/** A line of a diff with nothing hidden: tabs and spaces at its end have marks, indentation stays as it is. */
export function visibleDiffLine(line: string): string {
  return visible(line)
    .replace(/[␣⇥]/g, spelled)
    .replaceAll("‹U+0009›", "⇥   ")
    .replace(/(?<=.) +$/, (spaces) => "␣".repeat(spaces.length));
}
