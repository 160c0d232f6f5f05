import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import type { Tone } from "../../plan/tone.ts";

export const TONE_COLOUR: Record<Tone, ThemeColor> = {
  quiet: "muted",
  active: "accent",
  good: "success",
  attention: "warning",
  bad: "error",
};
