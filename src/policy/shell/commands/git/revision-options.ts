import { type Argument, maybeOption, onlyValue } from "../../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../../command.ts";
import { type OptionTable, type ReadArguments, readOptions } from "../../options.ts";

type Kind = "flags" | "values" | "optional";

/**
 * Puts tables together, the later ones over the earlier; `--[no-]x` stands for `--x --no-x`. It is done when the table is
 * first asked: a judgement asks for one of them, and all together take a millisecond.
 */
export function options(...tables: readonly OptionTable[]): OptionTable {
  let kinds: Map<string, Kind> | undefined;
  const all = (wanted: Kind) => {
    kinds ??= kindsIn(tables);
    return [...kinds].flatMap(([option, kind]) => (kind === wanted ? [option] : [])).join(" ");
  };
  return {
    get flags() {
      return all("flags");
    },
    get values() {
      return all("values");
    },
    get optional() {
      return all("optional");
    },
    harmful: Object.assign({}, ...tables.map((table) => table.harmful ?? {})),
    ...(tables.some((table) => table.number) && { number: true }),
  };
}

function kindsIn(tables: readonly OptionTable[]): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const table of tables) {
    for (const kind of ["flags", "values", "optional"] as const) {
      const text = (table[kind] ?? "").replace(/--\[no-\](\S+)/g, "--$1 --no-$1");
      for (const option of text.split(" ")) kinds.set(option, kind);
    }
  }
  return kinds;
}

const GPG = "starts gpg, which writes to its own directory";

/** What can be said about how differences are found and shown. These are never abbreviated by git. */
export const DIFF_OPTIONS: OptionTable = {
  flags:
    "-p -u --patch -s --no-patch --raw --patch-with-raw --patch-with-stat --[no-]indent-heuristic --minimal " +
    "--no-minimal --patience --histogram --compact-summary --no-compact-summary --numstat --shortstat --summary -z " +
    "--name-only --name-status --no-color --no-color-moved --no-color-moved-ws --no-renames --[no-]rename-empty " +
    "--check --[no-]full-index --binary --find-copies-harder --no-find-copies-harder -D --irreversible-delete " +
    "--pickaxe-all --pickaxe-regex -R --no-relative -a --[no-]text --ignore-cr-at-eol --ignore-space-at-eol -b " +
    "--ignore-space-change -w --ignore-all-space --ignore-blank-lines -W --[no-]function-context --exit-code " +
    "--[no-]quiet --no-ext-diff --no-textconv --no-prefix --default-prefix --ita-invisible-in-index " +
    "--ita-visible-in-index --cumulative --cc -c --combined-all-paths -m --no-diff-merges --dd -t -r --[no-]follow " +
    "--no-abbrev --no-stat --no-ignore-submodules --end-of-options",
  optional:
    "-U --unified --stat --dirstat -X --dirstat-by-file --submodule --color --color-moved --word-diff --color-words " +
    "-B --break-rewrites -M --find-renames -C --find-copies --relative --ignore-submodules --abbrev",
  values:
    "--output-indicator-new --output-indicator-old --output-indicator-context --anchored --diff-algorithm " +
    "--stat-width --stat-name-width --stat-count --stat-graph-width --color-moved-ws --word-diff-regex " +
    "--ws-error-highlight --diff-filter -S -G --find-object -O -l --src-prefix --dst-prefix --line-prefix " +
    "--inter-hunk-context -I --ignore-matching-lines --skip-to --rotate-to --diff-merges",
  harmful: {
    "--output": "writes to a file",
    "--ext-diff": "runs a program that the configuration names",
    "--textconv": "runs a program that the configuration names",
    "--remerge-diff": "merges again, with drivers that the configuration names",
  },
};

