/** Lines around a change: few, so that the change itself is on a small screen. */
const CONTEXT = 2;
/** Beyond so many pairs of lines a change is shown as one block: comparing them takes too long. */
const MOST_PAIRS = 1_000_000;

type Edit = { mark: " " | "-" | "+"; line: string };

/** The changes between two texts as the hunks of a unified diff, with the lines around them. */
export function lineDiff(before: string, after: string): string[] {
  const edits = editsOf(linesOf(before), linesOf(after));
  const isNear = edits.map(() => false);
  for (const [at, { mark }] of edits.entries()) {
    if (mark !== " ") isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  }
  const lines: string[] = [];
  let [old, now] = [1, 1];
  for (const [at, { mark, line }] of edits.entries()) {
    if (isNear[at] && !isNear[at - 1]) lines.push(`@@ line ${mark === "+" ? now : old} @@`);
    if (isNear[at]) lines.push(`${mark}${line}`);
    if (mark !== "+") old += 1;
    if (mark !== "-") now += 1;
  }
  const isEnded = (text: string) => text === "" || text.endsWith("\n");
  if (isEnded(before) !== isEnded(after)) {
    lines.push(isEnded(after) ? "\\ The last line gets a line end" : "\\ The last line has no line end");
  }
  return lines;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: " ", line }));
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** By the longest common sequence of lines. */
function middle(before: readonly string[], after: readonly string[]): Edit[] {
  const [rows, columns] = [before.length, after.length];
  const removed = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: "-", line }));
  const added = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: "+", line }));
  if (rows * columns === 0 || rows * columns > MOST_PAIRS) return [...removed(before), ...added(after)];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const isSame = before[row] === after[column];
      lengths[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const edits: Edit[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const [old = "", now = ""] = [before[row], after[column]];
    if (old === now) {
      edits.push({ mark: " ", line: old });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      edits.push({ mark: "-", line: old });
      row += 1;
    } else {
      edits.push({ mark: "+", line: now });
      column += 1;
    }
  }
  return [...edits, ...removed(before.slice(row)), ...added(after.slice(column))];
}
