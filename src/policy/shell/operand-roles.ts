import { type Argument, maybeOption, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";

/**
 * What a command does with a word. `text`: it prints or compares it, or tells only the name of what is there. `path`: it
 * opens it. `pattern`: text, unless it turns into an option. Nothing: it may give it a meaning of its own, so that no value is known to be harmless.
 */
type Role = "text" | "pattern" | "path" | undefined;

/** The words of a call, one by one. A command that is not listed here gives every word a meaning of its own. */
export function rolesOf(call: CommandCall): readonly Role[] {
  const name = call.name.values[0];
  const special = SPECIAL.get(name);
  if (special !== undefined) return special(call.args);
  if (TEXT.has(name)) return call.args.map(() => "text");
  return PATHS.has(name) ? withOptions(call.args, VALUES.get(name) ?? NONE, PATTERNS.has(name), FLAGS.get(name)) : [];
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const NONE: ReadonlySet<string> = new Set();

/** They print, compare or list, or run a command that is judged by itself. */
const TEXT =
  words(`: true false echo printf test [ exit return break continue shift pwd times dirs caller type which hash
  help umask ulimit wait jobs alias compgen trap read mapfile readarray unset declare typeset local readonly export set
  shopt expr seq yes factor numfmt basename dirname pathchk tr sleep usleep cal ncal
  ls dir vdir stat readlink realpath mountpoint namei lsattr getfacl df exa eza lsd find gfind fd fdfind
  nice timeout gtimeout stdbuf time ionice setsid taskset caffeinate watch env command builtin`);

/** Each operand is a file that is read, or a directory. No operand is an address, and none is a list of operands. */
const PATHS = words(`cat tac head tail wc nl rev cut paste join comm cmp expand unexpand fold fmt pr column col colrm ul
  tsort look od hexdump hd xxd md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum
  diff colordiff diff3 sdiff sort uniq ptx shuf base64 base32 basenc iconv bat batcat sed gsed file du isutf8
  cd pushd grep egrep fgrep rgrep ggrep rg ripgrep ag ack ack-grep jq gojq yq csvlook csvcut csvgrep csvstat csvsort
  zcat gzcat bzcat xzcat lzcat zstdcat gzip gunzip bzip2 bunzip2 xz unxz zstd unzip zipinfo tokei scc shellcheck shfmt
  pdfinfo pdftotext`);

/** Of these the first operand is a pattern or a program. yq takes it for a file if there is one. */
const PATTERNS = words("grep egrep fgrep rgrep ggrep rg ripgrep ag ack ack-grep jq gojq sed gsed look");

const GREP = words(`-e -m -A -B -C --regexp --include --exclude --exclude-dir --max-count --context --after-context
  --before-context --label`);
const RG = words(`-e -m -A -B -C -g -t -T -M -r -d --regexp --glob --iglob --type --type-not --max-count --max-depth
  --max-columns --replace --context --color --sort --sortr`);
const LINES = words("-n -c -s --lines --bytes");

/** Options whose value is only text. */
const VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ...["grep", "egrep", "fgrep", "rgrep", "ggrep"].map((name) => [name, GREP] as const),
  ...["rg", "ripgrep"].map((name) => [name, RG] as const),
  ...["ag", "ack", "ack-grep"].map((name) => [name, words("-m -A -B -C -G")] as const),
  ...["head", "tail"].map((name) => [name, LINES] as const),
  ...["jq", "gojq"].map((name) => [name, words("--indent")] as const),
  ["cut", words("-d -f -c -b --delimiter --fields --characters --bytes --output-delimiter")],
  ["sort", words("-k -t -S --key --field-separator")],
  ["paste", words("-d --delimiters")],
  ["join", words("-t -1 -2 -j -o -e")],
  ["nl", words("-w -s -v")],
  ["fold", words("-w")],
  ["fmt", words("-w")],
  ["column", words("-s -c -o")],
  ["od", words("-N -j -t -A")],
  ["hexdump", words("-n -s -e")],
  ["xxd", words("-l -s -c -g")],
  ["diff", words("-U -C -I -x --label")],
  ["du", words("-d --max-depth --exclude")],
  ["uniq", words("-f -s -w")],
  ["shuf", words("-n -i")],
  ["base64", words("-w")],
  ["iconv", words("-f -t")],
  ["bat", words("-l -r -H --line-range --language --theme --style")],
]);

/** Options without a value, which may stand in one word before one that has a value: `-rne`. */
const FLAGS: ReadonlyMap<string, RegExp> = new Map([
  ...["grep", "egrep", "fgrep", "rgrep", "ggrep"].map((name) => [name, /^-[rRinlLcowvxEFPGHhsqIaz]+$/] as const),
  ...["rg", "ripgrep"].map((name) => [name, /^-[inlLcowvxFPsSuUHNaz0p.]+$/] as const),
  ["cut", /^-[sz]+$/],
  ["sort", /^-[bdfginrRsuVzhcCmM]+$/],
  ["paste", /^-[sz]+$/],
  ["column", /^-t$/],
  ["base64", /^-[di]+$/],
]);

/** An option that gives the pattern or the program: then every operand is a file. Long options may be cut short. */
const GIVES_PATTERN = /^--(?:reg|exp|from|match|file(?:=|$)|files$)|^-[ef]/;

type Special = (args: readonly Argument[]) => Role[];

