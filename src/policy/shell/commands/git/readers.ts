import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { type OptionTable, readOptions } from "../../options.ts";
import { given, optionReader, reader } from "../../reader.ts";
import { family, subCommands } from "../sub-commands.ts";
import { GIT_CONFIG } from "./config.ts";
import { GIT_LISTINGS } from "./listings.ts";
import { DIFF_OPTIONS, options, REVISION_OPTIONS, refuseSignatures, revisionReader } from "./revision-options.ts";
import { GIT_TELLERS, writtenOptionReader } from "./written-options.ts";

const LOG = options(DIFF_OPTIONS, REVISION_OPTIONS);

const GREP = {
  number: true,
  flags:
    "--cached --[no-]untracked --no-index --[no-]recurse-submodules -i --[no-]ignore-case -w --[no-]word-regexp -a " +
    "--[no-]text --no-textconv --[no-]recursive -r -v --invert-match -h -H --[no-]full-name -I -E --extended-regexp " +
    "-G --basic-regexp -P --perl-regexp -F --fixed-strings -n --[no-]line-number --[no-]column -l --files-with-matches " +
    "--name-only -L --files-without-match -o --only-matching -c --count --no-color --break --heading -p " +
    "--[no-]show-function -W --[no-]function-context -z --null -q --quiet --[no-]all-match --and --or --not " +
    "--[no-]exclude-standard --no-ext-grep --ext-grep --end-of-options",
  optional: "--color",
  values: "-e -f -A --after-context -B --before-context -C --context -m --max-count --max-depth --threads",
  harmful: {
    "-O": "opens the files it finds in a program",
    "--open-files-in-pager": "opens the files it finds in a program",
    "--textconv": "runs a program that the configuration names",
  },
} as const;

const BLAME = {
  flags:
    "-b --root --show-stats --score-debug --porcelain --line-porcelain -p --incremental -c -t -l -s -e --show-email " +
    "-f --show-name -n --show-number -w --ignore-all-space --minimal --histogram --patience --[no-]progress " +
    "--color-lines --color-by-age --first-parent --no-textconv --no-abbrev --no-ignore-revs-file --reverse",
  optional: "-M -C --abbrev --encoding",
  values: "-L -S --contents --ignore-rev --ignore-revs-file --date --since --diff-algorithm",
} as const;

const RANGE_DIFF: OptionTable = {
  flags: "--[no-]dual-color --no-notes --left-only --right-only",
  optional: "--notes",
  values: "--creation-factor",
};

const FORMAT_PATCH: OptionTable = {
  number: true,
  flags:
    "--stdout --numbered -N --no-numbered -k --keep-subject --signoff --no-signature --rfc --cover-letter " +
    "--no-cover-letter --zero-commit --no-attach --no-thread --all --root --no-base --no-notes --first-parent " +
    "--cherry-pick --right-only --reverse --no-merges --ignore-if-in-upstream",
  // Only attached: git takes some of them away before it reads the rest.
  optional: "--subject-prefix --signature --base --notes --max-count --since --until --author --grep --start-number",
  harmful: { "-o": "writes into a directory", "--output-directory": "writes into a directory" },
};

const DESCRIBE: OptionTable = {
  flags:
    "--all --tags --contains --long --no-long --exact-match --debug --always --no-always --first-parent --no-abbrev " +
    "--end-of-options",
  // For --dirty git refreshes its index, whatever it is told about locks: a cache, and no change of the tree.
  optional: "--abbrev --dirty --broken",
  values: "--candidates --match --exclude",
};

