import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { scopeOf, situationOf } from "../desk/situation.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { SignedScope, Situation } from "../policy/situation.ts";

/** Where a call would be made. */
export interface CallPlace {
  mode: "planning" | "executing";
  /** By its signed scope; without a plan, by the rules for all plans. */
  plan?: PlanId | undefined;
  step?: StepId | undefined;
  /** As if there were one, or none; by default as it is here. */
  sandbox?: "on" | "off" | undefined;
  /** The project by default. */
  cwd?: string | undefined;
}

/** What the policy goes by for a call at this place. */
export async function situationToJudge(
  desk: Desk,
  env: NodeJS.ProcessEnv,
  { mode, plan, step, sandbox: stated, cwd }: CallPlace,
): Promise<Outcome<Situation>> {
  const scope = plan === undefined ? yes(undefined) : await signedScope(desk, plan, step);
  if (!scope.ok) return scope;
  const sandbox = stated ?? (await detected(desk, env));
  const situation = situationOf(desk, mode, { sandbox, ...defined({ cwd }) }, scope.value);
  // Without a plan, a call is judged by the rules for all plans.
  if (mode === "executing" && scope.value === undefined) situation.settings = { ...situation.settings, scope: "full" };
  return yes(situation);
}

/** Looking for a sandbox loads more than judging a call. */
async function detected(desk: Desk, env: NodeJS.ProcessEnv): Promise<Situation["facts"]["sandbox"]> {
  const { projectSandbox, sandboxForPolicy } = await import("../run/project-sandbox.ts");
  return sandboxForPolicy(await projectSandbox(desk, env));
}

async function signedScope(desk: Desk, id: PlanId, step: StepId | undefined): Promise<Outcome<SignedScope>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const state = found.value.kind === "standing" ? found.value.state : undefined;
  if (state === undefined || !("approval" in state) || state.approval === undefined)
    return no("not_approved", `${id} is not approved, so it has no scope.`);
  const scope = scopeOf(state.approval, step);
  if (step === undefined || scope.step !== undefined) return yes(scope);
  return no("unknown_step", `The approved text of ${id} has no step ${step}.`, {
    hint: "Steps that were left out do not run.",
    next: [{ move: "show", plan: id, what: "see its steps" }],
  });
}
