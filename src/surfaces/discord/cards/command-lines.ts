import type { CommandToRun } from "../../../plan/commands-to-run.ts";
import { numberRanges } from "../../../plan/number-ranges.ts";
import { commandCode } from "./discord-text.ts";
import { sizeOf } from "./text-size.ts";

/** `runs npm run migrate`, whole. */
export function commandWords({ field, command }: Pick<CommandToRun, "field" | "command">): string {
  return `${field === "run" ? "runs" : "checked by"} ${commandCode(command, WHOLE)}`;
}

/** `**3.** runs npm run migrate`, or `**2, 4 to 9.** checked by npm test` for steps with the same command; whole. */
export function commandLine([first, ...others]: CommandGroup): string {
  const places = [first, ...others].map(({ place }) => place).sort((a, b) => a - b);
  return `**${numberRanges(places)}.** ${commandWords(first)}`;
}

/** Steps with the same command. */
export type CommandGroup = readonly [CommandToRun, ...CommandToRun[]];

/** Equal commands together, in the order of the first of each. */
export function commandGroups(commands: readonly CommandToRun[]): CommandGroup[] {
  const groups = Map.groupBy(commands, ({ field, command }) => `${field} ${command}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

const WHOLE = Number.MAX_SAFE_INTEGER;

export interface FittedCommands {
  lines: string[];
  /** The commands in the lines. */
  shown: ReadonlySet<CommandToRun>;
}

/** As many whole commands as there is room for, up to the first that does not fit. */
export function fitCommands(commands: readonly CommandToRun[], room: number): FittedCommands {
  const lines: string[] = [];
  const shown = new Set<CommandToRun>();
  let used = 0;
  for (const group of commandGroups(commands)) {
    if (group[0].command.length > room) break;
    const line = commandLine(group);
    used += sizeOf(line) + 1;
    if (used > room) break;
    lines.push(line);
    for (const command of group) shown.add(command);
  }
  return { lines, shown };
}

/**
 * How many commands are shown from the first on: a button carries this number. A command of a step that is left out is not
 * shown, and may be put back before the button is clicked.
 */
export function shownFromFirst(commands: readonly CommandToRun[], isShown: (command: CommandToRun) => boolean): number {
  const hidden = commands.findIndex((command) => !isShown(command));
  return hidden < 0 ? commands.length : hidden;
}
