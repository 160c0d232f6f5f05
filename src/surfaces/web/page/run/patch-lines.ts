import { type DiffLine, diffLineOf, visibleDiffLine } from "../../../../plan/diff-line.ts";

export interface PatchLine {
  as: Exclude<DiffLine, "file">;
  /** Its first character, `+`, `-` or a space: it says without colours what the line is. */
  sign: string;
  text: string;
  before?: number;
  after?: number;
}

/** The lines of a file's patch with their numbers on both sides; the names of the file above them are left out. */
export function patchLines(patch: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let [before, after, isBody] = [1, 1, false];
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const place = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/.exec(line);
    if (place || line.startsWith("@@")) {
      isBody = true;
      if (place) [before, after] = [Number(place[1]), Number(place[2])];
      lines.push({ as: "place", sign: "", text: visibleDiffLine(line) });
      continue;
    }
    if (!isBody && isHeader(line)) {
      if (TOLD.test(line)) lines.push({ as: "place", sign: "", text: visibleDiffLine(line) });
      continue;
    }
    const as = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
    if (line.startsWith("\\")) {
      lines.push({ as: "place", sign: "", text: visibleDiffLine(line.slice(1).trim()) });
      continue;
    }
    const numbers = { ...(as !== "added" && { before: before++ }), ...(as !== "removed" && { after: after++ }) };
    lines.push({
      as,
      sign: as === "same" ? " " : as === "added" ? "+" : "−",
      text: visibleDiffLine(line.slice(1)),
      ...numbers,
    });
  }
  return lines;
}

/** Of what git says above the lines: what is no line of the file, and still a change of it. */
const TOLD = /^(?:Binary files|old mode|new mode|rename from|rename to)/;

/** Outside the body there is nothing else; in it, `--- a` is a removed line that begins with two dashes. */
function isHeader(line: string): boolean {
  return diffLineOf(line) === "file" || !/^[ +-]/.test(line);
}
