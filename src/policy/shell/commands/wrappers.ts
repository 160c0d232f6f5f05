import { type Argument, foundName, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { isHarmlessSetting } from "../names.ts";
import { type OptionTable, type ReadArguments, readOptions } from "../options.ts";
import { writer } from "../reader.ts";
import { keepsBelow } from "../where-it-leads.ts";
import { changer } from "./checks.ts";
import { judgeBehindOptions, judgeInput, judgeParallel, judgeShell, judgeWords, runner } from "./what-runs.ts";

const OTHER_SHELL = "runs a script in another shell, which is not looked at";
const WRITE_OUT = "write the commands themselves";
const UNSEEN = "runs other programs in ways that are not looked at";
const RUN_IT = "run the command itself";
const OTHER_USER = "runs as another user";
const AS_YOU_ARE = "run the command itself, as you are";

/** Commands that run other commands: as harmless as what they run. */
export const WRAPPERS: readonly CommandSpec[] = [
  wrapper("nice", { values: "-n --adjustment", number: true }),
  wrapper(
    "timeout gtimeout",
    { flags: "-f --foreground -p --preserve-status -v --verbose", values: "-k --kill-after -s --signal" },
    1,
  ),
  wrapper("stdbuf", { values: "-i -o -e --input --output --error" }),
  wrapper("time", {
    flags: "-p --portability -v --verbose -l",
    values: "-f --format",
    harmful: { "-o": "writes to a file", "--output": "writes to a file", "-a": "writes to a file" },
  }),
  wrapper("ionice", { flags: "-t", values: "-c -n" }),
  wrapper("setsid", { flags: "-w --wait" }, 0, onlySandboxed),
  wrapper("taskset", { flags: "-c --cpu-list" }, 1),
  wrapper("caffeinate", { flags: "-d -i -m -s -u", values: "-t" }),
  wrapper("watch", { flags: "-t -e -g -c -x --no-title --exec", values: "-n --interval", optional: "-d" }, 0, onlyExec),
  { names: ["env"], level: "READ", reason: "runs a command with other variables", judge: env },
  { names: ["xargs", "gxargs"], level: "READ", reason: "runs a command with the words it reads", judge: xargs },
  { names: ["bash", "sh"], level: "READ", reason: "runs a script", judge: shell },
  runner(changer("zsh fish", OTHER_SHELL, WRITE_OUT), judgeShell),
  runner(writer("dash ksh mksh csh tcsh ash pwsh", OTHER_SHELL, WRITE_OUT), judgeShell),
  runner(writer("busybox toybox", OTHER_SHELL, WRITE_OUT), ({ args }, judging) => judging.judgeCommand(args)),
  runner(changer("parallel", UNSEEN, RUN_IT), judgeParallel),
  runner(changer("strace perf valgrind bwrap", UNSEEN, RUN_IT), behind({ values: /^-[oepsuEPaIObSX]$/ })),
  runner(writer("flock chroot chrt", UNSEEN, RUN_IT), behind({ skip: 1 })),
  runner(
    writer(
      "entr unbuffer ltrace unshare nsenter firejail proot fakeroot systemd-run setpriv numactl prlimit dbus-run-session xvfb-run",
      UNSEEN,
      RUN_IT,
    ),
    behind(),
  ),
  runner(writer("nohup", "writes to nohup.out", RUN_IT), behind()),
  runner(writer("sudo doas pkexec", OTHER_USER, AS_YOU_ARE), behind({ values: /^-[ugUpCDRhrtT]$/ })),
  runner(writer("su runuser", OTHER_USER, AS_YOU_ARE), otherUser),
  changer("gdb lldb hyperfine", UNSEEN, RUN_IT),
  writer("expect script scriptreplay run-parts screen tmux at batch start-stop-daemon", UNSEEN, RUN_IT),
];

type More = (read: ReadArguments, call: CommandCall, judging: Judging) => boolean;

/** A command that takes options, some words, and then the command it runs. */
function wrapper(names: string, table: OptionTable, skip = 0, more?: More): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason: "runs a command",
    judge(call, judging) {
      const read = readOptions(call, { ...table, stopAtOperand: true }, judging);
      if (read === undefined) {
        judgeBehindOptions(call.args, judging, { skip, values: VALUED });
        return;
      }
      if (more !== undefined && !more(read, call, judging)) {
        judgeWords(read.operands, judging);
        return;
      }
      const unclear = read.operands.slice(0, skip).find((operand) => operand.count !== "one");
      if (unclear !== undefined)
        judging.find(unclear, "dynamic", `${unclear.text} may become several words`, "put it in quotes");
      judging.judgeCommand(read.operands.slice(skip));
    },
  };
}

