import { defaultOf } from "./decide-request.ts";
import { lastAlive } from "./last-alive.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanState } from "./plan-state.ts";
import { after, isExpired, openRequests } from "./request.ts";
import { isAllowedFrom } from "./wrong-state.ts";

/**
 * The time-outs to apply now, as commands of the host; any process may apply them. `lastSign` is the executor's last
 * known heartbeat; a journal record counts as one, too.
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
    .filter((request) => request.kind !== "decision" || defaultOf(state, request) !== undefined)
    .map((request): PlanCommand => ({ type: "expire_request", request_id: request.id }));
  const isStalled =
    state.status === "executing" &&
    isPast(after(lastAlive(state.updated_at, lastSign, terms.at), terms.executor_timeout_minutes));
  return isStalled ? [...expired, { type: "stall" }] : expired;
}
