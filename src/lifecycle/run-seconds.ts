import { secondsBetween } from "../plan/quantities.ts";
import type { Run } from "./plan-state.ts";

/** Instead of a duration. */
export const UNKNOWN_TIME = "an unknown time";

/** How long a run took, or has taken until a time; undefined if the clock was set during it by an unknown amount. */
export function runSeconds(run: Run, until: string | undefined): number | undefined {
  const end = run.ended_at ?? until;
  return run.is_time_unknown || end === undefined ? undefined : secondsBetween(run.started_at, end);
}
