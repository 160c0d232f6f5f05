import { onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { WRAPPERS } from "./commands/wrappers.ts";
import { findCommand } from "./find-command.ts";
import { isAllowedByUser } from "./is-allowed-by-user.ts";
import { findUnknown } from "./unknown-values.ts";
import { ASSIGNING } from "./variables.ts";
import type { Walking } from "./walking.ts";
import { writesOf } from "./writes.ts";

const TEACH = "use a command that only reads; a person can teach this one in shell_allow of their own configuration";

/** Judges one command with its arguments. */
export function judgeCall(written: CommandCall, walking: Walking): void {
  const call = withoutDirectory(written);
  const name = call.name.values[0];
  walking.commands.push(written.name.values[0]);
  const before = walking.findings.length;
  findHiddenAssigning(call, walking);
  const spec = findCommand(name);
  if (name.includes("/")) {
    walking.find(call.name, "code", `${name} is a program given by its path, and may do anything`, TEACH);
  } else if (spec === undefined) {
    if (!isAllowedByUser(written, walking.facts.allow)) {
      walking.find(call.name, "unknown_command", `${name} is not known to only read`, TEACH);
    }
  } else if (spec.level === "WRITE") {
    walking.find(call.name, "mutating", `${name} ${spec.reason}`, spec.hint);
  } else if (spec.judge !== undefined) {
    const known = walking.findings.length;
    spec.judge(call, walking);
    if (isOnlyUnknown(known, walking) && isAllowedByUser(written, walking.facts.allow)) walking.findings.length = known;
    for (const finding of walking.findings.slice(known)) finding.by ??= name;
  }
  // The first word of git is a sub-command.
  const read = name === "git" ? { ...written, args: written.args.slice(1) } : written;
  if (spec === undefined && walking.findings.length > before) judgeBehindUnknown(call, walking);
  noteWrites(call, before, walking);
  walking.reads(read, spec?.recursive?.(written) ?? false);
  if (DECLARING.has(name)) findSplit(call, walking);
  if (walking.findings.length === before) findUnknown(call, walking);
}

/** Adds the written paths to findings about a command. Commands that it runs have reported their own. */
function noteWrites(call: CommandCall, before: number, { findings, inputText }: Walking): void {
  if (findings.length === before) return;
  const found = writesOf(call);
  if (found === undefined) return;
  // The names in a patch that the line writes out are looked at as those of every text.
  const { asks, ...rest } = found;
  const writes = asks === "contents" && onlyValue(inputText) !== undefined ? rest : found;
  for (const finding of findings.slice(before)) finding.writes ??= writes;
}

/** A command that is not known may run the words behind it: `unknown bash -c '…'`. */
function judgeBehindUnknown({ args }: CommandCall, walking: Walking): void {
  const at = args.findIndex((arg) => RUNNING.has(onlyValue(arg) ?? ""));
  if (at >= 0) walking.judgeCommand(args.slice(at));
}

const RUNNING = new Set([...WRAPPERS.flatMap(({ names }) => names), "eval", "trap", "exec", "command", "builtin"]);

/** `/usr/bin/ls` is `ls`. */
function withoutDirectory(call: CommandCall): CommandCall {
  const [written] = call.name.values;
  if (!written.startsWith("/")) return call;
  const name = written.replace(/^\/(?:usr\/(?:local\/)?)?s?bin\//, "");
  return { ...call, name: { ...call.name, values: [name] } };
}

/** Its assignments were found by name, and functions are judged where they are defined. */
function findHiddenAssigning({ name: at, args }: CommandCall, walking: Walking): void {
  const [name] = at.values;
  if (ASSIGNING.has(name) && at.text.replace(/['"\\]/g, "") !== name) {
    walking.find(at, "dynamic", `${at.text} sets variables, which cannot be seen`, "write the command out");
  }
  const lost = name === "unset" ? args.find((arg) => walking.functions.isDefined(onlyValue(arg) ?? "")) : undefined;
  if (lost !== undefined) walking.find(lost, "not_understood", "the meaning of this name afterwards is unknown");
}

/** Whether all findings are about unknown options. */
function isOnlyUnknown(before: number, { findings }: Walking): boolean {
  return findings.length > before && findings.slice(before).every(({ code }) => code === "unknown_option");
}

const DECLARING = new Set(["declare", "typeset", "local", "readonly", "export"]);

/** A declared value must stay one assignment, and must not be read as a list, in which bash runs substitutions. */
function findSplit({ args }: CommandCall, walking: Walking): void {
  for (const arg of args) {
    if (arg.values !== undefined || !/^\w+(?:\[\])?\+?=/.test(arg.prefix)) continue;
    if (arg.count === "any") {
      const reason = `${arg.text} may become several words, and each of them an assignment`;
      walking.find(arg, "dynamic", reason, "put it in double quotes");
    }
    // A value written as a list is not read again.
    if (walking.variables.makesLists && /^\w+\+?=/.test(arg.prefix) && !/=\($/.test(arg.prefix)) {
      const reason = "text that is assigned to a list is read as commands again";
      walking.find(arg, "dynamic", reason, "assign it plainly");
    }
  }
}
