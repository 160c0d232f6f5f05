import type { Problem } from "../../plan/problem.ts";

const MARK = "<!-- countersign: ";

/** The text with each problem as a comment above its line; `unmarked` removes them. */
export function marked(text: string, problems: readonly Problem[]): string {
  if (problems.length === 0) return text;
  const lines = text.split("\n");
  const sorted = [...problems].sort((a, b) => (b.line ?? 0) - (a.line ?? 0));
  for (const { line = 1, column, message, hint } of sorted) {
    const words = `${column === undefined ? "" : `column ${column}: `}${message}${hint ? ` (${hint})` : ""}`;
    lines.splice(Math.max(0, line - 1), 0, `${MARK}${words.replaceAll(/--|[\r\n]/g, " ")} -->`);
  }
  return lines.join("\n");
}

export function unmarked(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(MARK))
    .join("\n");
}
