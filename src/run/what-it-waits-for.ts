import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { runQuestion } from "../lifecycle/run-request-words.ts";
import { visible } from "../plan/visible.ts";
import type { Agenda } from "./agenda.ts";

/** In words, what only a person can say before a run goes on; nothing if it goes on by itself. */
export function whatItWaitsFor({ status, requests }: RunningPlan, agenda: Agenda): string[] {
  const asked = openRequests(requests).flatMap((request): string[] => {
    switch (request.kind) {
      case "decision":
        return agenda.count("needs_decision") > 0
          ? [`Decision ${request.decision_id}: ${visible(request.question)}`]
          : [];
      case "divergence":
        return ["The plan's file is no longer what was signed."];
      case "budget":
      case "interruption":
        return [`${runQuestion(request)}.`];
      default:
        return [];
    }
  });
  if (asked.length > 0) return asked;
  switch (status) {
    case "paused":
      return ["It is paused."];
    case "stalled":
      return ["There was no sign of life; a person resumes it."];
    case "executing":
      return agenda.count("interrupted") > 0 ? ["A step was interrupted; a person says what becomes of it."] : [];
    default:
      return ["It was taken back for another review."];
  }
}