/** What can be said about which commits are walked, and how each is shown. */
export const REVISION_OPTIONS: OptionTable = {
  number: true,
  flags:
    "--all --reflog --alternate-refs --single-worktree --ignore-missing --stdin --bisect " +
    "--cherry-mark --cherry-pick --cherry --left-only --right-only --left-right --boundary --not --do-walk " +
    "--simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --remove-empty --merge " +
    "--merges --no-merges --no-min-parents --no-max-parents --first-parent --exclude-first-parent-only " +
    "--date-order --topo-order --author-date-order --reverse -g --walk-reflogs -i --regexp-ignore-case -E " +
    "--extended-regexp -F --fixed-strings -P --perl-regexp --basic-regexp --invert-grep --all-match --abbrev-commit " +
    "--no-abbrev-commit --oneline --parents --children --relative-date --[no-]graph --full-diff --root --no-commit-id " +
    "--always --source --no-source --[no-]use-mailmap --[no-]mailmap --log-size --no-decorate --clear-decorations " +
    "--no-decorate-refs --no-notes --standard-notes --no-standard-notes --no-expand-tabs --no-show-signature -q -v " +
    "--unsorted --no-encode-email-headers --encode-email-headers",
  optional:
    "--branches --tags --remotes --pretty --format --encoding --min-parents --max-parents --no-walk --expand-tabs " +
    "--show-notes --notes --show-linear-break --decorate --ancestry-path",
  values:
    "-n --max-count --skip --since --after --until --before --since-as-filter --max-age --min-age --author --committer " +
    "--grep --grep-reflog --glob --exclude --exclude-hidden --date -L --decorate-refs --decorate-refs-exclude",
  harmful: { "--show-signature": GPG },
};

/** A sub-command that takes revisions, paths, and options of these tables. */
export function revisionReader(names: string, table: OptionTable, more?: More): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason: "shows what the repository holds",
    judge(call, judging) {
      const read = readRevisionOptions(call, table, judging);
      if (read !== undefined) more?.(read, call, judging);
    },
  };
}

type More = (read: ReadArguments, call: CommandCall, judging: Judging) => void;

export function readRevisionOptions(
  call: CommandCall,
  table: OptionTable,
  judging: Judging,
): ReadArguments | undefined {
  const read = readOptions(call, table, judging);
  if (read === undefined) return undefined;
  let sound = true;
  const refuse = (at: Argument, code: "dynamic" | "mutating" | "not_understood", reason: string, hint?: string) => {
    sound = false;
    judging.find(at, code, reason, hint);
  };
  for (const { name, value, at, isApart } of read.options) {
    if (value === undefined) continue;
    // git reads its arguments twice, and takes some away in between: `--author -q --since --output=f` writes to f.
    if (isApart && maybeOption(value) && !value.isNumber) {
      const attached = name.startsWith("--") ? `${name}=…` : `${name}…`;
      refuse(value, "dynamic", `${value.text} could turn into an option`, `attach it: ${attached}`);
    }
    if (name === "--pretty" || name === "--format") {
      const harm = harmOfFormat(value);
      if (harm !== undefined) refuse(at, "mutating", harm, "use a format without %G, such as --format='%h %an %s'");
    }
    // The look knows the submodules there are now, not those of another commit.
    if (name === "--submodule" && !value.values?.every((each) => each === "short" || each === "log")) {
      refuse(at, "mutating", "git --submodule=diff runs git in every submodule", "use --submodule=log");
    }
    if (name === "--diff-merges" && /^r/.test(onlyValue(value) ?? "r")) {
      refuse(at, "mutating", `${name}=remerge merges again, with drivers that the configuration names`);
    }
  }
  refuseDashes(read, refuse);
  return sound ? read : undefined;
}

/** Behind `--` stand paths. One that looks like an option is none that people have, and a trap if we miscounted. */
function refuseDashes(
  read: ReadArguments,
  refuse: (at: Argument, code: "not_understood", reason: string, hint: string) => void,
): void {
  for (const operand of read.operands) {
    const dashed = operand.values?.some((value) => value.startsWith("-") && value !== "-");
    if (dashed) refuse(operand, "not_understood", `${operand.text} looks like an option`, "begin the path with ./");
  }
}

const FORMATS = new Set("oneline short medium full fuller reference email mboxrd raw".split(" "));

function harmOfFormat(value: Argument): string | undefined {
  if (value.values === undefined) return "a format that cannot be seen may start gpg";
  for (const format of value.values) {
    if (/%[-+ ]?G/.test(format)) return `%G in a format ${GPG}`;
    const plain = format.includes("%") || /^t?format:/.test(format) || format === "" || FORMATS.has(format);
    if (!plain) return `the format ${format} stands in the configuration, and may start gpg`;
  }
  return undefined;
}

/** Formats of references: `%(signature)` is verified by gpg. */
export function refuseSignatures(read: ReadArguments, judging: Judging): boolean {
  for (const { name, value, at } of read.options) {
    const texts = name === "--format" || name === "--sort" ? (value?.values ?? ["%(signature)"]) : [];
    if (!texts.some((text) => /signature/.test(text.replaceAll("contents:signature", "")))) continue;
    judging.find(at, "mutating", `the field signature ${GPG}`, "use fields such as %(refname:short) and %(objectname)");
    return true;
  }
  return false;
}
