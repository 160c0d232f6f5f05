import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { requestQuestion } from "../lifecycle/request-question.ts";
import { sentence } from "../plan/sentence.ts";
import { visible } from "../plan/visible.ts";
import type { Agenda } from "./agenda.ts";

/** Sentences about what a run waits for from a person; none if it continues by itself. */
export function waitingReasons({ status, requests }: RunningPlan, agenda: Agenda): string[] {
  const asked = openRequests(requests).flatMap((request): string[] => {
    switch (request.kind) {
      case "decision":
        return agenda.count("needs_decision") > 0
          ? [sentence(`Decision ${request.decision_id}: ${visible(request.question)}`)]
          : [];
      case "amendment":
        return request.unattended ? [sentence(requestQuestion(request))] : [];
      case "divergence":
        return ["The plan's file differs from the signed text."];
      case "budget":
      case "interruption":
      case "model":
        return [sentence(requestQuestion(request))];
      default:
        return [];
    }
  });
  if (asked.length > 0) return asked;
  switch (status) {
    case "paused":
      return ["It is paused."];
    case "stalled":
      return ["Its process stopped reporting; a person resumes it."];
    case "executing":
      if (agenda.count("interrupted") > 0) return ["A step was interrupted; a person decides on it."];
      // The request for it expired: that was recorded before decisions without a default stayed open.
      return agenda.count("needs_decision") > 0 ? ["A step waits for a decision that has no answer."] : [];
    default:
      return ["It went back to review."];
  }
}
