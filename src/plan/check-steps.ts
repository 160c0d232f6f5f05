import { indexPath, keyPath } from "./data-path.ts";
import { nearest } from "./nearest.ts";
import type { Plan, Step } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { stepName } from "./step-name.ts";
import type { Facts } from "./validate.ts";

/** Checks the tools and files of each step, and whether its success can be verified. */
export function checkSteps(plan: Plan, facts: Facts): Problem[] {
  const { steps, tools_required = [] } = plan;
  const problems = tools_required.flatMap((tool, entry) =>
    checkTool(tool, indexPath("tools_required", entry), facts.tools),
  );
  for (const [position, step] of steps.entries()) problems.push(...checkStep(step, position, facts));
  if (steps.length === 0) problems.push({ severity: "error", kind: "no_steps", path: "steps", ...NO_STEPS });
  return problems;
}

/** The usual spellings. Before the plan runs, its commands are parsed in full. */
const GIT_CHANGE =
  /\bgit +(?:add|am|branch|checkout|cherry-pick|commit|fetch|merge|mv|pull|rebase|reset|restore|revert|rm|stash|switch|tag)\b/;

export const NO_STEPS = {
  message: "no steps were found",
  hint: "write at least one step; in markdown, a section `## Steps` with a numbered list: 1. [ ] **Run the tests** `tests`",
};

/** The shape also requires a step, but does not say how to write one. */
export function isAboutNoSteps({ kind, path }: Problem): boolean {
  return kind === "wrong_value" && path === "steps";
}

function checkStep(step: Step, position: number, facts: Facts): Problem[] {
  const path = indexPath("steps", position);
  const name = stepName(step.id, position);
  const problems: Problem[] = [];
  const denied = new Set(step.denied_tools);
  for (const [entry, tool] of (step.tools ?? []).entries()) {
    const toolPath = indexPath(keyPath(path, "tools"), entry);
    problems.push(...checkTool(tool, toolPath, facts.tools));
    if (!denied.has(tool)) continue;
    problems.push({
      severity: "error",
      kind: "contradicting_tools",
      message: `${name} may use ${quoted(tool)} and is denied it`,
      hint: "remove it from tools or from denied_tools",
      path: toolPath,
    });
  }
  for (const [entry, tool] of (step.denied_tools ?? []).entries()) {
    problems.push(...checkTool(tool, indexPath(keyPath(path, "denied_tools"), entry), facts.tools));
  }
  for (const [entry, glob] of (step.files ?? []).entries()) {
    problems.push(...checkGlob(glob, indexPath(keyPath(path, "files"), entry), facts.matches));
  }
  const change = step.commits ? undefined : GIT_CHANGE.exec(step.run ?? "")?.[0];
  if (change !== undefined) {
    problems.push({
      severity: "warning",
      kind: "commits_missing",
      message: `${name} runs ${quoted(change)}, and may not change the git repository`,
      hint: "add commits: true",
      path: keyPath(path, "run"),
    });
  }
  if (step.risk === "high" && step.verify === undefined) {
    problems.push({
      severity: "warning",
      kind: "high_risk_without_check",
      message: `${name} has a high risk and no verify: its success cannot be verified`,
      hint: "add verify: a command that exits 0 only if the step is done",
      path,
    });
  }
  return problems;
}

function checkTool(tool: string, path: string, tools: ReadonlySet<string> | undefined): Problem[] {
  if (tools === undefined || tools.has(tool)) return [];
  const guess = nearest(tool, tools);
  const hint = guess ? `did you mean ${quoted(guess)}?` : `known tools: ${[...tools].sort().join(", ")}`;
  return [{ severity: "error", kind: "unknown_tool", message: `there is no tool ${quoted(tool)}`, hint, path }];
}

function checkGlob(glob: string, path: string, matches: Facts["matches"]): Problem[] {
  if (leavesProject(glob)) {
    const message = `${quoted(glob)} is not inside the project`;
    const hint = "write globs relative to the project, without a leading / or ~ and without ..";
    return [{ severity: "error", kind: "glob_outside_project", message, hint, path }];
  }
  if (matches === undefined || matches(glob)) return [];
  const message = `${quoted(glob)} matches no file`;
  const hint = "check the spelling, unless the step creates the file";
  return [{ severity: "warning", kind: "glob_without_match", message, hint, path }];
}

/** Any reading as an absolute or upward path counts, also inside braces, classes or groups. */
function leavesProject(glob: string): boolean {
  return expandBraces(glob.replaceAll("\\", "/")).some((path) => {
    const bare = path.replace(/[[\]()|!@+]/g, "");
    return /^(\/|~|[A-Za-z]:)/.test(bare) || bare.split("/").includes("..");
  });
}

/** `{a,b}/c` → `a/c`, `b/c`. A glob with thousands of expansions is not checked, and counts as leaving. */
function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (done.length + open.length > 1000) return [".."];
    const [group, inner] = /\{([^{}]*,[^{}]*)\}/.exec(path) ?? [];
    if (group === undefined || inner === undefined) done.push(path);
    else for (const choice of inner.split(",")) open.push(path.replace(group, () => choice));
  }
  return done;
}
