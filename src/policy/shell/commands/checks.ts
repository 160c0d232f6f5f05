import { type Argument, maybeOption, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { type OptionTable, type ReadArguments, readOptions } from "../options.ts";

/** What else must hold of a call whose options are all in the table. Says nothing when it does. */
export type Check = (read: ReadArguments, call: CommandCall, judging: Judging) => void;

/**
 * A command with several makers. Where one maker's option takes the next word and another's does not, a value that
 * looks like an option would be one: such values are refused.
 */
export function strictReader(names: string, reason: string, table: OptionTable, ...checks: Check[]): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason,
    judge(call, judging) {
      const read = readOptions(call, table, judging);
      if (read === undefined) return;
      for (const check of [plainValues, ...checks]) check(read, call, judging);
    },
  };
}

/** A command whose first operand says what it does; `""` stands for none. */
export function verbReader(
  names: string,
  reason: string,
  verbs: string,
  table: OptionTable,
  ...checks: Check[]
): CommandSpec {
  return strictReader(names, reason, table, verb(verbs.split(" ")), ...checks);
}

/** A command that only reads when its words are exactly these. */
export function exactReader(names: string, reason: string, ...calls: string[]): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason,
    judge({ name, args }, judging) {
      const words = args.map(onlyValue);
      if (calls.some((call) => isSame(call === "" ? [] : call.split(" "), words))) return;
      const uses = calls.map((call) => `${name.values[0]} ${call}`.trim()).join(", ");
      judging.find(args[0] ?? name, "mutating", `this use of ${name.values[0]} is not known to only read`, only(uses));
    },
  };
}

/** A command that is there to change something, and can be asked for its version or its help. */
export function changer(names: string, reason: string, hint?: string): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason: `${reason}, unless it is asked for its version`,
    judge({ name, args: [first, ...rest] }, judging) {
      if (rest.length === 0 && ["--version", "--help"].includes(onlyValue(first) ?? "")) return;
      judging.find(name, "mutating", `${name.values[0]} ${reason}`, hint);
    },
  };
}

/** What is harmless only where nothing it writes lasts. */
export function sandboxed(spec: CommandSpec, harm: string): CommandSpec {
  return {
    ...spec,
    judge(call, judging) {
      if (judging.facts.sandboxed) return spec.judge?.(call, judging);
      judging.find(call.name, "mutating", `${call.name.values[0]} ${harm}, which is harmless only in the sandbox`);
    },
  };
}

/** No word stands for options in a file, as `@file` does; not even the value of an option. */
export const noLists: Check = (_read, { name, args }, judging) => {
  const list = args.find(({ values, prefix }) => (values ?? [prefix]).some((value) => /^(@|$)/.test(value)));
  if (list === undefined) return;
  judging.find(list, "mutating", `${name.values[0]} may read options from ${list.text}`, "begin the name with ./");
};

export function noOperands(harm: string): Check {
  return onlyOperands(() => false, harm);
}

/** Every operand passes the test, whatever its value turns out to be. */
export function onlyOperands(test: (value: string) => boolean, harm: string, hint?: string): Check {
  return ({ operands }, call, judging) => {
    const bad = operands.find((operand) => !always(operand, test));
    if (bad !== undefined) judging.find(bad, "mutating", `${call.name.values[0]} ${harm}`, hint);
  };
}

/** The value of one of these options passes the test. */
export function onlyValues(names: string, test: (value: string) => boolean, harm: string): Check {
  const wanted = names.split(" ");
  return ({ options }, call, judging) => {
    const bad = options.find(({ name, value }) => wanted.includes(name) && value !== undefined && !always(value, test));
    if (bad !== undefined) judging.find(bad.at, "mutating", `${call.name.values[0]} ${bad.name} ${harm}`);
  };
}

/** One of these options is there, and before the first operand: some makers read no options after it. */
export function needs(names: string, harm: string): Check {
  const wanted = names.split(" ");
  return (read, call, judging) => {
    if (givenFirst(read, wanted)) return;
    judging.find(call.name, "mutating", `${call.name.values[0]} ${harm}`, `give one of ${wanted.join(", ")} first`);
  };
}

export function givenFirst({ options, operands }: ReadArguments, names: readonly string[]): boolean {
  const end = operands[0]?.start ?? Number.POSITIVE_INFINITY;
  return options.some((option) => names.includes(option.name) && option.at.start < end);
}

/** Whether an option may be there. Over-careful: a value or an operand that looks like it counts as well. */
export function mayBeGiven({ args }: CommandCall, option: RegExp): boolean {
  return args.some((arg) => arg.values?.some((value) => option.test(value)) ?? maybeOption(arg));
}

/** Every operand is a file, not an address. */
export const onlyFiles: Check = ({ operands }, call, judging) => {
  const bad = operands.find((operand) => !isFile(operand));
  if (bad === undefined) return;
  judging.find(bad, "mutating", `${call.name.values[0]} may fetch ${bad.text} from the network`, "begin it with ./");
};

/** An address has a scheme; a slash in front of the colon makes it a file. */
export function isFile({ values, prefix }: Argument): boolean {
  const isNoAddress = (value: string) => !/^[^/]*:/.test(value);
  return values === undefined ? prefix.includes("/") && isNoAddress(prefix) : values.every(isNoAddress);
}

/** Whether the test holds for all that the word can be. */
export function always(argument: Argument, test: (value: string) => boolean): boolean {
  return argument.values?.every(test) ?? false;
}

const plainValues: Check = ({ options }, _call, judging) => {
  for (const { name, value, isApart } of options) {
    if (value === undefined || !isApart || value.values === undefined) continue;
    if (always(value, (text) => !/^-\D/.test(text))) continue;
    judging.find(value, "not_understood", `${value.text} after ${name} may be an option`, ATTACH);
  }
};

const ATTACH = "leave it out, or write the value so that it does not begin with a dash";

function verb(verbs: readonly string[]): Check {
  return ({ operands: [first] }, { name }, judging) => {
    const value = first === undefined ? "" : onlyValue(first);
    if (value !== undefined && verbs.includes(value)) return;
    const uses = verbs.map((known) => `${name.values[0]} ${known}`.trim()).join(", ");
    const said = `${name.values[0]} ${first?.text ?? "without a word"} is not known to only read`;
    judging.find(first ?? name, "mutating", said, only(uses));
  };
}

function isSame(wanted: readonly string[], words: readonly (string | undefined)[]): boolean {
  return wanted.length === words.length && wanted.every((word, index) => word === words[index]);
}

function only(uses: string): string {
  return `known to only read: ${uses}`;
}
