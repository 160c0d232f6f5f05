import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import type { Mode } from "../../../plan/mode-look.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import { counted, money, tokens } from "../../../plan/quantities.ts";
import { cut, oneLine } from "../lines.ts";
import { type Paint, PLAIN } from "../paint.ts";

/** The facts of the status line. */
export interface StatusLine {
  mode: StatusLineMode;
  /** The task, or the plan's title. */
  goal?: string;
  /** The step that runs, counted from 1. */
  step?: { id: string; position: number; of: number; mode?: Mode };
  /** Open decisions of the plan. */
  decisions?: number;
  /** Subagents that run. */
  subagents?: number;
  /** US dollars or tokens. */
  budget?: { unit: "dollars" | "tokens"; spent: number; limit?: number };
  /** How full the model's context is. */
  context_percent?: number;
  /** A provider asked us to wait. */
  rate_limited?: boolean;
  /** Open requests of this project. */
  waiting?: number;
}

export type StatusLineMode =
  | { kind: "none" }
  /** Whether a sandbox keeps the agent's commands from writing, or only their analysis does. */
  | { kind: "planning"; sandboxed: boolean; level?: "prompt" | "log" }
  /** Planning timed out; the agent stays read-only until a person lifts it. */
  | { kind: "timed_out" }
  /** Once it is answered, it waits for /plan resume. */
  | { kind: "submitted"; plan_id: string; answered?: "approved" | "changes_requested" }
  | { kind: "executing" }
  | { kind: "paused" };

type Said = readonly [text: string, colour: ThemeColor];

/**
 * The status line, the most important part first, because pi cuts it at the terminal's width. Undefined if it is empty.
 * Outside plan mode it counts open requests only: the session's warnings are pi's to show.
 */
export function statusLineText(subject: StatusLine, paint: Paint = PLAIN): string | undefined {
  const { mode } = subject;
  const waits = waitingOf(subject);
  const said =
    mode.kind === "none" ? waits : [...modeOf(mode), ...warningsOf(subject), ...waits, ...progressOf(subject)];
  if (said.length === 0) return undefined;
  return said.map(([text, colour]) => paint.fg(colour, text)).join(paint.fg("dim", " · "));
}

function modeOf(mode: Exclude<StatusLineMode, { kind: "none" }>): Said[] {
  switch (mode.kind) {
    case "planning":
      if (mode.level !== undefined) {
        return [
          ["planning", "accent"],
          [`not enforced: level ${mode.level}`, "warning"],
        ];
      }
      return mode.sandboxed
        ? [
            ["planning", "accent"],
            ["read-only, sandboxed", "muted"],
          ]
        : [
            ["planning", "accent"],
            ["read-only, no sandbox", "warning"],
          ];
    case "timed_out":
      return [
        ["planning timed out", "warning"],
        ["read-only: /plan <goal> plans again, /plan cancel lifts it", "muted"],
      ];
    case "submitted":
      return [[`${oneLine(mode.plan_id)} ${ANSWERED[mode.answered ?? "no"]}`, "accent"]];
    case "executing":
      return [["executing", "accent"]];
    case "paused":
      return [["⏸ paused", "warning"]];
  }
}

const ANSWERED = {
  no: "waits for review: /plan",
  approved: "is approved: /plan resume",
  changes_requested: "was sent back: /plan resume",
};

function warningsOf({ context_percent: percent, rate_limited }: StatusLine): Said[] {
  const said: Said[] = [];
  if (rate_limited) said.push(["! rate limit, waiting", "warning"]);
  // Rounded down, so that the shown number is the compared one: 79.9 % is below 80 %.
  const full = Math.floor(percent ?? 0);
  if (full >= 95) said.push([`!! context ${full} %, about to be compacted`, "error"]);
  else if (full >= 80) said.push([`! context ${full} %: /compact, or split the goal`, "warning"]);
  return said;
}

function waitingOf({ mode, decisions = 0, waiting = 0 }: StatusLine): Said[] {
  const said: Said[] = [];
  if (mode.kind !== "none" && decisions > 0) said.push([`${counted(decisions, "decision")} pending`, "warning"]);
  // Without the requests that the line names already.
  const others =
    waiting - (mode.kind === "none" ? 0 : decisions) - (mode.kind === "submitted" && !mode.answered ? 1 : 0);
  if (others > 0) said.push([`${others} ${others === 1 ? "waits" : "wait"} for you: /plans`, "warning"]);
  return said;
}

function progressOf({ goal, step, subagents = 0, budget }: StatusLine): Said[] {
  const said: Said[] = [];
  if (step !== undefined) {
    const { position, of, id, mode } = step;
    said.push([`step ${position}/${of} ${cut(oneLine(id), 24)}${mode ? ` ${modeMark(mode)}` : ""}`, "text"]);
  }
  if (subagents > 0) said.push([counted(subagents, "subagent"), "muted"]);
  if (budget !== undefined) said.push(budgetOf(budget));
  if (goal !== undefined && goal.trim() !== "") said.push([cut(oneLine(goal), 40), "muted"]);
  return said;
}

function budgetOf({ unit, spent, limit }: NonNullable<StatusLine["budget"]>): Said {
  const amount = (count: number) => (unit === "dollars" ? money(count) : tokens(count));
  if (limit === undefined) return [unit === "dollars" ? amount(spent) : `${amount(spent)} tokens`, "muted"];
  const words = `${amount(spent)} of ${amount(limit)}${unit === "tokens" ? " tokens" : ""}`;
  return spent >= limit ? [`! ${words} spent`, "warning"] : [words, "muted"];
}
