import { COMMANDS } from "./commands.ts";
import type { PlanCommandType } from "./plan-command.ts";
import type { PlanState } from "./plan-state.ts";
import { type Refusal, refusal } from "./refusal.ts";

export function isAllowedFrom(command: PlanCommandType, status: PlanState["status"]): boolean {
  return COMMANDS[command].from.includes(status);
}

/** Why a command is impossible in this status, and which commands are possible instead. */
export function wrongState(state: PlanState, command: PlanCommandType): Refusal | undefined {
  const { status } = state;
  if (isAllowedFrom(command, status)) return undefined;
  const { from, verb } = COMMANDS[command];
  const can = Object.entries(COMMANDS).filter(([, row]) => row.giver === "person" && row.from.includes(status));
  const words = can.map(([type]) => type.replaceAll("_", " ")).join(", ");
  const hint = can.length > 0 ? `What a person can do from here: ${words}.` : "The plan has ended.";
  return refusal("wrong_state", `${STANDS[status]}, so it cannot be ${verb}.`, {
    ...(status !== "absent" && { hint }),
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