/** Sub-commands that only read, or have uses that only read. */
export const GIT_READERS: readonly CommandSpec[] = [
  // It prints an option that it does not know.
  reader("rev-parse"),
  ...GIT_TELLERS,
  optionReader("describe", "names a commit", DESCRIBE),
  revisionReader("log whatchanged show", LOG),
  revisionReader("diff", options(LOG, { flags: "--cached --staged --merge-base --no-index --base --ours --theirs" })),
  revisionReader("diff-tree diff-index diff-files", options(LOG, { flags: "--cached --merge-base --no-index" })),
  revisionReader(
    "rev-list",
    options(LOG, {
      flags:
        "--count --header --timestamp --[no-]commit-header --bisect-vars --bisect-all --objects " +
        "--objects-edge --objects-edge-aggressive --indexed-objects --in-commit-order --[no-]object-names --no-filter " +
        "--filter-provided-objects --filter-print-omitted --unpacked --use-bitmap-index --exclude-promisor-objects",
      optional: "--disk-usage --filter --missing --progress",
    }),
  ),
  revisionReader(
    "shortlog",
    options(LOG, { flags: "-s --summary -n --numbered -e --email -c --committer", optional: "-w", values: "--group" }),
  ),
  revisionReader("blame annotate", options(BLAME)),
  revisionReader("range-diff", options(DIFF_OPTIONS, RANGE_DIFF)),
  optionReader("grep", "searches what is tracked", options(GREP)),
  optionReader("cat-file", "prints objects", {
    flags:
      "-t -s -e -p --batch-all-objects --buffer --no-buffer --unordered --follow-symlinks --allow-unknown-type -z -Z " +
      "--use-mailmap --no-use-mailmap --mailmap --no-mailmap",
    optional: "--batch --batch-check --batch-command --filter",
    harmful: {
      "--textconv": "runs a program that the configuration names",
      "--filters": "runs a program that the configuration names",
    },
  }),
  optionReader(
    "for-each-ref",
    "lists references",
    {
      flags:
        "-s --shell -p --perl --python --tcl --ignore-case --no-ignore-case --omit-empty --no-omit-empty --stdin " +
        "--include-root-refs --no-color",
      optional: "--color",
      values: "--format --sort --count --points-at --merged --no-merged --contains --no-contains --exclude",
    },
    (read, _call, judging) => {
      refuseSignatures(read, judging);
    },
  ),
  optionReader("fsck", "checks the objects", {
    flags:
      "-v --verbose --unreachable --dangling --no-dangling --tags --root --cache --reflogs --no-reflogs --full " +
      "--no-full --connectivity-only --strict --progress --no-progress --name-objects --references --no-references",
    harmful: { "--lost-found": "writes what it finds into the repository" },
  }),
  optionReader("hash-object", "computes an id", {
    flags: "--stdin --stdin-paths --no-filters --literally",
    values: "-t --path",
    harmful: { "-w": "writes the object into the repository" },
  }),
  optionReader(
    "apply",
    "looks at a patch",
    {
      flags:
        "--stat --numstat --summary --check -v --verbose -q --quiet -R --reverse --ignore-space-change " +
        "--ignore-whitespace --recount --unidiff-zero --cached --index --allow-empty -z --inaccurate-eof",
      values: "-p -C --whitespace --include --exclude --directory",
      harmful: { "--apply": "changes files", "--3way": "writes objects", "-3": "writes objects" },
    },
    (read, call, judging) => {
      if (given(read, "--stat", "--numstat", "--summary", "--check") !== undefined) return;
      judging.find(call.name, "mutating", "git apply changes files", "look at the patch with git apply --stat");
    },
  ),
  revisionReader("format-patch", options(DIFF_OPTIONS, FORMAT_PATCH), (read, call, judging) => {
    if (given(read, "--stdout") !== undefined) return;
    judging.find(call.name, "mutating", "git format-patch writes a file for every commit", "add --stdout");
  }),
  // Signatures may be asked for by files that are archived ($Format:%G?$): then gpg, the user's own, checks them.
  optionReader(
    "archive",
    "writes an archive to standard output",
    {
      flags: "-l --list -v --verbose --worktree-attributes",
      number: true,
      values: "--format --prefix --mtime",
      harmful: {
        "-o": "writes to a file",
        "--output": "writes to a file",
        "--remote": "asks another repository",
        "--exec": "runs a program",
        "--add-file": "may read a file from anywhere",
      },
    },
    (read, _call, judging) => {
      for (const { name, value, at } of read.options) {
        const known = value?.values?.every((format) => ["tar", "zip", "tar.gz", "tgz"].includes(format));
        if (name !== "--format" || known) continue;
        judging.find(at, "code", "an archive format may be a program that the configuration names", "use --format=tar");
      }
    },
  ),
  optionReader(
    "interpret-trailers",
    "reads trailers",
    { flags: "--parse --only-trailers --only-input --unfold --no-divider" },
    (read, call, judging) => {
      if (given(read, "--parse", "--only-input") !== undefined) return;
      const reason = "git interpret-trailers may run commands that the configuration names";
      judging.find(call.name, "code", reason, "add --parse");
    },
  ),
  optionReader(
    "help",
    "lists what git can do",
    { flags: "-a --all -g --guides -c --config --verbose --no-verbose --no-external-commands --no-aliases" },
    (read, call, judging) => {
      const [page] = read.operands;
      if (page === undefined) return;
      judging.find(
        page,
        "code",
        `${call.name.values[0]} opens a page in a viewer`,
        `use git ${onlyValue(page) ?? "log"} -h`,
      );
    },
  ),
  {
    names: ["ls-remote"],
    level: "READ",
    reason: "tells where a remote is",
    judge(call, judging) {
      if (call.args.some((arg) => onlyValue(arg) === "--get-url")) {
        readOptions(call, { flags: "--get-url" }, judging);
        return;
      }
      const hint = "git branch -r and git show-ref show the fetched branches; git remote -v shows where from";
      judging.find(call.name, "code", "git ls-remote connects to another repository and runs a program there", hint);
    },
  },
  family(
    "bundle",
    "looks at bundles",
    {},
    subCommands(writtenOptionReader("list-heads"), writtenOptionReader("verify", { flags: "-q --quiet" })),
  ),
  family("bisect", "tells where a bisection stands", {}, subCommands(writtenOptionReader("log"))),
  family("sparse-checkout", "tells what is checked out", {}, subCommands(writtenOptionReader("list"))),
  family(
    "worktree",
    "lists work trees",
    {},
    subCommands(writtenOptionReader("list", { flags: "-v --verbose --porcelain -z", values: "--expire" })),
  ),
  ...GIT_LISTINGS,
  GIT_CONFIG,
];
