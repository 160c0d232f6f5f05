import type { CommandSpec } from "../../command.ts";
import { strictReader } from "../checks.ts";

/** Programs that measure and check sources without running any. */
export const ANALYSERS: readonly CommandSpec[] = [
  strictReader(
    "cloc",
    "counts lines",
    {
      flags:
        "--by-file --by-file-by-lang --json --yaml --csv --md --quiet --hide-rate --fullpath --skip-uniqueness --version",
      values:
        "--exclude-dir --include-lang --exclude-lang --exclude-ext --include-ext --match-f --not-match-f --match-d " +
        "--not-match-d --max-file-size --timeout --progress-rate",
      harmful: {
        "--out": "writes to a file",
        "--report-file": "writes to a file",
        "--extract-with": "runs a program",
        "--vcs": "runs a program",
        "--git": "runs git",
      },
    },
    (read, call, judging) => {
      // It unpacks archives with whatever program fits.
      const packed = read.operands.find(
        (one) => !one.values?.every((each) => !/\.(t?[gbx]z2?|tar|zip|jar|rpm|deb|whl|Z|7z)\b/i.test(each)),
      );
      // What could be a commit is unpacked by git, in a repository that has not been looked at.
      const commit = read.operands.find((one) => !one.values?.every(isNoCommit));
      if (commit !== undefined) judging.find(commit, "code", "cloc may ask git for this commit", "begin it with ./");
      if (packed !== undefined)
        judging.find(packed, "code", `${call.name.values[0]} unpacks archives with other programs`);
    },
  ),
  strictReader("tokei", "counts lines", {
    flags:
      "-f --files -C --compact --hidden --no-ignore --no-ignore-parent --no-ignore-vcs -l --languages -V --version -v --verbose",
    values: "-s --sort -r --rsort -o --output -e --exclude -t --types --type -c --columns -n --num-format",
  }),
  strictReader("scc", "counts lines", {
    flags:
      "--by-file --no-cocomo --no-complexity --no-duplicates -d -c -w --wide --version --ci -l --languages -z --min -m --no-size",
    values: "-f --format -s --sort --exclude-dir -i --include-ext -x --exclude-ext -M --not-match --include-symlinks",
    harmful: { "-o": "writes to a file", "--output": "writes to a file", "--format-multi": "writes to files" },
  }),
  strictReader("shellcheck", "checks shell scripts", {
    flags: "-a --check-sourced -x --external-sources --norc -V --version --list-optional",
    values: "-f --format -e --exclude -i --include -s --shell -S --severity -o --enable -P --source-path",
    optional: "-C --color",
  }),
  strictReader("shfmt", "formats shell scripts", {
    singleDash: true,
    flags: "-d --diff -l --list -f --find -s -ci -bn -sr -kp -fn -version --version",
    values: "-i -ln",
    harmful: { "-w": "changes files", "--write": "changes files" },
  }),
];

/** Ids, HEAD and its like, `main~2`, `v1^{tree}`; a name with a slash in front or a dot in it is a path for cloc. */
function isNoCommit(name: string): boolean {
  if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(name)) return true;
  return !/^[0-9a-f]{4,}$|^@|HEAD|^(?:master|main|trunk)$|[~^:]|@\{/i.test(name);
}
