import { defined } from "../../plan/defined.ts";
import { type Argument, maybeOption, onlyValue, tail } from "./argument.ts";
import type { CommandCall, Judging } from "./command.ts";

/** The options of a command, each spelled exactly: abbreviations are not understood. */
export interface OptionTable {
  /** Options without a value: `"-a -b --all"`. */
  flags?: string;
  /** Options that take a value, attached or as the next word: `"-n --lines"`. */
  values?: string;
  /** Options whose value is optional and only ever attached: `"-C --color"`. */
  optional?: string;
  /** Options that write or run something: option → what it does. `=` in front: only with a value. */
  harmful?: Readonly<Record<string, string>>;
  /** `-5` is an option. */
  number?: true;
  /** Options are over at the first operand. */
  stopAtOperand?: true;
  /** Long options have one dash (`-name`), and short ones do not cluster. */
  singleDash?: true;
}

export interface ReadOption {
  name: string;
  value?: Argument;
  /** The value is the next word, and not a part of the option's. */
  isApart?: true;
  at: Argument;
}

export interface ReadArguments {
  options: ReadOption[];
  operands: Argument[];
}

interface Compiled {
  flags: ReadonlySet<string>;
  values: ReadonlySet<string>;
  optional: ReadonlySet<string>;
  harmful: ReadonlyMap<string, string>;
}

const compiled = new WeakMap<OptionTable, Compiled>();

/**
 * Options and operands as the command will see them, or nothing when that is not certain: then the reason has been
 * said. An option that is not in the table, and a word that could turn into an option, are reasons.
 */
export function readOptions(
  call: CommandCall,
  table: OptionTable,
  judging: Pick<Judging, "find">,
): ReadArguments | undefined {
  const known = compile(table);
  const name = call.name.values[0];
  const result: ReadArguments = { options: [], operands: [] };
  const { args } = call;
  let sound = true;
  const fault = (at: Argument, option: string) => {
    sound = false;
    const harm = known.harmful.get(option);
    if (harm !== undefined) judging.find(at, "mutating", `${name} ${option} ${harm}`);
    else judging.find(at, "unknown_option", `the option ${option} of ${name} is not known to only read`, SPELL_OUT);
  };
  const next = (index: number, option: string, at: Argument): Argument | undefined => {
    const value = args[index];
    if (value === undefined) return undefined;
    if (value.count === "one") return value;
    sound = false;
    judging.find(value, "dynamic", `the value of ${option} may become no word or several`, QUOTE);
    return at;
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as Argument;
    const text = onlyValue(arg);
    if (text === "--" || (text === "--end-of-options" && known.flags.has(text))) {
      result.operands.push(...args.slice(index + 1).filter((each) => text === "--" || onlyValue(each) !== "--"));
      break;
    }
    if (text === undefined || text === "-" || !text.startsWith("-")) {
      const option = text === undefined ? attachedOption(arg, known) : undefined;
      if (option !== undefined) {
        result.options.push({ name: option.name, value: option.value, at: arg });
        continue;
      }
      if (text === undefined && maybeOption(arg) && !isNumberText(arg)) {
        sound = false;
        judging.find(arg, "dynamic", `${arg.text} could turn into an option of ${name}`, wayOut(arg));
        continue;
      }
      if (table.stopAtOperand) {
        result.operands.push(...args.slice(index));
        break;
      }
      result.operands.push(arg);
      continue;
    }
    if (table.number && /^-\d+$/.test(text)) {
      result.options.push({ name: "-N", value: tail(arg, 1), at: arg });
      continue;
    }
    if (text.startsWith("--") || table.singleDash) {
      const equals = text.indexOf("=");
      const option = equals < 0 ? text : text.slice(0, equals);
      if (known.harmful.has(option) || (equals >= 0 && known.harmful.has(`=${option}`))) {
        fault(arg, option);
        continue;
      }
      if (equals < 0 && known.values.has(option)) {
        const value = next(index + 1, option, arg);
        index++;
        result.options.push({ name: option, ...defined({ value }), isApart: true, at: arg });
      } else if (equals >= 0 && (known.values.has(option) || known.optional.has(option))) {
        result.options.push({ name: option, value: tail(arg, equals + 1), at: arg });
      } else if (equals < 0 && (known.flags.has(option) || known.optional.has(option))) {
        result.options.push({ name: option, at: arg });
      } else fault(arg, option);
      continue;
    }
    for (let at = 1; at < text.length; at++) {
      const option = `-${text.charAt(at)}`;
      if (known.flags.has(option)) {
        result.options.push({ name: option, at: arg });
      } else if (known.optional.has(option)) {
        const value = at + 1 < text.length ? tail(arg, at + 1) : undefined;
        result.options.push({ name: option, ...defined({ value }), at: arg });
        break;
      } else if (known.values.has(option)) {
        const attached = at + 1 < text.length;
        const value = attached ? tail(arg, at + 1) : next(index + 1, option, arg);
        if (!attached) index++;
        result.options.push({
          name: option,
          ...defined({ value }),
          ...(!attached && { isApart: true as const }),
          at: arg,
        });
        break;
      } else {
        fault(arg, option);
        break;
      }
    }
  }
  return sound ? result : undefined;
}

const SPELL_OUT = "write options out in full, exactly as the manual spells them, or leave this one out";
const QUOTE = "put it in double quotes, or write the value out";

/** How a word that is not certain can be made one that is no option. */
function wayOut({ text }: Argument): string {
  if (text.includes(" ")) return "end the options with --, as the last word of the command";
  return /^"\$/.test(text)
    ? `write -- ${text}, or "./${text.slice(1)}`
    : `write -- ${text}, begin it with ./, or write it out`;
}

/** A number: at worst it is `-1`, and no command takes that for an option that writes. */
function isNumberText({ samples, count }: Argument): boolean {
  return count === "one" && samples !== undefined && samples.every((sample) => /^\d+$/.test(sample));
}

/** `--include="$x"`, `-k"$n"`: an option whose value is not known, but which option it is. */
function attachedOption(arg: Argument, known: Compiled): { name: string; value: Argument } | undefined {
  if (arg.count !== "one") return undefined;
  const { prefix } = arg;
  if (prefix.startsWith("--")) {
    const equals = prefix.indexOf("=");
    const name = prefix.slice(0, equals);
    if (equals < 0 || known.harmful.has(name) || known.harmful.has(`=${name}`)) return undefined;
    return known.values.has(name) || known.optional.has(name) ? { name, value: tail(arg, equals + 1) } : undefined;
  }
  const name = prefix.slice(0, 2);
  // A value that may be nothing would take the next word instead.
  const isThere = prefix.length > 2 || arg.samples?.every((sample) => sample.length > 2);
  if (!isThere || !prefix.startsWith("-") || known.harmful.has(name)) return undefined;
  return known.values.has(name) || known.optional.has(name) ? { name, value: tail(arg, 2) } : undefined;
}

function compile(table: OptionTable): Compiled {
  const found = compiled.get(table);
  if (found !== undefined) return found;
  const words = (text = "") => new Set(text.split(/\s+/).filter((word) => word !== ""));
  const made = {
    flags: words(table.flags),
    values: words(table.values),
    optional: words(table.optional),
    harmful: new Map(Object.entries(table.harmful ?? {})),
  };
  compiled.set(table, made);
  return made;
}
