import { type ComparisonLine, comparisonText } from "../../../plan/comparison-text.ts";
import { hanging } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { Block } from "./block.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** What changed since the revision before, part by part. */
export function comparisonBlocks(paint: Paint, { previous, revision }: ReviewSubject, width: number): Block[] {
  if (!previous) return [];
  const words =
    previous.revision === revision
      ? `Revision ${revision}, compared with its text before the edit`
      : `Revision ${revision}, compared with revision ${previous.revision}`;
  const blocks: Block[] = [{ lead: [], lines: hanging("", words, width, (line) => paint.bold(line)) }];
  let part: { lead: string[]; lines: string[] } | undefined;
  for (const { tone, text } of comparisonText(previous.comparison, { width })) {
    if (tone === "heading" || part === undefined) {
      part = { lead: tone === "heading" ? ["", paint.bold(text)] : [""], lines: [] };
      blocks.push(part);
      if (tone === "heading") continue;
    }
    if (text === "") continue;
    const indent = /^ */.exec(text)?.[0] ?? "";
    part.lines.push(...hanging(indent, text.slice(indent.length), width, tones(paint)[tone]));
  }
  return blocks;
}

function tones(paint: Paint): Record<ComparisonLine["tone"], (line: string) => string> {
  return {
    plain: (line) => line,
    heading: (line) => paint.bold(line),
    added: (line) => paint.fg("toolDiffAdded", line),
    removed: (line) => paint.fg("toolDiffRemoved", line),
    changed: (line) => paint.fg("text", line),
    widened: (line) => paint.fg("warning", line),
  };
}
