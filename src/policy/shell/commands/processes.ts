import { onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";

/** Commands that list processes. Some show their environments, too, in which there are keys. */
export const PROCESSES: readonly CommandSpec[] = [
  { names: ["ps"], level: "READ", reason: "lists processes", judge: ps },
  { names: ["pgrep"], level: "READ", reason: "finds processes", judge: pgrep },
];

const HINT = "use ps aux, ps -ef, or ps -o with the columns and -p with the number of a process";

/**
 * `e` shows environments, `-e` does not. But if `ps` does not understand its options in one way, it reads all of them
 * in the other one, without the dashes: then `ps -axe` shows environments, and so does `ps -u xe` if there is no user
 * xe.
 */
function ps({ args }: CommandCall, judging: Judging): void {
  if (judging.facts.sandboxed) return;
  let takesNext = false;
  let shown = args.find(({ values = [] }) => values.some((value) => /\benv/i.test(value)));
  const isCertain = shown !== undefined;
  for (const at of args) {
    const word = onlyValue(at) ?? (at.isNumber || (takesNext && at.count === "one") ? "1" : undefined);
    if (word === undefined) {
      const reason = `${at.text} could let ps show the environments of processes`;
      judging.find(at, "dynamic", reason, 'give processes as -p "$x", in double quotes');
      return;
    }
    const read: PsOptions = takesNext ? { letters: "", takesNext: false } : optionsIn(word);
    if (/e/i.test(read.letters)) shown ??= at;
    ({ takesNext } = read);
  }
  if (shown === undefined) return;
  if (!isCertain && UNDERSTOOD.test(args.map(onlyValue).join(" "))) return;
  const reason = `${shown.text} may let ps show the environments of processes, which no agent may read`;
  judging.find(shown, "process", reason, HINT);
}

interface PsOptions {
  /** Everything that may be an option, in whichever way the word is read. */
  letters: string;
  /** In both ways the next word is a value. */
  takesNext: boolean;
}

function optionsIn(word: string): PsOptions {
  if (word.startsWith("--")) return { letters: "", takesNext: LONG_WITH_VALUE.test(word) };
  if (/^\d/.test(word)) return { letters: "", takesNext: false };
  const letters = word.replace(/^-/, "");
  const [sure, unsure] = word.startsWith("-") ? [/[opqU]/, /[CGgOstunkN]/] : [/[oOkpqUN]/, /t/];
  const at = letters.search(sure);
  const before = at < 0 ? letters : letters.slice(0, at);
  if (unsure.test(before)) return { letters, takesNext: false };
  return { letters: before, takesNext: at >= 0 && at === letters.length - 1 };
}

const LONG_WITH_VALUE = /^--(?:format|sort|pid|ppid|quick-pid|cols|columns|width|lines|rows)$/;

// What is understood with its dashes, whatever there is on the machine: trees show no threads, and columns of one's own
// go with no other form of output.
const ALWAYS = "-p ?\\d+(?:,\\d+)*|-C [\\w.:-]+|--sort[= ][\\w%,+-]+|--no-headers?|--headers?|--(?:cols|width)[= ]\\d+";
const FORMS = ["-[AadewHfFlj]+|--forest", "-[AadewfFljL]+", "-[AadewH]+|-[Aadew]*o ?[\\w%=,:]+|--forest"];
const UNDERSTOOD = new RegExp(FORMS.map((form) => `^(?:(?:${ALWAYS}|${form})(?: |$))+$`).join("|"));

/** It tells who has which variable with which value. */
function pgrep({ args }: CommandCall, judging: Judging): void {
  const asking = judging.facts.sandboxed ? undefined : args.find(({ prefix }) => /^--en?v?/.test(prefix));
  if (asking === undefined) return;
  const reason = `pgrep ${asking.text} asks for the environments of processes, which no agent may read`;
  judging.find(asking, "process", reason, "look for the name of the command");
}
