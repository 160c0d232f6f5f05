import type { Theme, ThemeColor } from "@earendil-works/pi-coding-agent";
import type { Tone } from "../../plan/tone.ts";

/** As much of pi's theme as components use: colours come from it alone, and never carry a meaning alone. */
export type Paint = Pick<Theme, "fg" | "bg" | "bold">;

/** No colours: for what is printed, and for what a model reads. */
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
