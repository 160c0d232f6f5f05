import type { Amendment } from "../../../lifecycle/amendment.ts";
import { ownProperty } from "../../../lifecycle/own-property.ts";
import type { LivePlan, PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { RequestState } from "../../../lifecycle/request.ts";
import type { StepState, StepStatus } from "../../../lifecycle/step-state.ts";
import type { StepStates } from "../../../lifecycle/step-states.ts";
import type { Plan, Step, StepId } from "../../../plan/plan.ts";

/** A difference between two states of a running plan. */
export type RunChange =
  | { type: "step"; step: Step; from: StepStatus; to: StepStatus; state: StepState }
  | { type: "status"; from: PlanStatus; to: PlanStatus }
  | { type: "asked"; request: RequestState }
  | { type: "closed"; request: RequestState }
  | { type: "amended"; amendment: Amendment };

/** All differences, in the order for people: ends before starts, requests last. */
export function runChanges(before: LivePlan, after: LivePlan): RunChange[] {
  const steps = stepChanges(before, after);
  const requests = Object.values(after.requests).flatMap((request): RunChange[] => {
    const known = ownProperty(before.requests, request.id);
    if (request.closing === undefined) return known ? [] : [{ type: "asked", request }];
    return known && known.closing === undefined ? [{ type: "closed", request }] : [];
  });
  const amended = (after.run?.amendments ?? [])
    .slice(before.run?.amendments?.length ?? 0)
    .map((amendment): RunChange => ({ type: "amended", amendment }));
  const status: RunChange[] =
    before.status === after.status ? [] : [{ type: "status", from: before.status, to: after.status }];
  const isBeginning = (change: RunChange) => change.type === "step" && change.to === BEGINS;
  return [
    ...requests.filter(({ type }) => type === "closed"),
    ...amended,
    ...steps.filter((change) => !isBeginning(change)),
    ...status,
    ...steps.filter(isBeginning),
    ...requests.filter(({ type }) => type === "asked"),
  ];
}

const BEGINS: StepStatus = "in_progress";

function stepChanges(before: LivePlan, after: LivePlan): RunChange[] {
  const { run } = after;
  if (run === undefined) return [];
  return changedIds(before.run?.steps, run.steps).flatMap((id): RunChange[] => {
    const state = run.steps.get(id);
    const earlier = before.run?.steps.get(id);
    const from = earlier?.status ?? "pending";
    if (state === undefined || state === earlier) return [];
    const isAgain = state.status === BEGINS && earlier !== undefined && earlier.attempts !== state.attempts;
    if (from === state.status && !isAgain) return [];
    const step = stepsOf(run.plan).get(id) ?? { id, title: id };
    return [{ type: "step", step, from, to: state.status, state }];
  });
}

/** Two states of a run share equal parts, so that a change of one step does not compare ten thousand. */
function changedIds(before: StepStates | undefined, after: StepStates): StepId[] {
  const ids = idsOf(after);
  if (before?.places !== after.places) return ids;
  const size = after.parts[0]?.length ?? 0;
  return after.parts.flatMap((part, at) =>
    part === before.parts[at] ? [] : ids.slice(at * size, at * size + part.length),
  );
}

const knownIds = new WeakMap<StepStates["places"], StepId[]>();
const knownSteps = new WeakMap<Plan, Map<StepId, Step>>();

function idsOf({ places }: StepStates): StepId[] {
  const ids = knownIds.get(places) ?? [...places.keys()];
  knownIds.set(places, ids);
  return ids;
}

function stepsOf(plan: Plan): Map<StepId, Step> {
  const steps = knownSteps.get(plan) ?? new Map(plan.steps.map((step) => [step.id, step]));
  knownSteps.set(plan, steps);
  return steps;
}
