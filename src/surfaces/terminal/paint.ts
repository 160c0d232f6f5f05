import type { Theme, ThemeColor } from "@earendil-works/pi-coding-agent";
import { diffLineOf } from "../../plan/diff-line.ts";
import type { Tone } from "../../plan/tone.ts";

/** The part of pi's theme that components use. A colour never has a meaning that the text lacks. */
export type Paint = Pick<Theme, "fg" | "bg" | "bold">;

/** No colours: for printed text, and for a model. */
export const PLAIN: Paint = {
  fg: (_colour, text) => text,
  bg: (_colour, text) => text,
  bold: (text) => text,
};

export const TONE_COLOUR: Record<Tone, ThemeColor> = {
  quiet: "muted",
  active: "accent",
  good: "success",
  attention: "warning",
  bad: "error",
};

/** A part of a line of a diff, in the colours that pi gives to its own. */
export function paintedDiff(paint: Paint, line: string, part = line): string {
  switch (diffLineOf(line)) {
    case "file":
      return paint.bold(part);
    case "place":
      return paint.fg("accent", part);
    case "added":
      return paint.fg("toolDiffAdded", part);
    case "removed":
      return paint.fg("toolDiffRemoved", part);
    case "same":
      return paint.fg("toolDiffContext", part);
  }
}
