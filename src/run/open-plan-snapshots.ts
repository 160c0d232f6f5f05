import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { openSnapshots, type Snapshots } from "./snapshot.ts";
import { type PlanSnapshots, type StepSpan, snapshotsOfPlan } from "./snapshots-of-plan.ts";

export interface OpenedSnapshots {
  snapshots: Snapshots;
  trees: PlanSnapshots;
  run: Run;
}

/** The snapshots of a plan that was carried out here; or why there are none. */
export async function openPlanSnapshots(
  desk: Desk,
  plan: LivePlan,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<OpenedSnapshots>> {
  const { id, run } = plan;
  if (run === undefined) return no("not_started", `${id} was not carried out: it has changed nothing.`);
  const snapshots = await openSnapshots(desk.project, { env, home: desk.home.directory, planId: id, runId: run.id });
  if ("none" in snapshots) return no("not_found", `There are no snapshots here: ${snapshots.none}.`, { hint: OUTSIDE });
  const trees = await snapshotsOfPlan(desk, id, await snapshots.list());
  if (trees.before === undefined)
    return no("not_found", `No snapshot was taken when ${id} was carried out.`, { hint: OUTSIDE });
  return yes({ snapshots, trees, run });
}

const OUTSIDE = "Snapshots are taken in git repositories, unless the setting `snapshots` is off.";

/** Between which trees a step's work lies. */
export function spanOf({ trees, run }: OpenedSnapshots, step: string): Outcome<StepSpan> {
  const span = trees.steps.get(step);
  if (span !== undefined) return yes(span);
  const state = run.steps.get(step);
  if (state === undefined) {
    const names = [...run.steps].map(([id]) => id).join(", ");
    return no("unknown_step", `The plan has no step ${step}.`, { hint: `Its steps: ${names}.` });
  }
  const why = state.attempts === 0 ? "it was not carried out" : "nobody looked at the files after it";
  return no("not_found", `There is no snapshot of step ${step}: ${why}.`);
}