/** Options of these commands that take the next word. */
const VALUED = /^(?:-[fonkscietw]|--(?:output|format|signal|kill-after|adjustment|interval|input|error))$/;

function behind(how?: Parameters<typeof judgeBehindOptions>[2]) {
  return ({ args }: CommandCall, judging: Judging) => judgeBehindOptions(args, judging, how);
}

/** `su ann -c 'text'`; without a text it runs a shell on its input. */
function otherUser(call: CommandCall, judging: Judging): void {
  const hasText = call.args.some((arg) => /^-[A-Za-z]*c/.test(arg.prefix) || arg.prefix.startsWith("--command"));
  if (hasText) judgeShell(call, judging);
  else if (call.name.values[0] === "su") judgeInput(call, judging);
  else behind({ values: /^-[ugG]$/ })(call, judging);
}

/** What has a session of its own is not ended with the line. */
function onlySandboxed(_read: ReadArguments, { name }: CommandCall, judging: Judging): boolean {
  if (judging.facts.sandboxed) return true;
  const reason = `${name.values[0]} detaches a command, which continues after the line has ended`;
  judging.find(name, "background", reason, "let it run in the foreground");
  return true;
}

/** Without -x its words are put together and read by a shell again. */
function onlyExec(read: ReadArguments, call: CommandCall, judging: Judging): boolean {
  if (read.options.some(({ name }) => name === "-x" || name === "--exec")) return true;
  const isPlain = read.operands.every((operand) => /^[\w./:=@%+,-]+$/.test(onlyValue(operand) ?? " "));
  if (!isPlain) judging.find(call.name, "not_understood", "watch has its words read by a shell again", "use watch -x");
  return isPlain;
}

const ENV: OptionTable = {
  flags: "-0 --null -v --debug",
  values: "-u --unset",
  stopAtOperand: true,
  harmful: {
    "-i": "takes away the settings that keep commands from writing",
    "--ignore-environment": "takes away the settings that keep commands from writing",
    "-S": "splits a text into a command",
    "--split-string": "splits a text into a command",
    "-C": "changes the directory",
    "--chdir": "changes the directory",
    "-P": "looks for the command elsewhere",
  },
};

