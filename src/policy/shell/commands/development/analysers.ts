import type { CommandSpec } from "../../command.ts";
import { given } from "../../reader.ts";
import { type Check, strictReader } from "../checks.ts";
import { family, subCommands } from "../sub-commands.ts";

/** GHC reads these for any program that was linked so, before the program sees its options: `+RTS -Sfile` writes. */
const noRuntimeOptions: Check = (_read, { name, args }, judging) => {
  const end = args.findIndex(({ values }) => values?.[0] === "--");
  const option = args
    .slice(0, end < 0 ? undefined : end)
    .find(({ values, prefix }) => (values ?? [prefix]).some((value) => /^(?:\+|$)/.test(value)));
  if (option === undefined) return;
  judging.find(
    option,
    "mutating",
    `${name.values[0]} may read ${option.text} as options of its run-time system`,
    "begin the name with ./",
  );
};

/** ruff has no plugins. It keeps a cache where the project says, and the project may have it change what it finds. */
const RUFF_OPTIONS = {
  flags: `-n --no-cache --no-fix --diff --check -q --quiet -s --silent -v --verbose --statistics --show-files
    --show-settings --show-fixes --no-show-fixes --preview --no-preview -e --exit-zero --force-exclude --isolated
    --respect-gitignore --no-respect-gitignore -h --help`,
  values: `--select --ignore --extend-select --extend-ignore --per-file-ignores --output-format --line-length
    --target-version --exclude --extend-exclude`,
  harmful: {
    "--fix": "changes files",
    "--fix-only": "changes files",
    "--add-noqa": "changes files",
    "-o": "writes to a file",
    "--output-file": "writes to a file",
    "--cache-dir": "writes to a directory",
    "--watch": "does not end",
    "-w": "does not end",
  },
} as const;

function without(harm: string, wanted: readonly string[], isRequired = false): Check {
  return (read, call, judging) => {
    if ((judging.facts.sandboxed && !isRequired) || given(read, ...wanted, "-h", "--help") !== undefined) return;
    const where = isRequired ? "" : ": it is harmless only in the sandbox";
    judging.find(call.name, "mutating", `${call.name.values[0]} ${harm}${where}`, `add ${wanted.join(" or ")}`);
  };
}

const UNCACHED = without("writes a cache where the project says", ["--no-cache", "-n"]);

const RUFF: CommandSpec = family(
  "ruff",
  "checks Python code",
  { flags: "--version -V -h --help" },
  subCommands(
    strictReader(
      "check",
      "checks",
      RUFF_OPTIONS,
      UNCACHED,
      without("changes files if the project says fix", ["--no-fix", "--diff"]),
    ),
    strictReader(
      "format",
      "checks the format",
      RUFF_OPTIONS,
      without("changes files", ["--check", "--diff"], true),
      UNCACHED,
    ),
    strictReader("rule linter config version", "explains", {
      flags: "--all",
      values: "--output-format",
    }),
  ),
);

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
  strictReader(
    "shellcheck",
    "checks shell scripts",
    {
      flags: "-a --check-sourced -x --external-sources --norc -V --version --list-optional",
      values: "-f --format -e --exclude -i --include -s --shell -S --severity -o --enable -P --source-path",
      optional: "-C --color",
    },
    noRuntimeOptions,
  ),
  strictReader(
    "hadolint",
    "checks Dockerfiles",
    {
      flags: "--no-fail --no-color -V --verbose --strict-labels --disable-ignore-pragma -v --version -h --help",
      values: `-f --format -c --config --ignore --error --warning --info --style --trusted-registry -t
        --failure-threshold --require-label --file-path-in-report`,
    },
    noRuntimeOptions,
  ),
  strictReader("yamllint", "checks YAML", {
    flags: "-s --strict --no-warnings --list-files -v --version -h --help",
    values: "-f --format -c --config-file -d --config-data",
  }),
  strictReader("actionlint", "checks workflows", {
    singleDash: true,
    flags: "-oneline -color -no-color -verbose -debug -version --version -h -help",
    values: "-format -ignore -stdin-filename",
    harmful: {
      "-shellcheck": "runs a program",
      "-pyflakes": "runs a program",
      "-init-config": "writes a file",
    },
  }),
  strictReader("gofmt", "formats Go code", {
    singleDash: true,
    flags: "-l -d -s -e -h -help",
    values: "-r",
    harmful: { "-w": "changes files", "-cpuprofile": "writes to a file" },
  }),
  strictReader("difft", "compares sources", {
    flags: "--check-only --exit-code --ignore-comments --list-languages --skip-unchanged --strip-cr --version",
    values: "--color --context --display --override --sort-paths --syntax-highlight --tab-width --width",
  }),
  strictReader("pkg-config pkgconf", "tells about libraries", {
    flags: `--cflags --cflags-only-I --cflags-only-other --exists --libs --libs-only-L --libs-only-l --list-all --modversion
      --print-errors --print-provides --print-requires --print-requires-private --print-variables --short-errors
      --static --validate --version`,
    values: "--atleast-pkgconfig-version --atleast-version --exact-version --max-version --variable",
    harmful: { "--log-file": "writes to a file" },
  }),
  strictReader(
    "black",
    "checks the format of Python code",
    {
      flags: `--check --diff --color --no-color --fast --safe --preview --pyi -q --quiet -v --verbose -S -C
        --skip-string-normalization --skip-magic-trailing-comma --version -h --help`,
      values: "-l --line-length -t --target-version --include --exclude --extend-exclude --force-exclude",
    },
    (read, call, judging) => {
      if (given(read, "--check", "--diff", "--version", "-h", "--help") !== undefined) return;
      judging.find(call.name, "mutating", "black changes files", "add --check or --diff");
    },
  ),
  RUFF,
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
