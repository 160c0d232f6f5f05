import { analysedLine } from "./analysed-line.ts";
import { comparablePath } from "./comparable-path.ts";
import { pathsOf } from "./paths-of.ts";
import type { Finding } from "./shell/analysis.ts";
import { wordsOf } from "./shell/words-of.ts";
import type { Situation } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/**
 * The part of a call that changes the git repository: a sub-command of git that does more than read, or a path in
 * `.git`. An unknown program may change it as well: only the sandbox, in which `.git` is read-only, stops that. There
 * only certain cases are judged, so that a person is asked before git fails.
 */
export function repositoryChange(call: ToolCall, tool: Tool, situation: Situation): string | undefined {
  if (tool.command !== undefined) return changeByLine(call, tool, situation);
  if (tool.category !== "write") return undefined;
  const inGit = pathsOf(call, tool, situation.facts).find(
    (path) => !("because" in path) && path.places.some((place) => IN_GIT.test(comparablePath(place))),
  );
  return inGit?.text;
}

function changeByLine(call: ToolCall, tool: Tool, situation: Situation): string | undefined {
  const found = analysedLine(call, tool, situation);
  if (typeof found === "string" || found.analysis.readOnly) return undefined;
  const isSandboxed = situation.facts.sandbox === "on";
  const byGit = found.analysis.findings.find(
    (finding) => finding.by === "git" && changes(finding) && (isSure(finding) || !isSandboxed),
  );
  if (byGit) return /^git [a-z-]+/.exec(byGit.reason)?.[0] ?? `git ${byGit.text}`;
  return isSandboxed ? undefined : wordsOf(found.line).find(namesGit);
}

/** `.git/HEAD`, `--output=.git/HEAD`; not `--exclude=.git`, which excludes it. */
function namesGit(word: string): boolean {
  if (/^--(?:exclude|ignore)[\w-]*=/.test(word)) return false;
  return word.split("=").some((part) => IN_GIT.test(comparablePath(`/${part}`)));
}

/** A repository's configuration says nothing about the call. */
function changes({ code, reason }: Finding): boolean {
  return code !== "git_configuration" && !ELSEWHERE.test(reason);
}

/** `git stash pop` belongs to a family whose read-only uses are all known. */
function isSure({ code, reason }: Finding): boolean {
  return code === "mutating" || (code === "unknown_command" && /^git \S+ \S+ is not known/.test(reason));
}

/** Sub-commands that write files of the project, or send data, and do not change the repository. */
const ELSEWHERE =
  /^git (?:apply|archive|clean|clone|diff|format-patch|grep|log|merge-file|request-pull|send-email|show)\b/;

const IN_GIT = /\/\.git(?:\/|$)/;
