import type { CommandSpec } from "./command.ts";
import { FREQUENT_COMMANDS } from "./frequent-commands.ts";
import { OTHER_COMMANDS } from "./other-commands.ts";

/** A command by its name. Countersign understands no other command, and allows none. */
export function findCommand(name: string): CommandSpec | undefined {
  return FREQUENT_COMMANDS.get(name) ?? OTHER_COMMANDS.get(name);
}
