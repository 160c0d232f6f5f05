import { onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { readGlobalOptions } from "./git/global-options.ts";
import { lookAtRepositories } from "./git/look-at-repositories.ts";
import { GIT_READERS } from "./git/readers.ts";
import { GIT_WRITERS } from "./git/writers.ts";
import { judgeSubCommand, subCommands } from "./sub-commands.ts";

/**
 * git, sub-command by sub-command. What a repository configures can make even `git status` run a program, so every
 * repository it would find must have been looked at.
 */
export const GIT: readonly CommandSpec[] = [
  {
    names: ["git"],
    level: "READ",
    reason: "has sub-commands that only read",
    judge: judgeGit,
    recursive: (call) => call.args.some((arg) => ["--no-index", "--untracked"].includes(onlyValue(arg) ?? "")),
  },
];

const SUB_COMMANDS = subCommands(...GIT_READERS, ...GIT_WRITERS);

function judgeGit(call: CommandCall, judging: Judging): void {
  const read = readGlobalOptions(call, judging);
  if (read === undefined) return;
  const [word] = read.words;
  const name = onlyValue(word);
  // These look at no repository.
  if (word === undefined || name === "version") return;
  if (name !== undefined && !SUB_COMMANDS.has(name)) {
    const reason = `git ${name} is not known: it may be an alias or a program of its own`;
    judging.find(word, "unknown_command", reason, "use a sub-command that git brings along and that only reads");
    return;
  }
  const [, first, ...more] = read.words;
  if (onlyValue(first) === "--help") {
    judging.find(first ?? word, "code", `git ${name} --help opens a page in a viewer`, `use git ${name} -h`);
    return;
  }
  const isUsage = more.length === 0 && onlyValue(first) === "-h" && SUB_COMMANDS.get(name ?? "")?.level === "READ";
  if (!isUsage) judgeSubCommand(call, read.words, SUB_COMMANDS, withGitHints(judging));
  if (!read.isHarmful && SUB_COMMANDS.get(name ?? "")?.level !== "WRITE") lookAtRepositories(call, read.moves, judging);
}

/** Behind `--` git expects paths, so a revision that is not known cannot be made safe that way. */
function withGitHints(judging: Judging): Judging {
  return {
    facts: judging.facts,
    directories: judging.directories,
    judgeCommand: (words) => judging.judgeCommand(words),
    get inputIsPlain() {
      return judging.inputIsPlain;
    },
    get inputIsCommits() {
      return judging.inputIsCommits;
    },
    get inputNames() {
      return judging.inputNames;
    },
    judgeScript: (at, parameters) => judging.judgeScript(at, parameters),
    opens: (files, at) => judging.opens(files, at),
    enter: (targets) => judging.enter(targets),
    goDeeper: () => judging.goDeeper(),
    lose: () => judging.lose(),
    find(at, code, reason, hint) {
      const better =
        code === "dynamic" && reason.includes("could turn into an option of")
          ? 'put --end-of-options before a revision, -- before paths, -e before a pattern, each in quotes: "$x"; or ' +
            "loop with: for c in $(git rev-list -5 HEAD)"
          : hint;
      judging.find(at, code, reason, better);
    },
  };
}
