import { decideProposal } from "./decide-proposal.ts";
import { decideRequest } from "./decide-request.ts";
import { decideReview } from "./decide-review.ts";
import { decideRun } from "./decide-run.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { PlanState } from "./plan-state.ts";
import type { Decided } from "./refusal.ts";
import { refuse } from "./refusal.ts";
import { TRANSITIONS, wrongState } from "./transitions.ts";

/** The one function that decides every transition of a plan: what happens, or why not. */
export function decide(state: PlanState, command: PlanCommand, terms: Terms): Decided<PlanEvent> {
  const row = TRANSITIONS[command.type];
  const { kind } = terms.by;
  const isOutsider = kind === "agent" || kind === "file";
  if ((row.giver === "person" && kind !== "person") || (row.giver === "host" && isOutsider)) {
    return refuse("person_needed", `Only a person can do this; ${terms.by.name} is not one.`);
  }
  const isProposal = command.type === "propose" || (command.type === "edit" && kind === "agent");
  if (state.status === "needs_review" && isProposal) {
    return refuse(
      "needs_review",
      `Revision ${state.proposal.revision} was the last one allowed; a person must approve, reject or reopen the plan.`,
    );
  }
  const wrong = wrongState(state, command.type);
  if (wrong) return { ok: false, refusal: wrong };
  switch (command.type) {
    case "propose":
    case "edit":
      return decideProposal(state, command, terms);
    case "approve":
    case "request_changes":
    case "reject":
    case "withdraw":
    case "reopen":
    case "cancel":
    case "go_stale":
    case "archive":
    case "restore":
      return decideReview(state, command, terms);
    case "decide":
    case "settle_divergence":
    case "expire_request":
      return decideRequest(state, command, terms);
    case "queue":
    case "unqueue":
    case "start":
    case "take_lease":
    case "release_lease":
    case "rerun_step":
    case "amend":
    case "hit_budget":
    case "answer":
    case "record_call":
    case "roll_back":
    case "pause":
    case "resume":
    case "stall":
    case "start_step":
    case "await_decision":
    case "end_step":
    case "skip_step":
    case "retry_step":
    case "fail_step":
    case "complete":
    case "fail":
    case "retry":
      return decideRun(state, command, terms);
  }
}
