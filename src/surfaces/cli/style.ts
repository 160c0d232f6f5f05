import { diffLineOf } from "../../plan/diff-line.ts";
import type { Tone } from "../../plan/tone.ts";

/** Colours for a terminal, nothing for a pipe. */
export type Style = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

/** How a text is laid out. */
export interface Look {
  style: Style;
  width: number;
  now: Date;
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export function styleFor(isTerminal: boolean, env: NodeJS.ProcessEnv): Style {
  const isColoured = env["FORCE_COLOR"]
    ? env["FORCE_COLOR"] !== "0"
    : isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  const entries = Object.entries(CODES).map(([name, [on, off]]) => {
    const paint = (text: string) => (isColoured && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text);
    return [name, paint];
  });
  return Object.fromEntries(entries) as Style;
}

export const TONE_COLOUR: Record<Tone, keyof Style> = {
  quiet: "dim",
  active: "cyan",
  good: "green",
  attention: "yellow",
  bad: "red",
};

/** The colour of a plan's status. */
export function statusColour(status: string): keyof Style {
  if (status === "approved" || status === "completed") return "green";
  if (status === "rejected" || status === "cancelled" || status === "failed" || status === "broken") return "red";
  if (status === "elsewhere" || status === "unreadable") return "dim";
  return status === "executing" ? "cyan" : "yellow";
}

/** A line of a diff, or a part of it. */
export function paintedDiff(style: Style, line: string, part = line): string {
  const colour = { file: "bold", place: "cyan", added: "green", removed: "red", same: undefined } as const;
  const name = colour[diffLineOf(line)];
  return name === undefined ? part : style[name](part);
}
