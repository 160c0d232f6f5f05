import { type Argument, known, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { UNKNOWN_PROGRAM } from "../writes.ts";

type Run = (call: CommandCall, judging: Judging) => void;

/** A command that does more than run another one: `run` judges the other one besides. */
export function runner(base: CommandSpec, run: Run): CommandSpec {
  return {
    ...base,
    level: "READ",
    judge(call, judging) {
      const { name, args } = call;
      if (base.judge !== undefined) base.judge(call, judging);
      else judging.find(name, "mutating", `${name.values[0]} ${base.reason}`, base.hint);
      if (args.length !== 1 || !/^--(?:version|help)$/.test(onlyValue(args[0]) ?? "")) run(call, judging);
    },
  };
}

/**
 * Judges the command behind options that are not all understood: it begins at the first word that is neither an option
 * nor the value of one, nor a setting of a variable, nor one of the operands to skip.
 */
export function judgeBehindOptions(
  args: readonly Argument[],
  judging: Judging,
  { values = /^(?!)/, skip = 0 }: { values?: RegExp; skip?: number } = {},
): void {
  let left = skip;
  let isOver = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as Argument;
    const value = onlyValue(arg) ?? "";
    if (!isOver && value === "--") isOver = true;
    else if (!isOver && arg.prefix.startsWith("-")) at += values.test(value) ? 1 : 0;
    else if (/^\w+=/.test(arg.prefix)) continue;
    else if (left-- <= 0) {
      judging.judgeCommand(args.slice(at));
      return;
    }
  }
}

/** Judges the script that these words are when they are joined: `eval`, `watch`. */
export function judgeWords(args: readonly Argument[], judging: Judging): void {
  const [first] = args;
  if (first === undefined) return;
  const texts = args.map(onlyValue);
  const text = texts.includes(undefined) ? undefined : texts.join(" ");
  judging.judgeScript(text === undefined ? unknown(first) : known(text, first));
}

/** Judges the script that a command reads from its input. */
export function judgeInput({ name }: CommandCall, judging: Judging): void {
  judging.judgeScript(judging.inputText ?? unknown(name));
}

/** A shell with options that are not all understood: the text after `-c`, a file, or its input. */
export function judgeShell(call: CommandCall, judging: Judging): void {
  const { args } = call;
  const command = args.findIndex((arg) => /^-[A-Za-z]*c[A-Za-z]*$/.test(onlyValue(arg) ?? ""));
  if (command >= 0) {
    const script = args.slice(command + 1).find((arg) => !/^[-+]/.test(arg.prefix));
    if (script !== undefined) judging.judgeScript(script);
    return;
  }
  const file = args.find(
    (arg, at) => !/^[-+]/.test(arg.prefix) && !/^(?:[-+][oO]|--(?:rc|init-)file)$/.test(onlyValue(args[at - 1]) ?? ""),
  );
  const isInput = args.some((arg) => /^-[a-z]*s[a-z]*$/.test(onlyValue(arg) ?? ""));
  if (isInput || !isScriptFile(file)) judgeInput(call, judging);
}

/** A file that was there before the line: what is in it is not looked at. */
export function isScriptFile(argument: Argument | undefined): boolean {
  return /^(?!-|\/dev\/|\/proc\/)./s.test(onlyValue(argument) ?? "");
}

/** `parallel command ::: words`; without a command each line of its input is one. */
export function judgeParallel(call: CommandCall, judging: Judging): void {
  const end = call.args.findIndex((arg) => /^:::/.test(arg.prefix));
  const words = end < 0 ? call.args : call.args.slice(0, end);
  const values =
    /^-(?:[jaSINnLPCd]|-jobs|-max-procs|-arg-file|-colsep|-delay|-timeout|-joblog|-results|-tmpdir|-sshlogin)$/;
  const isThere = words.some((arg, at) => !arg.prefix.startsWith("-") && !values.test(onlyValue(words[at - 1]) ?? ""));
  if (!isThere || words.some((arg) => onlyValue(arg) === "{}"))
    judging.find(
      call.name,
      "dynamic",
      "what parallel runs is unknown before it runs",
      "run the commands themselves",
      UNKNOWN_PROGRAM,
    );
  else judgeBehindOptions(words, judging, { values });
}

function unknown({ start, end, text }: Argument): Argument {
  return { prefix: "", count: "one", start, end, text };
}
