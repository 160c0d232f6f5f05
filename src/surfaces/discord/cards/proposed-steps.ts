import { leftOutOf } from "../../../lifecycle/left-out.ts";
import { type CommandToRun, commandsToRun } from "../../../plan/commands-to-run.ts";
import type { Plan, Step } from "../../../plan/plan.ts";
import { commandWords, shownFromFirst } from "./command-lines.ts";
import { code } from "./discord-text.ts";
import { type PlanFacts, shownText } from "./plan-facts.ts";
import { stepLine } from "./step-line.ts";
import { isLong, stepSummary } from "./step-summary.ts";
import { sizeOf } from "./text-size.ts";

export interface ProposedSteps {
  text: string;
  /** Of a long plan: the most dangerous steps and the order of all, below the buttons. */
  below?: string;
  /** How many of `commandsToRun` are on the card, whole, from the first on. */
  commandsShown: number;
}

/** The steps of a plan that has not run: each with its commands, whole; a long plan as a summary. */
export function proposedSteps({ plan: state }: PlanFacts, room: number): ProposedSteps {
  const { plan } = shownText(state);
  const leftOut = new Set<string>(leftOutOf(state));
  const commands = commandsToRun(plan);
  const listed = isLong(plan) ? undefined : withCommands(plan, commands, leftOut, room);
  return listed === undefined
    ? stepSummary(plan, commands, leftOut, room)
    : { text: listed, commandsShown: shownFromFirst(commands, ({ step }) => !leftOut.has(step)) };
}

/** With less room titles are shorter, and files and tools left out first; a command is whole or not there. */
const LEVELS = [{ title: 160, hasScope: true }, ...[160, 110, 80, 60].map((title) => ({ title, hasScope: false }))];

/** Undefined if they do not fit. */
function withCommands(
  { steps }: Plan,
  commands: readonly CommandToRun[],
  leftOut: ReadonlySet<string>,
  room: number,
): string | undefined {
  if (commands.reduce((sum, { command }) => sum + command.length, 0) > room) return undefined;
  for (const { title, hasScope } of LEVELS) {
    const lines = steps.flatMap((step, place) => {
      const isLeftOut = leftOut.has(step.id);
      const own = isLeftOut ? [] : commands.filter((command) => command.place === place).map(commandWords);
      const under = [...own, ...(hasScope && !isLeftOut ? scopeWords(step) : [])].map((words) => `-# ↳ ${words}`);
      return [stepLine(step, place, { titleRoom: title, isLeftOut }), ...under];
    });
    const isCut = !hasScope && steps.some((step) => !leftOut.has(step.id) && scopeWords(step).length > 0);
    const text = [...lines, ...(isCut ? ["-# Files and tools: press **Details**."] : [])].join("\n");
    if (sizeOf(text) <= room) return text;
  }
  return undefined;
}

/** `files src/**; tools read, edit` */
function scopeWords({ files = [], tools = [] }: Step): string[] {
  const parts = [names("files", files), names("tools", tools)].filter(Boolean);
  return parts.length === 0 ? [] : [parts.join("; ")];
}

function names(word: string, all: readonly string[]): string {
  if (all.length === 0) return "";
  const shown = all.slice(0, 5).map((name) => code(name, 60));
  return `${word} ${shown.join(", ")}${all.length > 5 ? ` and ${all.length - 5} more` : ""}`;
}
