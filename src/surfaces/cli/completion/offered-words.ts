import { KEYS } from "../../../desk/config/keys.ts";
import { COMMANDS, type CommandInfo, type Completion, type OptionInfo, optionsOf } from "../commands.ts";

/** What a shell offers for a word; `nothing` for free text. */
export type Offered = "plan" | "request" | "agent" | "file" | "directory" | "nothing" | readonly string[];

export interface OfferedWords {
  name: string;
  summary: string;
  options: { spellings: string[]; info: OptionInfo; value?: Offered }[];
  first: Offered;
  rest: Offered;
}

/** The commands and their words, for all shells. */
export function offeredWords(): OfferedWords[] {
  return COMMANDS.map((command) => ({
    name: command.name,
    summary: command.summary,
    options: offeredOptions(command),
    first: offered(command.words.complete),
    rest: offered(command.words.rest ?? command.words.complete),
  }));
}

/**
 * The commands that list ids, and the patterns that read them. The patterns match no character that a shell interprets.
 */
export const IDS = {
  plan: { command: "plans --limit 200", pattern: "^PLAN-[A-Za-z0-9]*" },
  request: { command: "inbox", pattern: "^[A-Za-z0-9._-]*/[A-Za-z0-9._-]*" },
  agent: { command: "agents", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*" },
} as const;

function offeredOptions(command: CommandInfo): OfferedWords["options"] {
  return Object.entries(optionsOf(command)).map(([name, info]) => ({
    spellings: [`--${name}`, ...(info.short ? [`-${info.short}`] : [])],
    info,
    ...(info.value && { value: offered(info.complete) }),
  }));
}

function offered(completion: Completion | undefined): Offered {
  switch (completion) {
    case undefined:
      return "nothing";
    case "command":
      return COMMANDS.map(({ name }) => name);
    case "setting":
      return Object.keys(KEYS);
    default:
      return completion;
  }
}
