import { additionWords } from "../lifecycle/amendment.ts";
import { clockWords } from "../lifecycle/clock-words.ts";
import { commentsOf } from "../lifecycle/comment.ts";
import { commentSubject } from "../lifecycle/comment-words.ts";
import type { PauseReason } from "../lifecycle/plan-state.ts";
import { type BudgetOf, isRunRequest, type Request, type RunRequest } from "../lifecycle/request.ts";
import { answerWords } from "../lifecycle/request-closing.ts";
import { amount, requestHeading } from "../lifecycle/request-question.ts";
import { expiryWords, timeOutWords } from "../lifecycle/time-out.ts";
import type { AuditedEvent } from "./audit-facts.ts";

/** The details of an event on one line, beyond its name. `request`: the one that it answers or closes. */
export function auditWords(event: AuditedEvent, request: Request | undefined): string | undefined {
  switch (event.type) {
    case "proposed":
      return event.plan.title;
    case "edited":
      return event.ignored ? `claims that changed nothing: ${event.ignored.join(", ")}` : undefined;
    case "signed":
      return [
        event.notes,
        event.choices.left_out && `without ${event.choices.left_out.join(", ")}`,
        event.choices.executor_model && `to be run by ${event.choices.executor_model}`,
      ]
        .filter(Boolean)
        .join("; ");
    case "changes_requested":
      return [event.feedback, ...commentsOf(event).map((comment) => `${commentSubject(comment)}: ${comment.text}`)]
        .filter(Boolean)
        .join("; ");
    case "withdrawn":
    case "rejected":
      return event.feedback;
    case "cancelled":
      return event.why === "stale" ? expiryWords(event) : event.note;
    case "decided":
      return `${event.decision_id}: ${event.selections.join(", ")}`;
    case "step_updated":
      return `${event.step_id}: ${event.from} → ${event.to}${event.notes ? ` (${event.notes})` : ""}`;
    case "completed":
      return event.summary;
    case "failed":
      return event.reason;
    case "amended":
      return `${event.step_id}: added ${additionWords(event)}`;
    case "budget_raised":
      return `${ofWhom(event.of)}: ${event.what} raised to ${amount(event.to, event.what)}`;
    case "model_chosen":
      return event.instead_of === undefined ? event.model : `${event.model} instead of ${event.instead_of}`;
    case "rolled_back":
      return event.steps.join(", ");
    case "paused":
      return event.why === "person" ? undefined : PAUSED[event.why];
    case "queued":
      return `priority ${event.priority}`;
    case "request_opened":
      return isRunRequest(event.request) ? `${event.request.kind}: ${aboutOf(event.request)}` : event.request.kind;
    case "request_answered":
      if (event.answer.kind === "review") return event.request_id;
      return [event.request_id, request && isRunRequest(request) && aboutOf(request), answerWords(event.answer)]
        .filter(Boolean)
        .join(": ");
    case "request_closed":
      return `${event.request_id}: ${event.how}`;
    case "planning_entered":
      return event.task ?? event.reason;
    case "plan_submitted":
      return event.plan_id;
    case "planning_left": {
      const why = event.ran_out ? timeOutWords(event.ran_out) : event.note;
      return why ? `${event.how}: ${why}` : event.how;
    }
    case "auto_switched":
      return event.on ? "approved plans start at once" : "approved plans wait";
    case "call_judged":
      return `${event.blocked ? "" : "not stopped: "}${event.tool}: ${event.summary} (${event.reason})`;
    case "execution_intent_detected":
      return `“${event.words}”${event.plan_id === undefined ? "" : `, about ${event.plan_id}`}`;
    case "mode_switched_by_intent":
      return `“${event.words}” approved ${event.plan_id}, revision ${event.revision}`;
    case "journal_repaired":
      return `${event.lost_bytes} bytes of a partial line`;
    case "clock_set":
      return clockWords(event);
    case "journal_set_aside":
      return `${event.journal}: ${event.broken.message}`;
    case "journals_adopted":
      return `${event.journals.length} from ${event.from}`;
    case "approved":
    case "approval_voided":
    case "revisions_exhausted":
    case "reopened":
    case "unqueued":
    case "run_started":
    case "lease_taken":
    case "lease_released":
    case "resumed":
    case "stalled":
    case "retried":
    case "archived":
    case "restored":
    case "planning_resumed":
    case "execution_begun":
      return undefined;
  }
}

const PAUSED: Record<Exclude<PauseReason, "person">, string> = {
  diverged: "the plan file differs from the signed text",
  budget: "a budget is used up",
  model: "a model is missing",
  left: "its executor left",
};

/** The question of a request, with the call that it is about. */
function aboutOf(request: RunRequest): string {
  return request.kind === "amendment" ? `${requestHeading(request)} (${request.summary})` : requestHeading(request);
}

function ofWhom(of: BudgetOf): string {
  return of === "plan" ? "the run" : of.step_id;
}