function env(call: CommandCall, judging: Judging): void {
  const read = readOptions(call, ENV, judging);
  if (read === undefined) {
    judgeBehindOptions(call.args, judging, { values: /^-(?:[uCP]|-unset|-chdir)$/ });
    return;
  }
  const from = read.operands.findIndex((operand) => !/^[A-Za-z_]\w*=/.test(operand.prefix));
  const settings = from < 0 ? read.operands : read.operands.slice(0, from);
  const command = from < 0 ? [] : read.operands.slice(from);
  if (command.length === 0) return;
  for (const setting of settings) {
    const [, name = "", value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(onlyValue(setting) ?? "") ?? [];
    if (isHarmlessSetting(name, value)) continue;
    const reason = `setting ${setting.text} may change what the command does`;
    judging.find(setting, "environment", reason, "leave it out; LC_*, TZ, NO_COLOR and the like are fine");
  }
  for (const { at, value } of read.options.filter(({ name }) => name === "-u" || name === "--unset")) {
    if (
      !/^(?:TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI|TERM|COLORTERM)$/.test(
        onlyValue(value) ?? "",
      )
    ) {
      judging.find(at, "environment", "removing this variable may change what the command does", "leave it out");
    }
  }
  judging.judgeCommand(command);
}

const XARGS: OptionTable = {
  flags: "-0 --null -r --no-run-if-empty -t --verbose -x --exit",
  values: "-d --delimiter -E -I -L -n --max-args -P --max-procs -R -S -s --max-chars -a --arg-file",
  optional: "-e -i -l --eof --replace --max-lines",
  stopAtOperand: true,
  harmful: {
    "-p": "asks on the terminal",
    "-o": "takes the terminal",
    "--process-slot-var": "sets a variable for the command",
  },
};

function xargs(call: CommandCall, judging: Judging): void {
  const read = readOptions(call, XARGS, judging);
  if (read === undefined) {
    judgeBehindOptions(call.args, judging, { values: /^-[dEILnPRsSa]$/ });
    return;
  }
  if (read.operands.length === 0) return;
  const replace = read.options.find(({ name }) => name === "-I" || name === "-i" || name === "--replace");
  const replacing = read.options.filter(({ name }) => /^(?:-[Ii]|--replace)$/.test(name));
  const isCancelled = read.options.some(({ name }) => /^(?:-[LlnR]|--max-(?:lines|args))$/.test(name));
  if (replace !== undefined && (replacing.length > 1 || isCancelled)) {
    judging.find(
      replace.at,
      "not_understood",
      "what xargs replaces is not certain with these options",
      "use -I{} alone",
    );
    return;
  }
  const mark = replace === undefined ? undefined : replace.value === undefined ? "{}" : onlyValue(replace.value);
  if (replace !== undefined && (mark === undefined || mark === "")) {
    judging.find(replace.at, "dynamic", "what xargs replaces is not certain", "use -I{}");
    return;
  }
  const has = (...names: string[]) => read.options.some(({ name }) => names.includes(name));
  const isTakenApart = has("-a", "--arg-file", "-d", "--delimiter");
  const isPlain = !isTakenApart && (judging.inputIsCommits || (judging.inputIsPlain && has("-0", "--null")));
  const { start, end } = call.name;
  const below = has("-a", "--arg-file") ? undefined : belowRead(judging, read);
  const unknown = foundName({ start, end, text: "what xargs reads" }, "", "any", { isPlain, below });
  const command =
    mark === undefined
      ? [...read.operands, unknown]
      : read.operands.map((operand) => replaced(operand, mark, isPlain, below));
  judging.judgeCommand(command);
}

/** Whether xargs takes the names it reads as they are. */
function belowRead(judging: Judging, { options }: ReadArguments): Argument["below"] {
  if (judging.inputIsCommits) return "name";
  const names = judging.inputNames;
  const isNul = options.some(({ name }) => name === "-0" || name === "--null");
  const parted = options.filter(({ name }) => /^(?:-d|--delimiter)$/.test(name)).map(({ value }) => onlyValue(value));
  // Elsewhere than at the end of a line a name may be taken apart in front of a slash.
  if (!parted.every((value) => value === "\\n" || value === "\\0")) return undefined;
  const isLine = parted.length === 1 && parted[0] === "\\n";
  if (names === "top") return "top";
  if (names === "cut") return undefined;
  return names && ((names === "nul" && isNul) || (names === "line" && isLine) ? "name" : "piece");
}

/** A word of the command in which the mark stands for a line that was read. */
function replaced(operand: Argument, mark: string, isPlain: boolean, below: Argument["below"]): Argument {
  const value = onlyValue(operand);
  if (value !== undefined && !value.includes(mark)) return operand;
  const prefix = value === undefined ? "" : value.slice(0, value.indexOf(mark));
  const stays = value !== undefined && keepsBelow(value.split(mark));
  return foundName(operand, prefix, operand.count, {
    isPlain: isPlain && value === mark,
    below: stays ? below : undefined,
  });
}

function shell(call: CommandCall, judging: Judging): void {
  const name = call.name.values[0];
  const [first, script] = call.args;
  const option = onlyValue(first);
  if (option === "--version" && call.args.length === 1) return;
  if (option === "-n" && call.args.length === 2 && script?.count === "one" && /^[^-+]/.test(script.prefix)) return;
  // Login files are the user's own.
  const isScript = option === "-c" || (name === "bash" && option === "-lc");
  if (!isScript || script === undefined) {
    judging.find(call.name, "code", `${name} runs a script that is not looked at`, WRITE_OUT);
    judgeShell(call, judging);
  } else if (name === "sh" && NOT_PORTABLE.test(onlyValue(script) ?? "")) {
    judging.find(script, "not_understood", "sh reads this script in another way than bash does", "use bash -c");
    judging.judgeScript(script);
  } else judging.judgeScript(script, call.args.slice(2));
}

/** What other shells than bash read differently: there it could be something else. */
const NOT_PORTABLE =
  /\$['"[]|\[\[|[<>]\(|&>|>&[^\d-]|<<<|\(\(|\|&|\bfunction\b|=\(|\$\{[^}]*[^\w}]|;&|\b(?:select|coproc|time|declare|typeset|local|readonly|mapfile|readarray|shopt|pushd|popd|let|source|read -)\b/;
