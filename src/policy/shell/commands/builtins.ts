import { type Argument, maybeOption, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { isHarmlessSetting, isPlainName } from "../names.ts";
import { optionReader, reader, writer } from "../reader.ts";
import { UNKNOWN_PROGRAM } from "../writes.ts";
import { isScriptFile, judgeBehindOptions, judgeInput, judgeWords } from "./what-runs.ts";

const RUNS_TEXT = "runs text or a file as commands, which cannot be looked at before";
const NAME = /^[A-Za-z_]\w*$/;

/** What bash does itself. */
export const BUILTINS: readonly CommandSpec[] = [
  reader(": true false echo pwd exit return break continue shift times dirs caller"),
  // A `cd` into an unknown directory must not lead towards a secret.
  { ...spec("cd pushd", "changes the directory", cd), recursive: isUncertain },
  // It goes where the script has been.
  spec("popd", "changes the directory", (_, judging) => judging.enter(HERE_ONLY)),
  spec("test [", "tests", test),
  spec("printf", "prints", printf),
  optionReader("read", "reads a line", { flags: "-r -s -e", values: "-p -t -n -N -d -a -u -i" }, (read, _, judging) => {
    for (const { name, value, at, isApart } of read.options) {
      if (name === "-a" && value !== undefined) assignable(value, judging);
      if (name === "-a" && !isApart) judging.find(at, "not_understood", "the name after -a must be a word of its own");
    }
    for (const operand of read.operands) assignable(operand, judging);
  }),
  optionReader(
    "mapfile readarray",
    "reads lines",
    {
      flags: "-t",
      values: "-d -n -O -s -u",
      harmful: { "-C": "runs a command for its lines", "-c": "runs a command" },
    },
    (read, _, judging) => {
      for (const operand of read.operands) assignable(operand, judging);
    },
  ),
  spec("declare typeset local readonly", "sets variables", declare),
  spec("export", "sets variables", exported),
  optionReader("unset", "removes variables", { flags: "-v" }, (read, _, judging) => {
    for (const operand of read.operands) assignable(operand, judging);
  }),
  spec("set", "sets options of the shell", set),
  spec("shopt", "sets options of the shell", shopt),
  optionReader("type", "tells what a name is", { flags: "-a -f -p -t -P" }),
  optionReader("hash", "tells where commands are", { flags: "-l -t" }, (read, call, judging) => {
    if (read.options.length === 0 && read.operands.length > 0)
      judging.find(call.name, "mutating", "hash with names looks commands up");
  }),
  optionReader("help", "shows help", { flags: "-d -m -s" }),
  optionReader("umask", "sets a mask for this shell only", { flags: "-p -S" }),
  spec("ulimit", "shows limits", ({ args }, judging) => {
    // A number behind a letter sets the limit, also without a blank.
    const odd = args.find((arg) => !/^-[SH]*[a-zA-Z]$/.test(onlyValue(arg) ?? ""));
    if (odd !== undefined) judging.find(odd, "mutating", "ulimit with a value changes limits", "use ulimit -a");
  }),
  optionReader("wait", "waits", { flags: "-n -f" }),
  optionReader("jobs", "lists jobs", { flags: "-l -n -p -r -s", harmful: { "-x": "runs a command" } }),
  optionReader("alias", "shows aliases", { flags: "-p" }, (read, _, judging) => {
    for (const operand of read.operands)
      judging.find(operand, "code", "alias gives a command another name", undefined, UNKNOWN_PROGRAM);
  }),
  spec("compgen", "lists names", (call, judging) => {
    const [option, word, ...more] = call.args;
    if (
      more.length > 0 ||
      !/^-[abcdefgjksuv]$/.test(onlyValue(option) ?? "") ||
      (word && (word.count !== "one" || maybeOption(word)))
    ) {
      judging.find(
        call.name,
        "unknown_option",
        "compgen can run commands",
        "use it with one of -a -b -c -k and a word",
      );
    }
  }),
  spec("trap", "sets what runs at the end", (call, judging) => {
    const [first] = call.args.map(onlyValue);
    if (call.args.length > 0 && first !== "-" && first !== "-p" && first !== "-l" && first !== "") {
      judging.find(call.name, "code", "trap runs a command later, which is not looked at", "leave it out");
      const [script] = call.args.filter((arg) => onlyValue(arg) !== "--");
      if (script !== undefined) judging.judgeScript(script);
    }
  }),
  spec("exec", "replaces the shell", (call, judging) => {
    const reason = "exec replaces the shell, or opens files for all that follows";
    judging.find(call.name, "not_understood", reason, "run the command itself");
    judgeBehindOptions(call.args, judging, { values: /^-[cl]*a$/ });
  }),
  spec("command", "runs a command", (call, judging) => {
    const [option, ...rest] = call.args;
    const value = onlyValue(option);
    if (value === "-v" || value === "-V") return;
    judging.judgeCommand(value === "-p" || value === "--" ? rest : call.args);
  }),
  spec("builtin", "runs a built-in command", (call, judging) => {
    judging.judgeCommand(onlyValue(call.args[0]) === "--" ? call.args.slice(1) : call.args);
  }),
  spec("eval source .", RUNS_TEXT, (call, judging) => {
    judging.find(call.name, "mutating", `${call.name.values[0]} ${RUNS_TEXT}`, "write the commands themselves");
    if (call.name.values[0] === "eval") judgeWords(call.args, judging);
    else if (!isScriptFile(call.args.find((arg) => onlyValue(arg) !== "--"))) judgeInput(call, judging);
  }),
  writer("let", "runs what it finds in the values of variables", "use $((…)) with whole numbers"),
  writer("getopts", "sets variables by the words it is given", "write the values out"),
  writer("history fc", "reads and writes the history file"),
  writer("enable complete compopt bind disown suspend logout fg bg", "changes the shell"),
  writer("coproc", "runs a command beside the shell"),
];

function spec(names: string, reason: string, judge: NonNullable<CommandSpec["judge"]>): CommandSpec {
  return { names: names.split(" "), level: "READ", reason, judge };
}

/** No option of it does harm; where it leads must be certain, or is not known from there on. */
function cd(call: CommandCall, judging: Judging): void {
  const [target, extra] = call.args.filter((arg) => !/^-(?:[LPen@]|-)$/.test(onlyValue(arg) ?? ""));
  if (target === undefined) judging.enter(call.name.values[0] === "cd" ? [judging.facts.home] : HERE_ONLY);
  // The top of the repository that is here: git finds the same one there.
  else if (extra === undefined && TOP_LEVEL.test(target.text)) enterTop(judging);
  else if (extra === undefined && target.below === "top" && HERE.test(target.text)) return;
  else if (judging.directories.length === 0 && (target.values ?? [target.prefix]).some(isUp))
    judging.find(target, "not_understood", `where ${target.text} leads cannot be told`, "write the directory out");
  // `cd -` may go to where the shell was before the script began.
  else if (extra !== undefined || (target.values ?? [target.prefix]).some((each) => /^[-+]/.test(each))) judging.lose();
  else if (target.values !== undefined && target.count === "one") judging.enter(target.values);
  // What may be anything is refused as a word, and the line with it.
  else judging.goDeeper();
}

/** What begins with the path of the repository is as near to a secret as the repository. */
function isUncertain({ args }: CommandCall): boolean {
  return args.some(({ values, below }) => values === undefined && below !== "top");
}

const HERE_ONLY = ["."];

function isUp(path: string): boolean {
  return /(?:^|\/)\.\.(?:\/|$)/.test(path);
}

function enterTop(judging: Judging): void {
  for (const directory of judging.directories) {
    const [repository] = judging.facts.world.find(directory, REPOSITORY);
    if (repository !== undefined) judging.enter([repository.slice(0, -"/.git".length) || "/"]);
  }
}

const REPOSITORY = [".git"];

const HERE = /^"?\$(?:PWD|\{PWD\}|\(pwd(?: -[LP])?\))"?$/;
const TOP_LEVEL = /^"?\$\(git rev-parse --show-toplevel(?: 2>\/dev\/null)?\)"?$/;

/** Names of variables that something is put into. */
function assignable(argument: Argument, judging: Judging): void {
  const name = onlyValue(argument);
  if (name !== undefined && NAME.test(name) && isPlainName(name)) return;
  if (name === "REPLY" || name === "MAPFILE" || name === "_") return;
  const reason = `${argument.text} is not a plain name of a variable in lower case`;
  judging.find(argument, "environment", reason, "use a name such as line or value");
}

function test(call: CommandCall, judging: Judging): void {
  const args = call.name.values[0] === "[" ? call.args.slice(0, -1) : call.args;
  const loose = args.find((arg) => arg.count !== "one" && !arg.isNumber);
  if (loose !== undefined) {
    judging.find(loose, "dynamic", `${loose.text} may become several words for test`, "put it in double quotes");
  }
  const plain = args.filter((arg) => onlyValue(arg) !== "!");
  args.forEach((arg, index) => {
    // The name after -v can have brackets, and bash runs what is in them.
    const isTest =
      arg.values === undefined
        ? isOperatorPlace(plain, plain.indexOf(arg))
        : arg.values.some((value) => value === "-v" || value === "-R");
    if (isTest && !arg.isNumber && !NAME.test(onlyValue(args[index + 1]) ?? "")) {
      judging.find(arg, "dynamic", "test -v runs what stands in the brackets of a name", "test a plain name");
    }
  });
}

const BINARY = /^(?:=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;
const UNARY = /^-[b-np-uw-zA-QS-Z]$/;

/** Whether a word that is not certain could be an operator: with two words the first is, with many any might be. */
function isOperatorPlace(words: readonly Argument[], at: number): boolean {
  if (words.length < 2) return false;
  // `! -v name`: the first may be a negation.
  if (words.length === 3)
    return (
      at === 1 || (at === 0 && !BINARY.test(onlyValue(words[1]) ?? "") && !/^-[ao]$/.test(onlyValue(words[1]) ?? ""))
    );
  const before = onlyValue(words[at - 1]) ?? "";
  const after = onlyValue(words[at + 1]) ?? "";
  if (words.length === 2) return at === 0;
  return !BINARY.test(after) && !BINARY.test(before) && !UNARY.test(before);
}

function printf(call: CommandCall, judging: Judging): void {
  const isOver = onlyValue(call.args[0]) === "--";
  const args = isOver ? call.args.slice(1) : call.args;
  const [format] = args;
  if (format === undefined) return;
  if (
    format.count !== "one" ||
    format.prefix.startsWith("-v") ||
    (format.values === undefined && format.prefix === "")
  ) {
    if (args.length === 1 && format.count === "one" && !format.prefix.startsWith("-v")) return;
    judging.find(
      format,
      "dynamic",
      "the format of printf could turn into -v, which sets a variable",
      'use printf "%s\\n" and the value',
    );
  } else if (
    (format.values ?? [format.prefix]).some(
      (value) => /%[-+ #0-9.*']*[hlLqjzt]*n/.test(value) || (value.startsWith("-") && !isOver),
    )
  ) {
    judging.find(format, "mutating", "this format of printf sets a variable");
  } else if (format.values === undefined && args.length > 1) {
    judging.find(format, "dynamic", "the format of printf is not certain", 'use printf "%s\\n" and the value');
  }
}

const DECLARED = /^([A-Za-z_]\w*)(?:\[\])?\+?=/;

function declare(call: CommandCall, judging: Judging): void {
  const isList = call.args.some((arg) => /^[-+]\w*[aA]/.test(onlyValue(arg) ?? ""));
  for (const arg of call.args) {
    const value = onlyValue(arg);
    if (value !== undefined && /^[-+][aAgrpfFI]+$/.test(value)) continue;
    const [declared = "", name = value !== undefined && NAME.test(value) ? value : undefined] =
      DECLARED.exec(arg.prefix) ?? [];
    if (name === undefined || arg.count === "many" || (arg.count === "any" && declared === "")) {
      const reason = `${call.name.values[0]} ${arg.text} is not understood`;
      judging.find(arg, "unknown_option", reason, "assign the variable plainly");
    } else if (!isPlainName(name)) {
      const reason = `${name} is a variable that other programs or the shell may pay attention to`;
      judging.find(arg, "environment", reason, "use a name in lower case");
    } else if (isListText(arg, declared, isList)) {
      judging.find(
        arg,
        "dynamic",
        "text that is assigned to a list is read as commands again",
        "write the list as name=(a b c)",
      );
    }
  }
}

/** A text that bash takes for a list, `x='(…)'`; what is really written as one has no value. */
function isListText({ values, prefix, text }: Argument, declared: string, isList: boolean): boolean {
  if (declared === "" || /^\w+\+?=\(/.test(text)) return false;
  if (values === undefined && /^["'$]/.test(text)) return true;
  if (values !== undefined) return values.some((value) => value.slice(declared.length).startsWith("("));
  return isList || prefix.slice(declared.length).startsWith("(");
}

function exported(call: CommandCall, judging: Judging): void {
  for (const arg of call.args) {
    const value = onlyValue(arg);
    if (value === "-p" || value === "-n") continue;
    const [, name = "", text] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(value ?? arg.prefix) ?? [];
    if (arg.count === "one" && name !== "" && isPlainName(name) && !isListText(arg, `${name}=`, false)) continue;
    if (value !== undefined && name !== "" && isHarmlessSetting(name, text)) continue;
    const reason = `exporting ${arg.text} may change what later commands do`;
    judging.find(arg, "environment", reason, "leave export out, or set it plainly in lower case");
  }
}

const OPTIONS = new Set([
  "pipefail",
  "errexit",
  "nounset",
  "noglob",
  "noclobber",
  "xtrace",
  "verbose",
  "noexec",
  "errtrace",
]);

function set(call: CommandCall, judging: Judging): void {
  let isName = false;
  for (const arg of call.args) {
    const value = onlyValue(arg);
    if (value === "--" || value === "-") return;
    if (value === undefined) {
      judging.find(arg, "dynamic", `${arg.text} could turn into an option of set`, "put -- before it");
      return;
    }
    if (isName) {
      isName = false;
      if (OPTIONS.has(value)) continue;
    } else if (/^[-+][euxvfCnE]*o$/.test(value)) {
      isName = true;
      continue;
    } else if (/^[-+][euxvfCnE]+$/.test(value)) continue;
    judging.find(arg, "unknown_option", `set ${value} may change how commands are read`, "leave it out");
    return;
  }
}

/** The analysis counts with these; others change what a pattern stands for, or how a later line is read. */
const SHELL_OPTIONS = new Set(["nullglob", "failglob", "globstar", "dotglob", "nocasematch"]);

function shopt(call: CommandCall, judging: Judging): void {
  for (const arg of call.args) {
    const value = onlyValue(arg) ?? "";
    if (["-s", "-u", "-p", "-q"].includes(value) || SHELL_OPTIONS.has(value)) continue;
    judging.find(arg, "unknown_option", `shopt ${arg.text} may change how commands are read`, "leave it out");
  }
}
