import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanState } from "./plan-state.ts";
import { after, isExpired, openRequests } from "./request.ts";
import { isAllowedFrom } from "./transitions.ts";

/**
 * What time has brought about: commands of the host that are due now, for whichever process looks next. `lastSign` is
 * when the plan's executor was last known to be alive; a record counts as a sign, too.
 */
export function due(
  state: PlanState,
  terms: Pick<Terms, "at" | "stale_after_days" | "executor_timeout_minutes">,
  lastSign = "",
): PlanCommand[] {
  if (state.status === "absent") return [];
  const isPast = (moment: string | undefined) => moment !== undefined && moment <= terms.at;
  if (isAllowedFrom("go_stale", state.status) && isPast(after(state.updated_at, terms.stale_after_days * 24 * 60))) {
    return [{ type: "go_stale" }];
  }
  const expired = openRequests(state.requests)
    .filter((request) => isExpired(request, terms.at))
    .map((request): PlanCommand => ({ type: "expire_request", request_id: request.id }));
  const lastAlive = lastSign > state.updated_at ? lastSign : state.updated_at;
  const isStalled = state.status === "executing" && isPast(after(lastAlive, terms.executor_timeout_minutes));
  return isStalled ? [...expired, { type: "stall" }] : expired;
}
