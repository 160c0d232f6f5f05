import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { unknownStep } from "../desk/unknown-step.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { ENDED } from "../lifecycle/step-state.ts";
import type { StepId } from "../plan/plan.ts";
import { type Change, openSnapshots, type Snapshots } from "./snapshot.ts";
import { type PlanSnapshots, type StepSpan, snapshotsOfPlan } from "./snapshots-of-plan.ts";

export interface OpenedSnapshots {
  snapshots: Snapshots;
  trees: PlanSnapshots;
  run: Run;
}

/** The snapshots of a plan that ran here; or why there are none. */
export async function openPlanSnapshots(
  desk: Desk,
  plan: LivePlan,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<OpenedSnapshots>> {
  const { id, run } = plan;
  if (run === undefined) return no("not_started", `${id} has not run: it has changed nothing.`);
  const snapshots = await openSnapshots(desk.project, { env, home: desk.home.directory, planId: id, runId: run.id });
  if ("none" in snapshots) return no("not_found", `There are no snapshots here: ${snapshots.none}.`, { hint: OUTSIDE });
  const trees = await snapshotsOfPlan(desk, id, await snapshots.list());
  if (trees.before === undefined) return no("not_found", `No snapshot was taken when ${id} ran.`, { hint: OUTSIDE });
  return yes({ snapshots, trees, run });
}

const OUTSIDE = "Snapshots are taken in git repositories, unless the setting `snapshots` is off.";

/** The snapshots before and after a step. */
export function spanOf({ trees, run }: OpenedSnapshots, step: string): Outcome<StepSpan> {
  const span = trees.steps.get(step);
  if (span !== undefined) return yes(span);
  const state = run.steps.get(step);
  if (state === undefined)
    return unknownStep(
      step,
      [...run.steps].map(([id]) => id),
    );
  if (state.is_rolled_back)
    return no("wrong_step_state", `Step ${step} was rolled back: nothing of what it changed is left.`);
  if (state.attempts > 0) return no("not_found", unknownChangesMessage([step]));
  return no("not_found", `There is no snapshot of step ${step}: it has not run.`);
}

export interface StepPatch {
  from: string;
  to: string;
  files: Change[];
  /** As git shows it; empty without files. */
  patch: string;
}

/** The changes of a step, or of all steps, to the files of the project. */
export async function patchOf(opened: OpenedSnapshots, step: StepId | undefined): Promise<Outcome<StepPatch>> {
  const { snapshots, trees } = opened;
  const span = step === undefined ? undefined : spanOf(opened, step);
  if (span && !span.ok) return span;
  const { before = "", last = before } = trees;
  const [from, to] = span ? [span.value.before, span.value.after] : [before, last];
  const own = new Set(span ? span.value.paths : [...trees.steps.values()].flatMap(({ paths }) => paths));
  const files = (await snapshots.changed(from, to)).filter(({ path }) => own.has(path));
  const paths = files.map(({ path }) => path);
  return yes({ from, to, files, patch: paths.length === 0 ? "" : await snapshots.diff(from, to, { paths }) });
}

/** Steps that ran, were not rolled back, and have no snapshot after their last attempt: their process died. */
export function stepsWithUnknownChanges({ trees, run }: OpenedSnapshots): StepId[] {
  return [...run.steps].flatMap(([id, { status, is_rolled_back }]) => {
    const isUnknown = trees.begun.has(id) || (ENDED.includes(status) && !trees.steps.has(id));
    return isUnknown && status !== "in_progress" && !is_rolled_back ? [id] : [];
  });
}

export function unknownChangesMessage(steps: readonly StepId[]): string {
  const [which, whose] = steps.length === 1 ? ["step", "its"] : ["steps", "their"];
  return `No snapshot was taken after ${which} ${steps.join(", ")}, so ${whose} changes are unknown: diff does not show them, and rollback leaves them.`;
}
