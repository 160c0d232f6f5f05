import { COMMANDS } from "./commands.ts";
import { certainActions } from "./next-actions.ts";
import type { PlanCommandType } from "./plan-command.ts";
import type { PlanState } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

export function isAllowedFrom(command: PlanCommandType, status: PlanState["status"]): boolean {
  return COMMANDS[command].from.includes(status);
}

/** Why a command is impossible in this status, and what is possible instead. */
export function wrongState(state: PlanState, command: PlanCommandType): Refusal | undefined {
  const { status } = state;
  if (isAllowedFrom(command, status)) return undefined;
  const { from, verb } = COMMANDS[command];
  const isRetried = (command === "retry" || command === "retry_step") && status === "approved" && state.run;
  const message = isRetried
    ? "The plan was retried already; its unfinished steps run when it is run."
    : `${STANDS[status]}, so it cannot be ${verb}.`;
  return refusal("wrong_state", message, {
    ...(state.status !== "absent" && { next: certainActions(state) }),
    facts: { status, allowed_from: from },
  });
}

const STANDS: Record<PlanState["status"], string> = {
  absent: "There is no such plan",
  proposed: "The plan is proposed",
  changes_requested: "The plan was sent back for changes",
  needs_review: "The plan has no revisions left",
  approved: "The plan is approved",
  executing: "The plan is running",
  paused: "The plan is paused",
  stalled: "The plan is stalled",
  failed: "The plan has failed",
  completed: "The plan is completed",
  rejected: "The plan is rejected",
  cancelled: "The plan is cancelled",
};
