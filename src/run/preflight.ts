import type { ReliedOn } from "../desk/git.ts";
import { modelOfStep } from "../lifecycle/model-of-step.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { checkDecisions } from "../plan/check-decisions.ts";
import { checkDependencies } from "../plan/check-dependencies.ts";
import type { Step } from "../plan/plan.ts";
import { isError, type Problem } from "../plan/problem.ts";
import type { HostTools } from "./capabilities.ts";
import { checkModels } from "./preflight/check-models.ts";
import { checkNames } from "./preflight/check-names.ts";
import { checkSigned } from "./preflight/check-signed.ts";
import { checkStep } from "./preflight/check-step.ts";
import { checkWorld } from "./preflight/check-world.ts";
import { planToRun, stepsLeft } from "./steps-left.ts";

/** What a plan is held against before it runs. What is left out is not known, and not checked. */
export interface PreflightFacts {
  tools: HostTools;
  /** Every model that could run a step, as `provider/id`. */
  models?: readonly string[];
  /** Whether commands run in a sandbox, and if not, why not. */
  sandbox: { sandbox: "on" } | { sandbox: "off" | "refuse"; because: string };
  /** Steps whose files changed since the plan was made. */
  changed?: readonly ReliedOn[];
  /** What kept changes from being seen that are not committed. */
  unseen?: string;
  /** Artifacts that are not the ones that were signed. */
  artifacts?: readonly string[];
  /** The part of a command that certainly changes the git repository. */
  changesRepository?: (command: string) => string | undefined;
  /** Why a command may not run: it names a path that this step may not write. Missing where a sandbox holds it. */
  protectedIn?: (command: string, step: Pick<Step, "id" | "files">) => { reason: string; hint?: string } | undefined;
  /** Does the glob match any file of the project? */
  matches?: (glob: string) => boolean;
}

/** All errors that keep a signed plan from running here, at once, and warnings. */
export function preflight(state: LivePlan, facts: PreflightFacts): Problem[] {
  const approval = "approval" in state ? state.approval : undefined;
  const signed = checkSigned(state, approval);
  if (approval === undefined) return signed;
  const plan = planToRun(state);
  const left = stepsLeft(state);
  // A step that is left checks its own tools; those of a step that is done are no longer needed.
  const listed = new Set(plan.steps.flatMap(({ tools = [] }) => tools));
  return [
    ...signed,
    ...(left.length === 0 ? [NOTHING_TO_DO] : []),
    ...checkDependencies(plan).filter(isError),
    ...checkDecisions(plan).filter(isError),
    ...checkNames(plan.tools_required ?? [], "tools_required", facts.tools, listed),
    ...checkModels(left, (step) => modelOfStep(step, approval, plan), facts.models),
    ...left.flatMap((step) => checkStep(step, plan, facts)),
    ...checkWorld(left, facts),
  ];
}

const NOTHING_TO_DO: Problem = { severity: "warning", kind: "nothing_to_do", message: "No step is left to do." };
