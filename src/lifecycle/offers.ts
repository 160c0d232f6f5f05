import { type Actor, personOf } from "./actor.ts";
import { type Approvers, mayAnswerFor, mayWithdraw } from "./approvers.ts";
import type { PlanCommandType } from "./plan-command.ts";
import { bindingPlan, type PlanState, type Run } from "./plan-state.ts";
import { openRequests } from "./request.ts";
import { isAllowedFrom, TRANSITIONS } from "./transitions.ts";

/** What a person may choose from, in the order surfaces show it. */
const CHOICES: readonly PlanCommandType[] = [
  "approve",
  "request_changes",
  "reject",
  "reopen",
  "start",
  "queue",
  "unqueue",
  "decide",
  "settle_divergence",
  "pause",
  "resume",
  "retry",
  "skip_step",
  "retry_step",
  "fail_step",
  "fail",
  "roll_back",
  "withdraw",
  "cancel",
  "archive",
  "restore",
];

const REVIEWERS_ONLY: readonly PlanCommandType[] = [
  "approve",
  "request_changes",
  "reject",
  "reopen",
  "decide",
  "settle_divergence",
  "skip_step",
];

/** What a surface may offer this actor now: read from the table that decides. */
export function offers(state: PlanState, viewer: Actor, approvers: Approvers): PlanCommandType[] {
  if (state.status === "absent") return [];
  return CHOICES.filter((command) => {
    if (!isAllowedFrom(command, state.status)) return false;
    const { giver } = TRANSITIONS[command];
    if (giver === "person" && viewer.kind !== "person") return false;
    if (giver === "host" && (viewer.kind === "agent" || viewer.kind === "file")) return false;
    if (REVIEWERS_ONLY.includes(command) && mayAnswerFor(state, { approvers, by: viewer }) !== undefined) return false;
    if (command === "pause") return state.status === "executing";
    if (command === "unqueue") return "queued" in state;
    if (command === "roll_back")
      return "approval" in state && state.run !== undefined && !isAtWork(state.run) && !state.archived;
    if (command === "fail_step") return (state.run?.steps.count("interrupted") ?? 0) > 0;
    if (command === "archive") return !state.archived;
    if (command === "restore") return state.archived;
    if (command === "decide") return (bindingPlan(state).decisions ?? []).length > 0;
    if (command === "withdraw") return mayWithdraw(state, viewer) === undefined;
    if (command === "approve" && "signatures" in state) {
      return !state.signatures.some(({ by }) => personOf(by) === personOf(viewer));
    }
    const isDiverged = openRequests(state.requests).some((request) => request.kind === "divergence");
    if (command === "settle_divergence") return isDiverged;
    if (command === "resume") return !isDiverged;
    return true;
  });
}

function isAtWork({ steps }: Run): boolean {
  return steps.count("in_progress") > 0;
}
