import type { CommandToRun } from "../../../plan/commands-to-run.ts";
import { commandCode } from "./discord-text.ts";
import { sizeOf } from "./text-size.ts";

/** `runs npm run migrate`, whole. */
export function commandWords({ field, command }: Pick<CommandToRun, "field" | "command">): string {
  return `${field === "run" ? "runs" : "checked by"} ${commandCode(command, WHOLE)}`;
}

/** `**3.** runs npm run migrate`, whole. */
export function commandLine(command: CommandToRun): string {
  return `**${command.place + 1}.** ${commandWords(command)}`;
}

const WHOLE = Number.MAX_SAFE_INTEGER;

/** As many whole commands as there is room for, up to the first that does not fit. */
export function fitCommands(commands: readonly CommandToRun[], room: number): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const command of commands) {
    if (command.command.length > room) break;
    const line = commandLine(command);
    used += sizeOf(line) + 1;
    if (used > room) break;
    lines.push(line);
  }
  return lines;
}
