import { known, onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { type OptionTable, readOptions } from "../../options.ts";
import { options } from "./revision-options.ts";

/**
 * A sub-command that no git has given an option that writes or runs something. An option that is written out must be in
 * its table all the same: a later git may have another one. A word that is known only at run time counts as an operand.
 */
export function writtenOptionReader(name: string, written: OptionTable = {}): CommandSpec {
  const table = options(written, { flags: "--end-of-options" });
  return {
    names: [name],
    level: "READ",
    reason: "tells about the repository",
    judge(call, judging) {
      const args = call.args.map((arg) => (onlyValue(arg) === undefined ? known(".", arg) : arg));
      readOptions({ ...call, args }, table, judging);
    },
  };
}

/** Sub-commands that only tell something, whatever their options are. */
export const GIT_TELLERS: readonly CommandSpec[] = [
  writtenOptionReader("status", {
    flags:
      "-s --short -b --branch --show-stash --long -v --verbose -z --null --[no-]ahead-behind --[no-]renames --no-column",
    optional: "--porcelain -u --untracked-files --ignore-submodules --ignored --column -M --find-renames",
  }),
  writtenOptionReader("ls-files", {
    flags:
      "-z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed -u --unmerged " +
      "--[no-]directory --eol --[no-]empty-directory --resolve-undo --exclude-standard --full-name " +
      "--recurse-submodules --error-unmatch --debug --deduplicate --sparse --no-abbrev",
    values: "-x --exclude -X --exclude-from --exclude-per-directory --with-tree --format",
    optional: "--abbrev",
  }),
  writtenOptionReader("ls-tree", {
    flags: "-d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree --no-abbrev",
    values: "--format",
    optional: "--abbrev",
  }),
  writtenOptionReader("merge-base", { flags: "-a --all --octopus --independent --is-ancestor --fork-point" }),
  writtenOptionReader("name-rev", {
    flags: "--name-only --tags --all --stdin --annotate-stdin --[no-]undefined --always --no-refs --no-exclude",
    values: "--refs --exclude",
  }),
  writtenOptionReader("cherry", { flags: "-v --verbose --no-abbrev", optional: "--abbrev" }),
  writtenOptionReader("show-branch", {
    flags:
      "-a --all -r --remotes --no-color --list --no-name --current --sha1-name --merge-base --independent --topo-order " +
      "--date-order --sparse --topics",
    optional: "--color --more -g --reflog",
  }),
  writtenOptionReader("show-ref", {
    flags: "--tags --heads --branches --exists --verify --head -d --dereference -q --quiet --no-abbrev",
    optional: "-s --hash --abbrev --exclude-existing",
  }),
  writtenOptionReader("check-ignore", { flags: "-q --quiet -v --verbose --stdin -z -n --non-matching --no-index" }),
  writtenOptionReader("check-attr", { flags: "-a --all --cached --stdin -z", values: "--source" }),
  writtenOptionReader("check-ref-format", {
    flags: "--normalize --print --[no-]allow-onelevel --refspec-pattern --branch",
  }),
  writtenOptionReader("check-mailmap", { flags: "--stdin", values: "--mailmap-file --mailmap-blob" }),
  writtenOptionReader("count-objects", { flags: "-v --verbose -H --human-readable" }),
  writtenOptionReader("var", { flags: "-l" }),
  writtenOptionReader("verify-pack", { flags: "-v --verbose -s --stat-only", values: "--object-format" }),
  writtenOptionReader("stripspace", { flags: "-s --strip-comments -c --comment-lines" }),
  writtenOptionReader("column", {
    values: "--command --width --indent --nl --padding",
    optional: "--mode --raw-mode",
  }),
  writtenOptionReader("patch-id", { flags: "--stable --unstable --verbatim" }),
  writtenOptionReader("get-tar-commit-id"),
  writtenOptionReader("version", { flags: "--build-options" }),
];
