import { diffLines } from "diff";
import { visibleDiffLine } from "../../../../../plan/diff-line.ts";

/** A line of two texts side by side; without a number it is not in that text. */
export interface LineRow {
  kind: "same" | "changed" | "added" | "removed";
  before?: { number: number; text: string };
  after?: { number: number; text: string };
}

export type LineBlock = { kind: "rows"; rows: LineRow[] } | { kind: "folded"; rows: LineRow[] };

/** The lines of two texts. What is far from every change is folded. */
export function lineBlocks(before: string, after: string): LineBlock[] {
  const rows = lineRows(before, after);
  const isNear = rows.map((_, at) =>
    rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same"),
  );
  const blocks: LineBlock[] = [];
  for (const [at, row] of rows.entries()) {
    const kind = isNear[at] ? "rows" : "folded";
    const last = blocks.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else blocks.push({ kind, rows: [row] });
  }
  return blocks;
}

const AROUND = 3;

function lineRows(before: string, after: string): LineRow[] {
  const rows: LineRow[] = [];
  let [old, now] = [0, 0];
  const parts = diffLines(before, after, { newlineIsToken: false });
  for (const [index, { value, added, removed }] of parts.entries()) {
    const lines = value.replace(/\n$/, "").split("\n");
    if (added && parts[index - 1]?.removed) continue;
    const next = parts[index + 1];
    if (removed && next?.added) {
      const others = next.value.replace(/\n$/, "").split("\n");
      for (let at = 0; at < Math.max(lines.length, others.length); at++) {
        const [left, right] = [lines[at], others[at]];
        rows.push({
          kind: left === undefined ? "added" : right === undefined ? "removed" : "changed",
          ...(left !== undefined && { before: numbered(++old, left) }),
          ...(right !== undefined && { after: numbered(++now, right) }),
        });
      }
      continue;
    }
    for (const line of lines) {
      rows.push({
        kind: added ? "added" : removed ? "removed" : "same",
        ...(!added && { before: numbered(++old, line) }),
        ...(!removed && { after: numbered(++now, line) }),
      });
    }
  }
  return rows;
}

function numbered(number: number, line: string): { number: number; text: string } {
  return { number, text: visibleDiffLine(line) };
}
