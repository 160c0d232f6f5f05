import { type Argument, foundName, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";

const words = (text: string) => new Set(text.split(/\s+/));

/** Expressions without an argument. */
const ALONE =
  words(`-daystart -depth -d -follow -ignore_readdir_race -noignore_readdir_race -mount -x -xdev -noleaf -nowarn -warn
  -empty -executable -readable -writable -nogroup -nouser -true -false -ls -print -print0 -prune -quit
  -not -a -and -o -or ! ( ) , -H -L -P -E -X -s`);

/** Expressions that take one word. */
const WITH_WORD =
  words(`-regextype -maxdepth -mindepth -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname
  -iname -inum -ipath -iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size
  -type -uid -used -user -wholename -xtype -context -printf -D -depth-level -Bmin -Bnewer -Btime -flags -since`);

const HARMFUL: Record<string, string> = {
  "-delete": "deletes files",
  "-fprint": "writes its list to a file",
  "-fprint0": "writes its list to a file",
  "-fprintf": "writes its list to a file",
  "-fls": "writes its list to a file",
  "-ok": "asks, and runs a command",
  "-okdir": "asks, and runs a command",
  "-rm": "deletes files",
};

/** `find`: everything but the expressions that write, delete or run; what `-exec` runs is judged as if it stood alone. */
export const FIND: readonly CommandSpec[] = [
  { names: ["find", "gfind"], level: "READ", reason: "lists files", judge: judgeFind, recursive: runsSomething },
];

/** What it runs prints what is in the files, and not only something about them. */
function runsSomething({ args }: CommandCall): boolean {
  return args.some((arg, index) => arg.prefix.startsWith("-exec") && !ABOUT.has(onlyValue(args[index + 1]) ?? ""));
}

const ABOUT = words("ls stat file du echo printf basename dirname realpath readlink test [ true");

/** Whatever it turns out to be, it is no expression; an empty name is none either. */
function isDirectory({ values, prefix, count }: Argument): boolean {
  if (count === "any") return false;
  return values === undefined ? /^[^-(!,]/.test(prefix) : values.every((value) => !/^[-(!,]/.test(value));
}

function judgeFind(call: CommandCall, judging: Judging): void {
  const { args } = call;
  const starts: Argument[] = [];
  let isExpression = false;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] as Argument;
    const value = onlyValue(arg);
    if (value === undefined) {
      const isPath = !isExpression && isDirectory(arg);
      if (isPath) starts.push(arg);
      else {
        const hint = "write it out; as a directory it must begin with a certain text such as ./";
        judging.find(arg, "dynamic", `${arg.text} could turn into an expression of find`, hint);
        judgeRest(args.slice(index), judging);
        return;
      }
    } else if (value === "-exec" || value === "-execdir") {
      const end = judgeExec(call, index, starts, judging);
      if (end === undefined) {
        judgeRest(args.slice(index), judging);
        return;
      }
      isExpression = true;
      index = end;
    } else if (Object.hasOwn(HARMFUL, value)) {
      judging.find(arg, "mutating", `find ${value} ${HARMFUL[value]}`, "let find print the names");
      if (value.startsWith("-ok")) {
        judgeRest(args.slice(index), judging);
        return;
      }
    } else if (/^-newer[aBcm][aBcmt]$/.test(value) || WITH_WORD.has(value)) {
      isExpression ||= value !== "-D";
      const word = args[++index];
      if (word !== undefined && word.count !== "one") {
        judging.find(word, "dynamic", `${word.text} may become several words for find`, "put it in quotes");
        judgeRest(args.slice(index), judging);
        return;
      }
    } else if (ALONE.has(value) || /^-O\d$/.test(value)) {
      isExpression ||= !/^-[HLPEXsO]/.test(value);
    } else if (!isExpression && !/^[-(!,]/.test(value)) starts.push(arg);
    else {
      judging.find(arg, "unknown_option", `${value} is not an expression of find that is known to only read`);
      judgeRest(args.slice(index), judging);
      return;
    }
  }
}

/** Judges what is run by expressions that are not understood as a whole. */
function judgeRest(args: readonly Argument[], judging: Judging): void {
  for (const [at, arg] of args.entries()) {
    if (!/^-(?:exec|ok)(?:dir)?$/.test(onlyValue(arg) ?? "")) continue;
    const end = args.findIndex((each, index) => index > at && onlyValue(each) === ";");
    const words = args.slice(at + 1, end < 0 ? undefined : end);
    judging.judgeCommand(words.map((word) => found(word, true, false, false)));
  }
}

/** Judges what `-exec` runs; the index of its end, or nothing if it has none. */
function judgeExec(call: CommandCall, from: number, starts: readonly Argument[], judging: Judging): number | undefined {
  const { args } = call;
  const option = args[from] as Argument;
  const end = args.findIndex((arg, index) => {
    const value = onlyValue(arg);
    return index > from && (value === ";" || (value === "+" && onlyValue(args[index - 1]) === "{}"));
  });
  if (end < 0) {
    judging.find(option, "not_understood", "the command after -exec has no certain end", "end it with \\; or +");
    return undefined;
  }
  if (onlyValue(option) === "-execdir") {
    judging.find(option, "code", "find -execdir runs a command in every directory it finds", "use -exec");
    return undefined;
  }
  const unsafe = starts.find((start) => start.count === "any" || start.prefix === "" || start.prefix.startsWith("-"));
  const unsure = args.slice(from + 1, end).find(mayEnd);
  if (unsure !== undefined) {
    judging.find(unsure, "dynamic", `${unsure.text} could be the end of the command after -exec`, "write it out");
    return undefined;
  }
  const isMany = onlyValue(args[end]) === "+";
  const isBelow = starts.every((start) => start.values !== undefined || start.below !== undefined);
  judging.judgeCommand(args.slice(from + 1, end).map((arg) => found(arg, isMany, unsafe === undefined, isBelow)));
  return end;
}

/** A word that could be `;` or `+`, which end the command. */
function mayEnd(arg: Argument): boolean {
  if (arg.values !== undefined) return arg.values.some((value) => value === ";" || value === "+");
  return arg.count === "any" || (arg.prefix === "" && !arg.isNumber && !arg.isPlain);
}

/** `{}` is the name of a file, which begins as one of the directories does that find was given. */
function found(arg: Argument, isMany: boolean, isPlain: boolean, isBelow: boolean): Argument {
  const value = onlyValue(arg);
  if (value !== undefined && !value.includes("{}")) return arg;
  const all = [...(arg.values ?? []), ...(arg.samples ?? []), arg.prefix];
  if (value === undefined && !all.some((each) => each.includes("{"))) return arg;
  const prefix = value === undefined ? "" : value.slice(0, value.indexOf("{}"));
  const isName = isPlain && prefix === "" && value !== undefined;
  // What stands below the directories it was given, recursive commands are asked about.
  const stays = isBelow && value !== undefined && (value === "{}" || (value.startsWith("{}") && !value.includes("..")));
  return foundName(arg, prefix, isMany ? "many" : "one", { isPlain: isName, below: stays ? "name" : undefined });
}
