import type { ShownStatus } from "../lifecycle/step-look.ts";
import { STEP_LOOKS } from "../lifecycle/step-look.ts";
import type { Tone } from "../plan/tone.ts";

/** Light and dark, as measured for contrast. Ink marks what a person does; agents and the host are graphite. */
const COLOURS: Record<string, readonly [light: string, dark: string]> = {
  desk: ["#f4f5f7", "#0d0f13"],
  sheet: ["#ffffff", "#15181e"],
  sunken: ["#f0f2f5", "#101319"],
  line: ["#e1e4e9", "#272c36"],
  edge: ["#848d9a", "#6b7482"],
  text: ["#14171c", "#eceef2"],
  "text-2": ["#454e5a", "#b6bdc8"],
  "text-3": ["#5f6875", "#929ba8"],
  ink: ["#2b3fae", "#a5b4ff"],
  "ink-soft": ["#eceffb", "#1c2243"],
  "ink-fill": ["#2b3fae", "#4c60d6"],
  "on-ink": ["#ffffff", "#ffffff"],
  ok: ["#11693b", "#63cd90"],
  "ok-soft": ["#e4f3ea", "#12281c"],
  "ok-line": ["#aad3ba", "#245238"],
  warn: ["#855000", "#e7b24e"],
  "warn-soft": ["#fcf1dc", "#2b2210"],
  "warn-line": ["#e8cf9b", "#57451c"],
  bad: ["#b02117", "#ff8f85"],
  "bad-soft": ["#fdecea", "#331816"],
  "bad-line": ["#f0bbb6", "#6a302b"],
  run: ["#0b6473", "#63c9d8"],
  "run-soft": ["#e0f2f5", "#0f272c"],
  "run-line": ["#a4d3db", "#22525b"],
  pencil: ["#b4bac4", "#565e6b"],
};

/** As properties of the root, for pages and files in both schemes. */
export const COLOUR_PROPERTIES = `:root{color-scheme:light dark;${Object.entries(COLOURS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(";")}}`;

/** The family of a colour: `--ok`, `--ok-soft`. */
export type Hue = "ok" | "warn" | "bad" | "run" | "ink" | "neutral";

const HUES: Record<Tone, Hue> = { quiet: "neutral", active: "run", good: "ok", attention: "warn", bad: "bad" };

export function hueOf(tone: Tone): Hue {
  return HUES[tone];
}

/** A step that waits for a person is in ink. */
export function stepHue(status: ShownStatus): Hue {
  return status === "needs_decision" ? "ink" : hueOf(STEP_LOOKS[status].tone);
}
