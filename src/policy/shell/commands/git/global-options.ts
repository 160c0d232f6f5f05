import { type Argument, onlyValue } from "../../argument.ts";
import type { CommandCall, Judging } from "../../command.ts";
import { isInertSetting } from "./inert-setting.ts";

export interface GlobalOptions {
  /** The sub-command and its arguments; empty when git only says something about itself. */
  words: readonly Argument[];
  /** Where `-C` leads, one after the other. */
  moves: readonly Argument[];
  /** One of the options is not harmless, and the reason has been said. */
  isHarmful: boolean;
}

/** What stands between `git` and its sub-command, or nothing where that is not known: then the reason has been said. */
export function readGlobalOptions(call: CommandCall, judging: Judging): GlobalOptions | undefined {
  const moves: Argument[] = [];
  let isHarmful = false;
  for (let index = 0; index < call.args.length; index++) {
    const arg = call.args[index] as Argument;
    const text = onlyValue(arg);
    if (text === undefined || !text.startsWith("-")) return { words: call.args.slice(index), moves, isHarmful };
    if (TELLS.has(text)) {
      const next = call.args[index + 1];
      if (next === undefined) return { words: [], moves, isHarmful };
      judging.find(next, "not_understood", `git ${text} with more words may open a page`, "use it alone");
      return undefined;
    }
    if (FLAGS.has(text)) continue;
    if (text === "-C" || text === "-c") {
      const value = call.args[++index];
      if (value === undefined) return { words: [], moves, isHarmful };
      if (value.count !== "one") {
        judging.find(value, "dynamic", `the value of git ${text} may become no word or several`, "write it out");
        return undefined;
      }
      if (text === "-C") moves.push(value);
      else if (!isInertSetting(value, judging)) isHarmful = true;
      continue;
    }
    const option = text.split("=")[0] ?? text;
    const harm = HARMFUL[option];
    if (harm === undefined) {
      judging.find(arg, "unknown_option", `the option ${option} of git is not known to only read`);
      return undefined;
    }
    judging.find(arg, harm.code, `git ${option} ${harm.reason}`, harm.hint);
    isHarmful = true;
    if (harm.code === "git_configuration" && option !== "--bare" && option === text) index++;
  }
  return { words: [], moves, isHarmful };
}

/** git answers and does nothing else. */
const TELLS = new Set("--version -v --help -h --exec-path --html-path --man-path --info-path".split(" "));

const FLAGS = new Set(
  (
    "-P --no-pager --no-replace-objects --no-optional-locks --no-lazy-fetch --no-advice --literal-pathspecs " +
    "--glob-pathspecs --noglob-pathspecs --icase-pathspecs"
  ).split(" "),
);

interface Harm {
  code: "code" | "git_configuration";
  reason: string;
  hint?: string;
}

const ELSEWHERE: Harm = {
  code: "git_configuration",
  reason: "makes git use a repository that has not been looked at",
  hint: "use git -C directory",
};

const HARMFUL: Readonly<Record<string, Harm>> = {
  "-p": { code: "code", reason: "runs a pager", hint: "leave it out" },
  "--paginate": { code: "code", reason: "runs a pager", hint: "leave it out" },
  "--exec-path": { code: "code", reason: "makes git run programs from another directory" },
  "--config-env": { code: "git_configuration", reason: "changes a setting to a value that cannot be seen" },
  "--git-dir": ELSEWHERE,
  "--work-tree": ELSEWHERE,
  "--namespace": ELSEWHERE,
  "--super-prefix": ELSEWHERE,
  "--bare": ELSEWHERE,
  "--attr-source": ELSEWHERE,
};
