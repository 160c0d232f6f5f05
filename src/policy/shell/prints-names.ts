import type { Command, Word } from "unbash";
import { type Argument, isBelowText, maybeOption, onlyValue } from "./argument.ts";

/**
 * Where the names end that commands print, all of them below the current directory or the top of the repository. `nul`
 * and `line`: each name ends there. `broken`: at line breaks, but names may have those in them. `pieces`: so do they, and
 * only some of the lines are left. `top`: one line, which is the whole path of the directory itself. `cut`: names of which
 * the end was taken away, so that dots may be left.
 */
export type Ends = "nul" | "line" | "broken" | "pieces" | "top" | "cut";

/** What the words of the commands are, as far as that is known. */
type Read = (word: Word) => Argument;

/** How the names end that these commands of a pipeline print, if it prints names below and nothing else. */
export function printsNames(commands: readonly Command[], read: Read): Ends | undefined {
  let ends: Ends | undefined;
  for (const [index, command] of commands.entries()) {
    const name = command.name?.value;
    const args = command.args.flatMap((arg) => (arg.type === "Word" ? read(arg) : []));
    if (name === undefined || args.length < command.args.length) return undefined;
    // What cuts such a path, or goes on from it, leads up.
    if (ends === "top" || ends === "cut") return undefined;
    ends = index === 0 ? SOURCES.get(name)?.(args) : ends && (FILTERS.get(name)?.(args, ends) ?? listed(name, args));
    if (ends === undefined) return undefined;
  }
  return ends;
}

// Commands that list names.

type Source = (args: readonly Argument[]) => Ends | undefined;

const SOURCES: ReadonlyMap<string, Source> = new Map<string, Source>([
  ["git", git],
  ["find", find],
  ["fd", fd],
  ["fdfind", fd],
  ["rg", rg],
  ["grep", grep],
  ["egrep", grep],
  ["fgrep", grep],
  ["ls", (args) => broken(below(args, /^-[1ArtSpd]+$/, NO_VALUES))],
  ["echo", (args) => texts(args, /^-n$/)],
  ["printf", printf],
  ["basename", basename],
  ["dirname", (args) => broken(below(args, NOTHING, NO_VALUES))],
  ["pwd", (args) => words(/^(?:-[LP])?$/)(args) && "top"],
  ["date", words(/^\+[%\w:-]+$/)],
  ["uname", words(/^(?:-[rsmp])?$/)],
  ["whoami", words(/^$/)],
  ["pgrep", words(/^(?:-[fnox]+ )?[\w./-]+$/)],
]);

/** Text that every reader takes for a name, whatever was asked for. */
function words(form: RegExp): Source {
  return (args) => (form.test(args.map((arg) => onlyValue(arg) ?? "\n").join(" ")) ? "line" : undefined);
}

const NOTHING = /^(?!)/;

/** A second word is taken away from the end, unless all of them are names. */
function basename(args: readonly Argument[]): Ends | undefined {
  const names = args.filter((arg) => arg.below !== "top");
  const ends = broken(below(names, /^-[az]$/, NO_VALUES));
  const isWhole = has(args, /^-a$/) || (args.length === 1 && args[0]?.count === "one");
  return ends && (isWhole ? ends : "cut");
}

function git(args: readonly Argument[]): Ends | undefined {
  const [sub = "", ...options] = args.map((arg) => onlyValue(arg) ?? "");
  if (`${sub} ${options.join(" ")}` === "rev-parse --show-toplevel") return "top";
  if (
    /^(?:rev-parse --show-prefix|rev-parse --abbrev-ref HEAD|branch --show-current)$/.test(
      `${sub} ${options.join(" ")}`,
    )
  )
    return "line";
  const known = GIT.get(sub);
  const end = options.indexOf("--");
  const before = end < 0 ? options : options.slice(0, end);
  if (known === undefined || !known.needs.every((needed) => before.some((option) => needed.test(option))))
    return undefined;
  // Of a file or a tag it shows the text.
  if (sub === "show" && !before.every((word) => /^-|^(?:HEAD|@)(?:[~^]\d*)*$/.test(word))) return undefined;
  const rest = args.slice(1);
  const names = below(sub === "grep" ? withoutPattern(rest) : rest, known.options, NO_VALUES);
  return names && (names === "piece" ? "pieces" : before.includes("-z") ? "nul" : "line");
}

