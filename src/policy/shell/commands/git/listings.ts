import { type Argument, onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import type { ReadArguments } from "../../options.ts";
import { given, optionReader } from "../../reader.ts";
import { family, judgeSubCommand, subCommands } from "../sub-commands.ts";
import {
  DIFF_OPTIONS,
  options,
  REVISION_OPTIONS,
  readRevisionOptions,
  refuseSignatures,
  revisionReader,
} from "./revision-options.ts";
import { writtenOptionReader } from "./written-options.ts";

const LOG = options(DIFF_OPTIONS, REVISION_OPTIONS);

/** What makes `branch` and `tag` list even though a name follows. */
const FILTERS = ["--contains", "--no-contains", "--merged", "--no-merged", "--points-at"];

const REFERENCES = {
  optional: "--color --column",
  values: `--sort --format ${FILTERS.join(" ")}`,
} as const;

/** Sub-commands that list when they are asked one way, and change something when they are asked another. */
export const GIT_LISTINGS: readonly CommandSpec[] = [
  optionReader(
    "branch",
    "lists branches",
    {
      ...REFERENCES,
      flags:
        "-a --all -r --remotes -v --verbose -vv -l --list --show-current -i --ignore-case --omit-empty --no-color " +
        "--no-column --no-abbrev -q --quiet",
      optional: "--color --column --abbrev",
      harmful: changes("branch", "-m -M -c -C -d -D -f -u -t", {
        "--move": "moves a branch",
        "--copy": "copies a branch",
        "--delete": "deletes a branch",
        "--force": "changes a branch",
        "--set-upstream-to": "changes what a branch follows",
        "--unset-upstream": "changes what a branch follows",
        "--edit-description": "opens an editor",
        "--track": "changes what a branch follows",
        "--create-reflog": "creates a branch",
      }),
    },
    (read, call, judging) => {
      if (refuseSignatures(read, judging)) return;
      const [name] = read.operands;
      if (name === undefined || given(read, "--list", ...FILTERS) !== undefined) return;
      // Years ago -l made a branch with a log; a name with a star was never a branch.
      const pattern = onlyValue(name);
      const isPattern = given(read, "-l") !== undefined && pattern !== undefined && /[*?[]/.test(pattern);
      if (isPattern && read.operands.length === 1) return;
      judging.find(
        name,
        "mutating",
        `${call.name.values[0]} with a name creates a branch`,
        "use git branch --list name",
      );
    },
  ),
  optionReader(
    "tag",
    "lists tags",
    {
      ...REFERENCES,
      flags: "-l --list -i --ignore-case --omit-empty --no-color --no-column",
      optional: "--color --column -n",
      harmful: changes("tag", "-a -s -u -f -m -F -e -d", {
        "-v": "starts gpg, which writes to its own directory",
        "--verify": "starts gpg, which writes to its own directory",
        "--delete": "deletes a tag",
        "--force": "replaces a tag",
        "--annotate": "creates a tag",
        "--sign": "creates a tag",
        "--message": "creates a tag",
      }),
    },
    (read, call, judging) => {
      if (refuseSignatures(read, judging)) return;
      const [name] = read.operands;
      if (name === undefined || given(read, "-l", "--list", "-n", ...FILTERS) !== undefined) return;
      judging.find(name, "mutating", `${call.name.values[0]} with a name creates a tag`, "use git tag --list name");
    },
  ),
  family(
    "remote",
    "lists remotes",
    { flags: "-v --verbose" },
    subCommands(
      optionReader("show", "tells about remotes", { flags: "-n -v --verbose" }, (read, call, judging) => {
        if (read.operands.length === 0 || given(read, "-n") !== undefined) return;
        judging.find(call.name, "code", "git remote show connects to the remote", "use git remote show -n name");
      }),
      writtenOptionReader("get-url", { flags: "--push --all" }),
    ),
  ),
  {
    names: ["reflog"],
    level: "READ",
    reason: "shows where references were",
    judge(call, judging) {
      const [first, ...rest] = call.args;
      const name = onlyValue(first);
      if (name === "exists" || name === "list") {
        writtenOptionReader(name).judge?.({ ...call, args: rest }, judging);
        return;
      }
      const args = name === "show" ? rest : call.args;
      const read = readRevisionOptions({ ...call, args }, LOG, judging);
      const changing = read?.operands.find((word) => word.values?.some((value) => REFLOG_CHANGES.has(value)));
      if (changing === undefined) return;
      judging.find(changing, "mutating", `git reflog ${changing.text} changes the log`, "use git reflog show");
    },
  },
  {
    names: ["stash"],
    level: "READ",
    reason: "shows stashed changes",
    judge(call, judging) {
      if (call.args.length > 0) judgeSubCommand(call, call.args, STASH, judging);
      else judging.find(call.name, "mutating", "git stash takes changes out of the work tree", "use git stash list");
    },
  },
  {
    names: ["notes"],
    level: "READ",
    reason: "shows notes",
    judge(call, judging) {
      const [verb, ...rest] = call.args;
      if (verb === undefined) return;
      if (["list", "show", "get-ref"].includes(onlyValue(verb) ?? "")) {
        writtenOptionReader("notes").judge?.({ ...call, args: rest }, judging);
        return;
      }
      const hint = "use git notes list or git notes show";
      judging.find(verb, "mutating", `git notes ${verb.text} may change notes`, hint);
    },
  },
  {
    names: ["symbolic-ref"],
    level: "READ",
    reason: "tells where a reference leads",
    judge(call, judging) {
      const table = {
        flags: "-q --quiet --short --recurse --no-recurse",
        harmful: { "-d": "deletes a reference", "--delete": "deletes a reference", "-m": "changes a reference" },
      };
      const read = optionReader("symbolic-ref", "", table, (found) => refuse(tooMany(found, 1)));
      const refuse = (extra: Argument | undefined) => {
        if (extra === undefined) return;
        judging.find(extra, "mutating", "git symbolic-ref with a second name changes where the first one leads");
      };
      read.judge?.(call, judging);
    },
  },
  {
    names: ["submodule"],
    level: "READ",
    reason: "tells where submodules stand",
    judge(call, judging) {
      // `summary` also runs git where another commit had a submodule: there the look has not been.
      const status = { flags: "-q --quiet --cached --recursive" };
      const members = subCommands(optionReader("status", "tells where submodules stand", status));
      family("submodule", "", { flags: "-q --quiet --cached" }, members).judge?.(call, judging);
    },
  },
];

const REFLOG_CHANGES = new Set(["expire", "delete", "drop", "write"]);

const STASH = subCommands(
  revisionReader("list", LOG),
  revisionReader("show", options(LOG, { flags: "-u --include-untracked --no-include-untracked --only-untracked" })),
);

/** The first word too many, or one that may become several. */
export function tooMany(read: ReadArguments, most: number): Argument | undefined {
  return read.operands[most] ?? read.operands.find((operand) => operand.count !== "one");
}

function changes(what: string, short: string, long: Readonly<Record<string, string>>): Record<string, string> {
  return { ...Object.fromEntries(short.split(" ").map((option) => [option, `changes a ${what}`])), ...long };
}
