import { indexPath } from "../../plan/data-path.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { findTool } from "../../policy/find-tool.ts";
import { mayWrite } from "../../policy/modes.ts";
import { type HostTools, needsShell, toolsFor } from "../capabilities.ts";
import type { PreflightFacts } from "../preflight.ts";
import type { PlacedStep } from "../steps-left.ts";
import { checkNames } from "./check-names.ts";
import { pathIn } from "./path-in.ts";

/** Whether this step can do its work, and whether its signed limits are enforced. */
export function checkStep(placed: PlacedStep, plan: Plan, facts: PreflightFacts): Problem[] {
  const { step } = placed;
  const names = step.tools ?? plan.tools_required ?? [];
  return [
    ...checkNames(step.tools ?? [], pathIn(placed, "tools"), facts.tools),
    ...checkMode(placed, names, facts.tools),
    ...checkSandbox(placed, names, facts),
    ...checkCommits(placed, facts),
    ...checkProtected(placed, facts),
    ...(step.files ?? []).flatMap((glob, entry) => {
      if (glob.startsWith("!") || facts.matches === undefined || facts.matches(glob)) return [];
      const path = indexPath(pathIn(placed, "files"), entry);
      return warning(
        "glob_without_match",
        `${quoted(glob)} matches no file`,
        "check it, unless the step creates the file",
        path,
      );
    }),
  ];
}

function checkMode(placed: PlacedStep, names: readonly string[], host: HostTools): Problem[] {
  const { step } = placed;
  const name = `step ${quoted(step.id)}`;
  if (step.mode === "run" && step.run === undefined && names.length === 0) {
    const hint = "write the command into run, or list the tools it needs";
    return error(
      "nothing_to_run",
      `${name} is to run something, and has neither a command nor tools`,
      hint,
      pathIn(placed, "mode"),
    );
  }
  if (mayWrite(step)) return [];
  const writers = toolsFor(names, host).filter((tool) => findTool(tool, host.registry)?.category === "write");
  if (writers.length === 0) return [];
  const message = `${name} is for ${step.mode} and changes nothing, though it lists ${writers.map(({ tool }) => quoted(tool)).join(", ")}`;
  return warning("mode_changes_nothing", message, "these tools will be refused", pathIn(placed, "tools"));
}

/** Only a sandbox enforces the signed limits of commands. */
function checkSandbox(placed: PlacedStep, names: readonly string[], { sandbox, tools }: PreflightFacts): Problem[] {
  const { step } = placed;
  const hasShell = step.run === undefined && needsShell(names, tools);
  if (sandbox.sandbox === "on" || !(hasShell || step.run !== undefined || step.verify !== undefined)) return [];
  const name = `step ${quoted(step.id)}`;
  const hint = "the doctor command names what is missing";
  if (sandbox.sandbox === "refuse") {
    return error("sandbox_missing", `${name} runs commands, which must be in a sandbox: ${sandbox.because}`, hint);
  }
  if (!mayWrite(step) && step.run !== undefined) {
    const message = `${name} is for ${step.mode} and changes nothing, and without a sandbox nothing holds its command to that`;
    return error(
      "command_not_held",
      message,
      "install a sandbox, or give the step the mode run",
      pathIn(placed, "run"),
    );
  }
  if (!mayWrite(step) && step.verify !== undefined) {
    const message = `without a sandbox nothing holds the check of ${name} to changing nothing`;
    return warning("command_not_held", message, hint, pathIn(placed, "verify"));
  }
  if (step.files === undefined) return [];
  const asked = hasShell ? "; a person is asked before each command of its agent" : "";
  return warning(
    "command_not_held",
    `without a sandbox nothing holds commands of ${name} to its files${asked}`,
    hint,
    pathIn(placed, "files"),
  );
}

/** A signed command that cannot do its work. */
function checkCommits(placed: PlacedStep, { changesRepository }: PreflightFacts): Problem[] {
  const { step } = placed;
  if (step.commits) return [];
  return (["run", "verify"] as const).flatMap((key) => {
    const word = step[key] && changesRepository?.(step[key]);
    if (!word) return [];
    const message = `step ${quoted(step.id)} runs ${quoted(word)}, which changes the git repository, without "commits: true"`;
    return error("commits_missing", message, 'propose it again with "commits: true" in this step', pathIn(placed, key));
  });
}

/** A signed command that writes files which no step may write unless its `files` name them. */
function checkProtected(placed: PlacedStep, { protectedIn }: PreflightFacts): Problem[] {
  const { step } = placed;
  return (["run", "verify"] as const).flatMap((key) => {
    const denied = step[key] && protectedIn?.(step[key], step);
    if (!denied) return [];
    const message = `step ${quoted(step.id)} cannot run its command: ${denied.reason}`;
    return error("protected_path", message, denied.hint ?? "propose it again without this path", pathIn(placed, key));
  });
}

function error(kind: string, message: string, hint: string, path?: string): Problem[] {
  return [{ severity: "error", kind, message, hint, ...(path && { path }) }];
}

function warning(kind: string, message: string, hint: string, path?: string): Problem[] {
  return [{ severity: "warning", kind, message, hint, ...(path && { path }) }];
}
