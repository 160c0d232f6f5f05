import { homedir } from "node:os";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { analyse } from "../../policy/shell/analyse.ts";
import type { Finding } from "../../policy/shell/analysis.ts";
import { realWorld } from "../world.ts";

/**
 * Patterns of `shell_allow` without effect: a known change, or code that the policy cannot read, is refused
 * regardless.
 */
export function ineffectivePatterns(patterns: readonly string[]): Problem[] {
  return patterns.flatMap((pattern) => {
    const refused = refusalOf(pattern);
    if (refused === undefined) return [];
    const message = `${quoted(pattern)} has no effect: ${refused.reason}`;
    return [{ severity: "warning", kind: "no_effect", message, path: "shell_allow", hint: HINT }];
  });
}

const HINT =
  "shell_allow teaches commands that Countersign does not know; put a command that changes something into a plan";

/**
 * Why the shortest command that the pattern covers is refused. Judged at the root of the file system, where no
 * repository is.
 */
function refusalOf(pattern: string): Finding | undefined {
  const line = pattern.replace(/ \*$/, "").replaceAll("*", "x");
  const facts = { cwd: "/", home: homedir(), world: realWorld(), unreadable: [], sandboxed: false, allow: [pattern] };
  const analysis = analyse(line, facts);
  if (analysis.readOnly) return undefined;
  return analysis.findings.find(({ code }) => code === "mutating" || code === "code");
}