function find(all: readonly Argument[]): Ends | undefined {
  const args = all.slice(all.findIndex((arg) => !/^-[HLP]$/.test(onlyValue(arg) ?? "")));
  const from = args.findIndex((arg) => /^[-(!]/.test(onlyValue(arg) ?? ""));
  const [starts, tests] = from < 0 ? [args, []] : [args.slice(0, from), args.slice(from)];
  // Other makers have more options that stand before the directories.
  if (from === 0 && /^-(?:[a-zA-Z]|O.*|-)$/.test(onlyValue(args[0]) ?? "")) return undefined;
  const known = below(starts, NOTHING, NO_VALUES);
  if (known === undefined) return undefined;
  const actions = tests.map((arg) => onlyValue(arg) ?? "").filter((word) => FIND_ACTIONS.test(word));
  const printed = tests.flatMap((arg, at) => (onlyValue(arg) === "-printf" ? (onlyValue(tests[at + 1]) ?? "") : []));
  if (!actions.every((word) => /^-print(?:0|f)?$/.test(word)) || !printed.every(isNameFormat)) return undefined;
  if (known === "piece") return "pieces";
  return actions.length > 0 && actions.every((word) => word === "-print0") ? "nul" : "broken";
}

function rg(args: readonly Argument[]): Ends | undefined {
  // Its `-L` follows links.
  if (!has(args, /^-(?![gtT])\w*l|^--files/)) return undefined;
  const operands = has(args, /^--files$/) ? args : withoutPattern(args);
  return broken(below(operands, RG_OPTIONS, VALUES), has(args, /^-\w*0$|^--null$/));
}

/** Each name ends with the format, which has no way up in it. */
function printf([format, ...args]: readonly Argument[]): Ends | undefined {
  const text = onlyValue(format) ?? "";
  if (!/^(?:[\w-]|%s)*(?:\\[n0])?$/.test(text) || /^-|%s.*%s/.test(text)) return undefined;
  if (!/\\[n0]$/.test(text) && (args.length > 1 || args[0]?.count !== "one")) return undefined;
  return texts(args) && (text.endsWith("\\0") ? "nul" : texts(args));
}

const NO_VALUES = new Set<string>();
const VALUES = new Set(
  "-e -g -t -T -m -d -E -A -B -C -j --glob --iglob --type --max-depth --exclude --extension".split(" "),
);

const NAMES_ONLY = /^--name-only$/;
const NO_MESSAGE = /^--(?:format|pretty)=(?:format:)?$/;

/** The sub-commands that list names, with the options that leave it at that, and those without which they do not. */
const GIT = new Map<string, { options: RegExp; needs: readonly RegExp[] }>(
  Object.entries({
    "ls-files": {
      options:
        /^(?:-[zcdmo]+|--(?:cached|deleted|modified|others|exclude-standard|full-name|deduplicate|exclude=.*)|--)$/,
      needs: [],
    },
    "ls-tree": { options: /^(?:-[rz]+|--name-only|--full-name|--)$/, needs: [NAMES_ONLY] },
    diff: {
      options:
        /^(?:-z|-M|--(?:name-only|cached|staged|relative|no-renames|merge-base|no-color|diff-filter=\w+|ignore-submodules)|--)$/,
      needs: [NAMES_ONLY],
    },
    "diff-tree": {
      options: /^(?:-[rz]+|-m|--(?:name-only|no-commit-id|root|no-renames|diff-filter=\w+)|--)$/,
      needs: [NAMES_ONLY],
    },
    show: {
      options: /^(?:-z|--(?:name-only|format=|pretty=|pretty=format:|no-renames)|--)$/,
      needs: [NAMES_ONLY, NO_MESSAGE],
    },
    log: {
      options:
        /^(?:-z|-\d+|-n\d+|--(?:name-only|format=|pretty=|pretty=format:|no-renames|since=.*|author=.*|no-merges|diff-filter=\w+)|--)$/,
      needs: [NAMES_ONLY, NO_MESSAGE],
    },
    grep: {
      options: /^(?:-[lLiwEFPIzv]+|--(?:name-only|files-with-matches|cached|untracked)|--)$/,
      needs: [/^-\w*[lL]|^--(?:name-only|files-with)/],
    },
  }),
);

const RG_OPTIONS =
  /^(?:-[lLiwFsSuUPvx0HN.]+|-[gtT].+|--(?:files|files-with-matches|files-without-match|hidden|no-ignore|no-ignore-vcs|null|ignore-case|fixed-strings|word-regexp|smart-case|multiline|no-messages|sort=path|(?:glob|iglob|type|max-depth)=.*)|--)$/;

const FIND_ACTIONS = /^-(?:print|ls|exec|fprint|fls|ok|delete|rm)/;

/** `%p\n`, `%P\n`, `%f\n`, `%h\n`: one name a line. */
function isNameFormat(format: string): boolean {
  return /^%[pPfh]\\[n0]$/.test(format);
}

function fd(args: readonly Argument[]): Ends | undefined {
  const options =
    /^(?:-[HIusigFLp0]+|-[etdE].+|--(?:hidden|no-ignore|glob|follow|full-path|print0|(?:type|extension|exclude|max-depth)=.*)|--)$/;
  return broken(below(withoutPattern(args), options, VALUES), has(args, /^-\w*0$|^--print0$/));
}

function grep(args: readonly Argument[]): Ends | undefined {
  if (!has(args, /^-[a-zA-Z]*[lL]|^--files-with/)) return undefined;
  const options =
    /^(?:-[rRlLiwxEFPGnsIvZ]+|--(?:files-with-matches|files-without-match|recursive|null|include=.*|exclude=.*|exclude-dir=.*)|--)$/;
  return broken(below(withoutPattern(args), options, VALUES), has(args, /^-\w*Z$|^--null$/));
}

/** Whether every word is an option of these, the value of one, or a name below. */
function below(args: readonly Argument[], options: RegExp, values: ReadonlySet<string>): Argument["below"] {
  let known: Argument["below"] = "name";
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    const text = onlyValue(arg);
    if (text !== undefined && values.has(text)) at++;
    else if (text?.startsWith("-")) {
      if (!options.test(text)) return undefined;
    } else if (arg.values !== undefined) {
      if (!arg.values.every((value) => isBelowText(value) && !/^:[/(]/.test(value))) return undefined;
    } else if (!isNamed(arg)) return undefined;
    else if (arg.below === "piece") known = "piece";
  }
  return known;
}

/** It is a name below, whichever, that may be taken apart again. */
function isNamed({ below: known, prefix }: Argument): boolean {
  return (known === "name" || known === "piece") && isBelowText(prefix);
}

/** The first operand is no name, if the pattern is not given by an option. */
function withoutPattern(args: readonly Argument[]): readonly Argument[] {
  if (has(args, /^-\w*e$|^--regexp/)) return args;
  const at = args.findIndex((arg, index) => {
    const text = onlyValue(arg);
    return !text?.startsWith("-") && !VALUES.has(onlyValue(args[index - 1]) ?? "");
  });
  const pattern = args[at];
  if (pattern === undefined || pattern.count !== "one") return args;
  return maybeOption(pattern) && pattern.values === undefined ? args : args.filter((arg) => arg !== pattern);
}

/** Whether an option is given: not as the value of another one, and not behind the end of the options. */
function has(args: readonly Argument[], option: RegExp): boolean {
  const texts = args.map((arg) => onlyValue(arg) ?? "");
  const end = texts.indexOf("--");
  return texts.some((text, at) => option.test(text) && (end < 0 || at < end) && !VALUES.has(texts[at - 1] ?? ""));
}

/** Texts that are printed as they are: each word of them is a name below. Quotes mean something to xargs. */
function texts(args: readonly Argument[], options = NOTHING): Ends | undefined {
  // `echo -e` prints other names than it is given.
  const isText = (value: string) => !value.startsWith("-") && isBelowText(value);
  const isBelow = args.every((arg) => {
    if (arg.values === undefined) return isNamed(arg) && isText(arg.prefix);
    return arg.values.every((value) => options.test(value) || isText(value));
  });
  return isBelow ? (args.every(({ values }) => values !== undefined) ? "line" : "broken") : undefined;
}

function broken(named: Argument["below"], isNul = false): Ends | undefined {
  if (named === undefined) return undefined;
  return named === "piece" ? "pieces" : isNul ? "nul" : "broken";
}

// Commands that choose among the lines they read, or take names apart.

type Filter = (args: readonly Argument[], ends: Ends) => Ends | undefined;

/** A filter whose words are all of this form. */
function chosen(words: RegExp): Filter {
  return (args, ends) => {
    const text = args.map((arg) => (arg.isNumber ? "1" : (onlyValue(arg) ?? "\n"))).join(" ");
    return words.test(text) ? some(ends) : undefined;
  };
}

function some(ends: Ends): Ends {
  return ends === "line" ? "line" : "pieces";
}

const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    cat: (args: readonly Argument[], ends: Ends) => (args.length === 0 ? ends : undefined),
    head: chosen(/^(?:-n ?\d+|-\d+|)$/),
    tail: chosen(/^(?:-n ?\+?\d+|-\d+|)$/),
    sort: chosen(/^(?:(?:-[urnVfbdhgR]+|-k ?[\d,.nr]+|-t ?\S)(?: |$))*$/),
    uniq: chosen(/^(?:-[ud])?$/),
    shuf: chosen(/^(?:-n ?\d+)?$/),
    tac: chosen(/^$/),
    grep: lines,
    egrep: lines,
    fgrep: lines,
    rg: lines,
    sed: chosen(
      /^(?:(?:-n )?(?:\d+(?:,(?:\d+|\$))?|\$|\/[^/\n;]*\/)[pdq]|s([|#/])\^\\?\.\\?\/\1\1|s\|\/\[\^\/\]\*\$\|\||s\/\\\/\[\^\/\]\*\$\/\/)$/,
    ),
    cut: chosen(/^(?:-d ?\/ -f ?[\d,-]+|-f ?[\d,-]+ -d ?\/)$/),
    awk: chosen(/^(?:-F ?\/ \{ *print \$\d+ *\}|NR *[=<>]=? *\d+)$/),
    tr(args: readonly Argument[], ends: Ends) {
      const given = args.map(onlyValue).join(" ");
      if (given === "\\n \\0") return ends === "line" ? "nul" : "pieces";
      return given === "\\n  " || given === "\\0 \\n" ? "pieces" : undefined;
    },
  }),
);

/** grep as a filter: its lines are printed as they are, and it is given no file. */
function lines(args: readonly Argument[], ends: Ends): Ends | undefined {
  let patterns = 0;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    const text = onlyValue(arg);
    if (text === "-e") {
      at++;
      patterns++;
    } else if (text === "--") continue;
    else if (text?.startsWith("-")) {
      if (!/^-(?:[vEFiwxPaGs]+|m\d+|-color=never|-invert-match|-line-buffered)$/.test(text)) return undefined;
    } else if (arg.count !== "one" || (arg.values === undefined && maybeOption(arg))) return undefined;
    else patterns++;
  }
  return patterns === 1 ? some(ends) : undefined;
}

/** `xargs dirname`, `xargs grep -l x`: a list that is made of a list. */
function listed(name: string, args: readonly Argument[]): Ends | undefined {
  if (name !== "xargs") return undefined;
  const from = args.findIndex(
    (arg, at) =>
      !/^-(?:[0rt]+|n\d+|I|I\{\}|P\d+)$/.test(onlyValue(arg) ?? "") &&
      !(onlyValue(arg) === "{}" && onlyValue(args[at - 1]) === "-I"),
  );
  const [command, ...rest] = from < 0 ? [] : args.slice(from);
  const source = onlyValue(command) ?? "";
  if (!/^(?:dirname|basename|ls|grep|rg)$/.test(source)) return undefined;
  const operand = { prefix: "", count: "any", below: "piece", start: 0, end: 0, text: "" } as const;
  const operands = [...rest.filter((arg) => onlyValue(arg) !== "{}"), operand];
  const ends = SOURCES.get(source)?.(operands);
  return ends && (ends === "cut" ? "cut" : "pieces");
}
