import { FREQUENT_COMMANDS } from "../../../src/policy/shell/frequent-commands.ts";
import { OTHER_COMMANDS } from "../../../src/policy/shell/other-commands.ts";

/** Every command that the analysis understands, with its name. */
export const KNOWN_COMMANDS = [...FREQUENT_COMMANDS, ...OTHER_COMMANDS];
