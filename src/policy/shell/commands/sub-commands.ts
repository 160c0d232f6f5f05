import { type Argument, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { type OptionTable, readOptions } from "../options.ts";

/** Every sub-command of a command that is known, by name. */
export type SubCommands = ReadonlyMap<string, CommandSpec>;

export function subCommands(...specs: readonly CommandSpec[]): SubCommands {
  return new Map(specs.flatMap((spec) => spec.names.map((name) => [name, spec] as const)));
}

/** A command that is many: what stands in front of the sub-command is in this table, and it alone decides the rest. */
export function family(names: string, reason: string, before: OptionTable, members: SubCommands): CommandSpec {
  const table = { ...before, stopAtOperand: true } as const;
  return {
    names: names.split(" "),
    level: "READ",
    reason,
    judge(call, judging) {
      const read = readOptions(call, table, judging);
      if (read !== undefined) judgeSubCommand(call, read.operands, members, judging);
    },
  };
}

/** Judges the sub-command that the first of these words is. */
export function judgeSubCommand(
  call: CommandCall,
  words: readonly Argument[],
  members: SubCommands,
  judging: Judging,
): void {
  const name = call.name.values[0];
  const [word, ...args] = words;
  // Most commands print what they can do.
  if (word === undefined) return;
  const text = onlyValue(word);
  if (text === undefined) {
    judging.find(word, "dynamic", `this sub-command of ${name} is unknown before it runs`, "write it out");
    return;
  }
  const spec = members.get(text);
  const full = `${name} ${text}`;
  if (spec === undefined) {
    const hint = `known to only read: ${namesOf(members)}`;
    judging.find(word, "unknown_command", `${full} is not known to only read`, hint);
  } else if (spec.level === "WRITE") judging.find(word, "mutating", `${full} ${spec.reason}`, spec.hint);
  else spec.judge?.({ name: { ...word, values: [full] }, args }, judging);
}

function namesOf(members: SubCommands): string {
  const names = [...members].filter(([, spec]) => spec.level === "READ").map(([name]) => name);
  return names.length > 12 ? `${names.slice(0, 12).join(", ")} and more` : names.join(", ");
}