const SPECIAL: ReadonlyMap<string, Special> = new Map<string, Special>([
  ["git", git],
  ...["awk", "gawk", "mawk", "nawk", "original-awk"].map((name) => [name, awk] as const),
  ...["bash", "sh"].map((name) => [name, shell] as const),
  ...["xargs", "gxargs"].map((name) => [name, except(/^-[0rtpxo]*a$|^--arg-file$/)] as const),
  ...["date", "gdate"].map((name) => [name, except(/^-[uR]*f$|^--file$/)] as const),
  // With some options its operands are lists that it prints.
  ["tree", (args) => args.map(() => (args.some(({ prefix }) => /^--\w*file/.test(prefix)) ? "path" : "text"))],
  // Some words, and some columns, make it print the environment.
  [
    "ps",
    (args) => args.map((_, at) => (/^-[pCuUgGt]$|^--p?pid$/.test(onlyValue(args[at - 1]) ?? "") ? "text" : undefined)),
  ],
]);

/** Text, but for the values of options that are files. */
function except(files: RegExp): Special {
  return (args) =>
    args.map((arg, index) => {
      const [attached = ""] = /^(?:--[^=]*|-[^-]*?[af]|-.)/.exec(arg.prefix) ?? [];
      return files.test(attached) || files.test(onlyValue(args[index - 1]) ?? "") ? "path" : "text";
    });
}

/** Options with their values, and operands, of which the first may be a pattern. */
function withOptions(
  args: readonly Argument[],
  values: ReadonlySet<string>,
  hasPattern: boolean,
  flags = /^(?!)/,
): Role[] {
  const roles: Role[] = args.map(() => "path");
  let isPattern = hasPattern && !args.some(({ prefix }) => GIVES_PATTERN.test(valued(prefix, values)));
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    const text = onlyValue(arg);
    if (text === "--") {
      if (isPattern && args[at + 1]?.count === "one") roles[at + 1] = "text";
      break;
    }
    if (text === "--arg" || text === "--argjson") {
      roles[at + 2] = "text";
      at += 2;
    } else if (text?.startsWith("-") && text !== "-") {
      const isCluster = flags.test(text.slice(0, -1)) && values.has(`-${text.at(-1)}`);
      if (isCluster || values.has(text)) roles[++at] = "text";
    } else if (text === undefined && arg.prefix.startsWith("-")) {
      const [option = ""] = /^(?:--[^=]*(?==)|-[^-])/.exec(arg.prefix) ?? [];
      if (values.has(option)) roles[at] = "text";
    } else if (isPattern) {
      isPattern = false;
      if (arg.count === "one") roles[at] = maybeOption(arg) ? "pattern" : "text";
    }
  }
  // Several words: only the first is the value of an option.
  return roles.map((role, at) => (args[at]?.count === "any" ? "path" : role));
}

/** The option of a word that has a value: `-rnefoo` → `-e`. */
function valued(word: string, values: ReadonlySet<string>): string {
  if (!/^-[^-]/.test(word)) return word;
  const letter = [...word.slice(1)].find((each) => values.has(`-${each}`) || each === "e" || each === "f");
  return `-${letter ?? ""}`;
}

/** Words of awk may be assignments, and `-v` has one; those matter only where the program opens what a variable names. */
function awk(args: readonly Argument[]): Role[] {
  const isOpening = args.some((arg) => arg.values?.some((value) => value.includes("getline")) ?? false);
  const values = words("-v -F --assign --field-separator");
  return withOptions(args, values, false).map((role) => (isOpening ? undefined : role));
}

/** The words behind a script are its own. */
function shell(args: readonly Argument[]): Role[] {
  const isCheck = onlyValue(args[0]) === "-n";
  return args.map(() => (isCheck ? "path" : "text"));
}

/** What git finds in its repository is no secret; these open files elsewhere, too. */
const GIT_OPENS = words("diff-tree diff-index diff-files apply hash-object config bundle interpret-trailers ls-remote");
const GIT_FILES =
  /^(?:-[FCO]|-[a-zA-Z]*[fSX]|--file|--contents|--ignore-revs-file|--exclude-from|--git-dir|--work-tree)$/;

function git(args: readonly Argument[]): Role[] {
  const sub = args.find(
    (arg, at) => /^[a-z]/.test(onlyValue(arg) ?? "") && !/^-[cC]$/.test(onlyValue(args[at - 1]) ?? ""),
  );
  const name = onlyValue(sub) ?? "";
  const isOpen =
    name === "" ||
    GIT_OPENS.has(name) ||
    (name === "diff" && mayCompareFiles(args.slice(args.findIndex((arg) => arg === sub)))) ||
    args.some((arg) => onlyValue(arg) === "--no-index");
  // In a log `-S` looks for a text.
  const isFile = (option: string) =>
    GIT_FILES.test(option) && (!option.endsWith("S") || /^(?:blame|annotate)$/.test(name));
  return args.map((arg, at) => {
    const [attached = ""] = /^(?:--[^=]*(?==)|-[^-])/.exec(arg.prefix) ?? [];
    return isOpen || isFile(attached) || isFile(onlyValue(args[at - 1]) ?? "") ? "path" : "text";
  });
}

/** Two words, and nothing else, may be two files that need not be in a repository. */
function mayCompareFiles(args: readonly Argument[]): boolean {
  const end = args.findIndex((arg) => onlyValue(arg) === "--");
  const before = args.slice(0, end).filter((arg) => !/^-/.test(arg.prefix)).length;
  const behind = args.slice(end + 1);
  // The first of those before is the sub-command.
  return end < 0 || (before < 2 && !(behind.length === 1 && behind[0]?.count === "one"));
}
