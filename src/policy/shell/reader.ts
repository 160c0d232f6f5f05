import { defined } from "../../plan/defined.ts";
import type { Argument } from "./argument.ts";
import type { CommandCall, CommandSpec, Judging } from "./command.ts";
import { type OptionTable, type ReadArguments, readOptions } from "./options.ts";

type More = (read: ReadArguments, call: CommandCall, judging: Judging) => void;

/** Commands of which no option and no operand can change anything. */
export function reader(names: string, reason = "only reads"): CommandSpec {
  return { names: names.split(" "), level: "READ", reason };
}

/** A command that only reads if its options are in this table, and `more` reports nothing. */
export function optionReader(names: string, reason: string, table: OptionTable, more?: More): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason,
    judge(call, judging) {
      const read = readOptions(call, table, judging);
      if (read !== undefined) more?.(read, call, judging);
    },
  };
}

/** Commands that exist to change something. */
export function writer(names: string, reason: string, hint?: string): CommandSpec {
  return { names: names.split(" "), level: "WRITE", reason, ...defined({ hint }) };
}

/** Refuses operands after the first few: the next one would be written to. */
export function atMost(most: number, what: string): More {
  return ({ operands, options }, call, judging) => {
    // Outside GNU an option after the first operand is an operand itself.
    const first = operands[0] === undefined ? call.args.length : call.args.indexOf(operands[0]);
    const late = options.find((option) => call.args.indexOf(option.at) > first)?.at;
    const extra = operands[most] ?? operands.find((operand) => operand.count !== "one") ?? late;
    if (extra !== undefined) judging.find(extra, "mutating", `${call.name.values[0]} ${what}`);
  };
}

/** The option of this name, if it was given. */
export function given(read: ReadArguments, ...names: string[]): Argument | undefined {
  return read.options.find((option) => names.includes(option.name))?.at;
}
