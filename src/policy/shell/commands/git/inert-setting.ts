import { type Argument, onlyValue } from "../../argument.ts";
import type { Judging } from "../../command.ts";

/** Whether `-c name=value` only changes how things are shown; otherwise the reason has been said. */
export function isInertSetting(setting: Argument, judging: Judging): boolean {
  const text = onlyValue(setting);
  if (text === undefined) {
    judging.find(setting, "dynamic", "a setting of git that cannot be seen", "write it out");
    return false;
  }
  const equals = text.indexOf("=");
  const name = (equals < 0 ? text : text.slice(0, equals)).toLowerCase();
  const value = equals < 0 ? "true" : text.slice(equals + 1);
  if (SORTS.has(name) && PLAIN_FIELD.test(value)) return true;
  const only = Object.entries(ONLY_WITH).find(([pattern]) => matches(name, pattern))?.[1];
  if (only !== undefined ? only.includes(value.toLowerCase()) : INERT.some((each) => matches(name, each))) return true;
  const reason = `git -c ${name} may make git run something or go elsewhere`;
  judging.find(setting, "git_configuration", reason, "leave the setting out");
  return false;
}

function matches(name: string, pattern: string): boolean {
  if (!pattern.endsWith(".*")) return name === pattern;
  const rest = name.startsWith(pattern.slice(0, -1)) ? name.slice(pattern.length - 1) : "";
  return rest !== "" && !rest.includes(".");
}

/** A listing is sorted by fields, and git starts gpg for the field `signature`. */
const SORTS = new Set(["branch.sort", "tag.sort"]);
const PLAIN_FIELD =
  /^-?(?:(?:v|version):)?(?:refname|objectname|objecttype|objectsize|upstream|subject|(?:creator|committer|author|tagger)(?:date|name|email)?)(?::[a-z]+)*$/;

const OFF = ["false", "no", "off", "0"];

/** Settings that are harmless with these values alone. */
const ONLY_WITH: Readonly<Record<string, readonly string[]>> = {
  "core.pager": ["cat", ""],
  "pager.*": [...OFF, "cat"],
  "core.fsmonitor": [...OFF, ""],
  "core.hookspath": ["/dev/null"],
  "core.untrackedcache": OFF,
  "submodule.recurse": OFF,
  "gc.auto": ["0"],
  "maintenance.auto": OFF,
  "log.showsignature": OFF,
  // On, it writes the index.
  "diff.autorefreshindex": OFF,
  // Would merge again, with the drivers a repository names.
  "log.diffmerges": [
    "off",
    "none",
    "on",
    "first-parent",
    "1",
    "separate",
    "m",
    "combined",
    "c",
    "dense-combined",
    "cc",
  ],
};

/** Settings about what output looks like, and what is compared with what. */
const INERT: readonly string[] = (
  "color.* core.quotepath core.abbrev core.ignorecase core.precomposeunicode core.preloadindex core.commentchar " +
  "core.trustctime core.filemode core.whitespace " +
  "log.abbrevcommit log.date log.decorate log.excludedecoration log.follow log.graphcolors log.initialdecorationset " +
  "log.mailmap log.showroot diff.renames diff.renamelimit diff.algorithm diff.noprefix diff.mnemonicprefix " +
  "diff.context diff.interhunkcontext diff.colormoved diff.colormovedws diff.wserrorhighlight diff.indentheuristic " +
  "diff.statgraphwidth diff.statnamewidth diff.suppressblankempty diff.dirstat diff.ignoresubmodules diff.relative " +
  "diff.srcprefix diff.dstprefix diff.wordregex status.short status.branch status.color " +
  "status.relativepaths status.showuntrackedfiles status.showstash status.aheadbehind status.renames " +
  "status.renamelimit status.displaycommentprefix grep.linenumber grep.column grep.patterntype grep.extendedregexp " +
  "grep.threads grep.fullname blame.coloring blame.date blame.showroot blame.showemail blame.blankboundary " +
  "column.* advice.* i18n.logoutputencoding versionsort.suffix merge.renames merge.renamelimit " +
  "safe.directory mailmap.file mailmap.blob"
).split(" ");
