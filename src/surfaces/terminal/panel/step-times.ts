import { type ClockChange, movedTime } from "../../../lifecycle/clock-change.ts";
import type { PlanEvent } from "../../../lifecycle/plan-event.ts";
import type { StepId } from "../../../plan/plan.ts";

/** When a step was last started, and when that attempt ended. */
export interface StepTime {
  started_at: string;
  ended_at?: string;
}

export type StepTimes = ReadonlyMap<StepId, StepTime>;

/** Times are not part of a plan's state: they are in the records that tell of its steps, and are read from there. */
export function withStepTime(times: StepTimes, event: PlanEvent, at: string): StepTimes {
  if (event.type === "clock_set") return movedTimes(times, event, at);
  if (event.type !== "step_updated") return times;
  const { step_id, from, to } = event;
  if (to === "in_progress") return new Map(times).set(step_id, { started_at: at });
  const time = times.get(step_id);
  if (from !== "in_progress" || time === undefined) return times;
  return new Map(times).set(step_id, { ...time, ended_at: at });
}

/** Steps that run: by the new clock they have run as long as before. If that is not known, no time is shown. */
function movedTimes(times: StepTimes, change: ClockChange, at: string): StepTimes {
  const running = [...times].filter(([, { ended_at }]) => ended_at === undefined);
  const moved = running.map(([id, time]) => [id, { started_at: movedTime(time.started_at, change, at) }] as const);
  const kept = [...times].filter(([, { ended_at }]) => ended_at !== undefined);
  return new Map([...kept, ...(change.unknown ? [] : moved)]);
}
