import { type ParseArgsConfig, parseArgs } from "node:util";
import { defined } from "../../plan/defined.ts";
import { nearest } from "../../plan/nearest.ts";
import type { CommandInfo, OptionInfo } from "./commands.ts";
import { GLOBAL_OPTIONS } from "./commands.ts";

/** The words and options of one call. */
export interface Arguments {
  words: string[];
  options: Record<string, string | boolean | string[] | undefined>;
}

/** Parses the arguments of a command; an error is one sentence. */
export function readArguments(
  command: CommandInfo,
  argv: readonly string[],
): Arguments | { wrong: string; hint: string } {
  const options = { ...GLOBAL_OPTIONS, ...command.options };
  const hint = `Usage: countersign ${command.usage}`;
  const config: ParseArgsConfig = {
    args: [...argv],
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short, multiple }]) => [
        name,
        { type: value ? "string" : "boolean", ...defined({ short, multiple }) },
      ]),
    ),
  };
  try {
    const { values, positionals } = parseArgs(config);
    if (values["help"] === true) return { words: [], options: values as Arguments["options"] };
    const { least, most } = command.words;
    if (positionals.length < least) return { wrong: `countersign ${command.name} needs ${command.words.what}.`, hint };
    if (positionals.length > most)
      return { wrong: `countersign ${command.name} does not take "${positionals[most]}".`, hint };
    const wrong = Object.entries(options).find(([name, info]) => !isInRange(info, values[name]));
    if (wrong) return { wrong: `--${wrong[0]} needs a whole number ${rangeWords(wrong[1])}.`, hint };
    return { words: positionals, options: values as Arguments["options"] };
  } catch (error) {
    return { wrong: explain(error as NodeJS.ErrnoException, Object.keys(options)), hint };
  }
}

export function text(args: Arguments, name: string): string | undefined {
  const value = args.options[name];
  return typeof value === "string" ? value : undefined;
}

export function texts(args: Arguments, name: string): string[] {
  const value = args.options[name];
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : [];
}

/** A list given as `a,b` or by repeating the option. */
export function list(args: Arguments, name: string): string[] {
  return texts(args, name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");
}

/** The value of an option with `from`, if it was given. */
export function number(args: Arguments, name: string): number | undefined {
  const value = text(args, name);
  return value === undefined ? undefined : Number(value);
}

function isInRange({ from, to = Number.POSITIVE_INFINITY }: OptionInfo, value: unknown): boolean {
  if (from === undefined || value === undefined) return true;
  return /^\d{1,9}$/.test(String(value)) && Number(value) >= from && Number(value) <= to;
}

function rangeWords({ from, to }: OptionInfo): string {
  return to === undefined ? `from ${from} on` : `from ${from} to ${to}`;
}

function explain(error: NodeJS.ErrnoException, known: string[]): string {
  const unknown = /'(--?[^' ]+)/.exec(error.message)?.[1];
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" && unknown !== undefined) {
    const close = nearest(unknown.replace(/^-+/, ""), known);
    return `There is no option ${unknown}.${close ? ` Did you mean --${close}?` : ""}`;
  }
  return error.message.split(". ")[0] ?? error.message;
}
