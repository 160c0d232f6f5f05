import { type Argument, foundName, isBelowText, known, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { type OptionTable, type ReadArguments, readOptions } from "../options.ts";

const OPTIONS: OptionTable = {
  flags: `-H -I -u -s -i -g -F -a -l -L -p -0 -1 -q -h -V --hidden --no-hidden --no-ignore --no-ignore-vcs
    --no-require-git --no-ignore-parent --no-global-ignore-file --unrestricted --case-sensitive --ignore-case --glob
    --regex --fixed-strings --literal --absolute-path --relative-path --list-details --follow --no-follow --full-path
    --print0 --prune --quiet --has-results --show-errors --one-file-system --mount --xdev --strip-cwd-prefix
    --ignore --ignore-vcs --require-git --help --version`,
  values: `-d -E -t -e -S -o -c -j -C --and --max-depth --maxdepth --min-depth --exact-depth --exclude --type
    --extension --size --changed-within --changed-before --change-newer-than --newer --changed-after
    --change-older-than --older --owner --color --threads --max-results --base-directory --path-separator
    --search-path --ignore-file --format --batch-size --max-buffer-time`,
  optional: "--strip-cwd-prefix --hyperlink",
  harmful: {
    "-x": "must stand alone, with its command as the next words",
    "--exec": "must stand alone, with its command as the next words",
    "-X": "must stand alone, with its command as the next words",
    "--exec-batch": "must stand alone, with its command as the next words",
  },
};

const RUNS = /^(?:-[xX]|--exec|--exec-batch)$/;

/** `fd`: what `-x` and `-X` run is judged as if it stood alone. */
export const FD: CommandSpec = {
  names: ["fd", "fdfind"],
  level: "READ",
  reason: "finds files",
  judge: judgeFd,
  recursive: ({ args }) => args.some((arg) => RUNS.test(onlyValue(arg) ?? "")),
};

function judgeFd(call: CommandCall, judging: Judging): void {
  const { args } = call;
  const end = args.findIndex((arg) => onlyValue(arg) === "--");
  const at = args.findIndex((arg, index) => (end < 0 || index < end) && RUNS.test(onlyValue(arg) ?? ""));
  const read = readOptions(at < 0 ? call : { ...call, args: args.slice(0, at) }, OPTIONS, judging);
  const run = args[at];
  if (run === undefined || read === undefined) return;
  const [, ...words] = args.slice(at);
  const over = words.findIndex((arg) => onlyValue(arg) === ";");
  const doubt = doubtIn(read, run, words.slice(0, over < 0 ? undefined : over));
  if (doubt !== undefined) judging.find(doubt, "not_understood", `what fd ${run.text} would run is not certain`, ALONE);
  else if (over >= 0 && over < words.length - 1) judging.find(run, "not_understood", "more follows the command", ALONE);
  judging.judgeCommand(filled(over < 0 ? words : words.slice(0, over), read, onlyValue(run) ?? ""));
}

const ALONE = "put -x last, with a command that is written out";

/** An option in front that takes the `-x` for its value, another directory to run in, a word that may end the command. */
function doubtIn({ options }: ReadArguments, run: Argument, words: readonly Argument[]): Argument | undefined {
  const [last] = options.slice(-1);
  if (last !== undefined && last.value === undefined && takesValue(last.name)) return run;
  const moved = options.find(({ name }) => name === "-C" || name === "--base-directory");
  return (
    moved?.at ?? words.find((word) => mayEnd(word) || word.values?.some((value) => /^(?:-[xX]|--exec)/.test(value)))
  );
}

/** A word that may be `;`, or none. */
function mayEnd({ values, prefix, count }: Argument): boolean {
  return count === "any" || (values === undefined ? prefix === "" : values.includes(";"));
}

function takesValue(name: string): boolean {
  return ` ${OPTIONS.values?.replace(/\s+/g, " ")} `.includes(` ${name} `);
}

const PLACEHOLDER = /\{(?:\/?\.?|\/\/)\}/;

/** The words, with the names that are found in the place of `{}` and its kind, or at the end if there is none. */
function filled(words: readonly Argument[], read: ReadArguments, run: string): Argument[] {
  const count = /^-(?:X|-exec-batch)$/.test(run) ? "many" : "one";
  const isIn = ({ values, prefix, samples }: Argument) =>
    [...(values ?? [prefix]), ...(samples ?? [])].some((value) => /[{}]/.test(value));
  const found = (word: Argument): Argument => {
    const value = onlyValue(word);
    const prefix = value === undefined ? "" : value.slice(0, value.search(/[{}]/));
    const isName = beginsPlainly(read) && /^\{(?:|\.|\/\/)\}$/.test(value ?? "");
    const isBelow = staysBelow(read) && /^\{\/?\.?\}$|^\{\/\/\}$/.test(value ?? "");
    return foundName(word, prefix, count, { isPlain: isName, below: isBelow ? "name" : undefined });
  };
  const all = words.map((word) => (isIn(word) ? found(word) : word));
  if (words.some(({ values }) => values?.some((value) => PLACEHOLDER.test(value)))) return all;
  const last = words.at(-1);
  return last === undefined ? [] : [...all, { ...found(known("{}", last)), text: "what fd finds" }];
}

/** Every directory it looks in is written out, and is below. */
function staysBelow({ options, operands: [, ...directories] }: ReadArguments): boolean {
  return (
    directories.every(({ values }) => values?.every(isBelowText) ?? false) &&
    !options.some(({ name }) => /^--(?:search-path|path-separator|base-directory)$|^-C$/.test(name))
  );
}

/** Before version 8.3 names in the current directory begin as they are, without `./`. */
function beginsPlainly({ options, operands: [, ...directories] }: ReadArguments): boolean {
  const isOdd = options.some(({ name }) =>
    /^--(?:search-path|strip-cwd-prefix|path-separator|relative-path)$/.test(name),
  );
  const isAbsolute = options.some(({ name }) => name === "-a" || name === "--absolute-path");
  const isNamed =
    directories.length > 0 && directories.every(({ prefix }) => /^(?:\.\/)*(?:\w|\.\.\/)|^\//.test(prefix));
  return !isOdd && (isAbsolute || isNamed);
}
