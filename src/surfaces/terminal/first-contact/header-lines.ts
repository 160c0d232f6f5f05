import type { Situation } from "../../../policy/situation.ts";
import { guarded, hanging, packed } from "../lines.ts";
import type { Paint } from "../paint.ts";

/** What the first lines of the screen tell: whose screen it is, what holds now, and what to type. */
export interface HeaderSubject {
  /** `disabled`: the settings switch plan mode off. */
  mode: Situation["mode"] | "disabled";
  hasModel: boolean;
  /** Without a repository a run cannot show or roll back its changes. */
  hasGit: boolean;
}

export function headerLines({ mode, hasModel, hasGit }: HeaderSubject, width: number, paint: Paint): string[] {
  const room = Math.max(2, width - 1);
  const title = `${paint.bold(paint.fg("accent", "Countersign"))}${paint.fg("dim", ": plan mode, on pi")}`;
  const commands = hasModel ? COMMANDS : [CONNECT, ...COMMANDS];
  const lines = [
    title,
    ...hanging("", MODES[mode], room, (line) => paint.fg("text", line)),
    ...(hasGit ? [] : hanging("", NO_GIT, room, (line) => paint.fg("warning", line))),
    "",
    ...(mode === "disabled" ? [] : commands.flatMap(([typed, does]) => commandLines(typed, does, room, paint))),
    ...packed(KEYS, " · ", room).map((line) => paint.fg("dim", line)),
  ];
  return guarded(
    lines.map((line) => (line === "" ? "" : ` ${line}`)),
    width,
  );
}

function commandLines(typed: string, does: string, room: number, paint: Paint): string[] {
  return hanging(paint.fg("accent", typed.padEnd(15)), does, room, (line) => paint.fg("muted", line));
}

/** The same in one line, where there is no room for more. */
export function beginLines(hasModel: boolean, width: number, paint: Paint): string[] {
  const begin = hasModel ? "/plan <goal> begins" : "/plan connect: it has no model yet";
  const pieces = [paint.fg("accent", "Countersign"), "plan mode is off", begin];
  return guarded(packed(pieces, paint.fg("dim", " · "), width), width);
}

const MODES: Record<HeaderSubject["mode"], string> = {
  none: "Plan mode is off: the agent can change files and run commands.",
  planning: "Plan mode is on: the agent only reads until you approve a plan.",
  executing: "The agent runs an approved plan: /plan status shows its steps.",
  disabled: "Your settings switch plan mode off: countersign config shows them.",
};

const NO_GIT = "This directory is in no git repository: a run cannot show or roll back its changes.";

const CONNECT = ["/plan connect", "connect a model: an agent needs one to plan"] as const;

const COMMANDS = [
  ["/plan <goal>", "begin: the agent plans read-only, you approve, it runs"],
  ["/plans", "plans and requests of this project"],
  ["/plan web", "the dashboard: read, sign and follow plans in a browser"],
  ["/plan help", "all commands"],
] as const;

const KEYS = ["esc interrupts", "ctrl+d exits", "/hotkeys lists pi's keys"];
