import type { AuditedEvent } from "../desk/audit-facts.ts";
import { auditWords } from "../desk/audit-words.ts";
import type { Actor } from "../lifecycle/actor.ts";
import { additionWords } from "../lifecycle/amendment.ts";
import { commentsOf } from "../lifecycle/comment.ts";
import { commentSubject } from "../lifecycle/comment-words.ts";
import type { Request } from "../lifecycle/request.ts";
import { answerWords } from "../lifecycle/request-closing.ts";
import { requestQuestion } from "../lifecycle/request-question.ts";
import { surprises } from "../lifecycle/step-result.ts";
import type { StepStatus } from "../lifecycle/step-state.ts";
import type { StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";

/** What is about: a filter of the timeline. */
export type SentenceKind =
  | "proposal"
  | "review"
  | "signature"
  | "decision"
  | "request"
  | "answer"
  | "step"
  | "check"
  | "call"
  | "refused"
  | "run"
  | "file"
  | "note";

export interface JournalSentence {
  kind: SentenceKind;
  tone: "person" | "ok" | "warn" | "bad" | "run" | "plain";
  step?: StepId;
  /** A sentence. Text of models and people in it is raw. */
  title: string;
  detail?: string;
  /** Literal text: a command, a call, output. */
  exact?: string;
}

const LONGEST = 4_000;

/** A recorded event as a person reads it. `request`: the one that it answers or closes. */
export function journalSentence(event: AuditedEvent, by: Actor, request: Request | undefined): JournalSentence {
  const who = nameOf(by);
  const detail = auditWords(event, request);
  const says = (
    kind: SentenceKind,
    tone: JournalSentence["tone"],
    title: string,
    more: Partial<JournalSentence> = {},
  ) => ({
    ...{ kind, tone, title },
    ...more,
  });
  const told = detail ? { detail } : {};
  switch (event.type) {
    case "proposed":
      return says("proposal", "plain", `${who} proposed revision ${event.revision}.`, told);
    case "edited":
      return says("proposal", by.kind === "file" ? "warn" : "person", `${who} edited the text.`, told);
    case "signed":
      return says("signature", "person", `${who} signed revision ${event.revision}.`, told);
    case "approved":
      return says("signature", "ok", `Revision ${event.revision} is approved.`);
    case "approval_voided":
      return says("signature", "warn", "The signatures were voided: the text changed.");
    case "changes_requested":
      return says("review", "person", `${who} asked for changes on revision ${event.revision}.`, {
        detail: [event.feedback, ...commentsOf(event).map((one) => `${commentSubject(one)}: ${one.text}`)]
          .filter(Boolean)
          .join("\n"),
      });
    case "withdrawn":
      return says("review", "person", `${who} withdrew revision ${event.revision}.`, told);
    case "revisions_exhausted":
      return says("review", "warn", "No revision is left: a person decides how to go on.");
    case "reopened":
      return says("review", "person", `${who} granted one more revision.`);
    case "rejected":
      return says("review", "bad", `${who} rejected revision ${event.revision}.`, told);
    case "cancelled":
      return event.why === "stale"
        ? says("run", "bad", "The plan expired.", told)
        : says("run", "bad", `${who} cancelled the plan.`, told);
    case "decided":
      return says("decision", "person", `${who} decided ${event.decision_id}: ${event.selections.join(", ")}.`);
    case "queued":
      return says("run", "plain", `${who} put the plan into the queue.`, told);
    case "unqueued":
      return says("run", "plain", `${who} took the plan out of the queue.`);
    case "run_started":
      return says("run", "run", `The run started${processWords(event.lease)}.`);
    case "lease_taken":
      return says("run", "run", `Another process took the run over${processWords(event.lease)}.`);
    case "lease_released":
      return says("run", "plain", "The process that ran the plan left it.");
    case "paused":
      return event.why === "person"
        ? says("run", "person", `${who} paused the run${event.now ? " at once" : ""}.`)
        : says("run", "warn", "The run paused.", told);
    case "resumed":
      return says("run", by.kind === "person" ? "person" : "run", `${who} resumed the run.`);
    case "stalled":
      return says("run", "warn", "The run stalled: its process stopped reporting.");
    case "step_updated":
      return stepSentence(event, by);
    case "amended":
      return says("answer", "person", `${who} added to the scope of step ${event.step_id}: ${additionWords(event)}.`, {
        step: event.step_id,
      });
    case "budget_raised":
      return says("answer", "person", `${who} raised a limit.`, told);
    case "model_chosen":
      return says("answer", "person", `${who} chose another model.`, told);
    case "call_judged": {
      const step = "step_id" in event ? { step: event.step_id } : {};
      const title = event.blocked ? `A call of ${event.tool} was refused.` : `A call of ${event.tool} was let through.`;
      return says(event.blocked ? "refused" : "call", event.blocked ? "bad" : "warn", title, {
        ...step,
        detail: `${event.reason} (${event.rule})`,
        exact: cut(event.summary),
      });
    }
    case "rolled_back":
      return says("run", "person", `${who} rolled back ${counted(event.steps.length, "step")}.`, told);
    case "completed":
      return says("run", "ok", "The plan is completed.", told);
    case "failed":
      return says("run", "bad", "The plan has failed.", told);
    case "retried":
      return says("run", "person", `${who} retried the failed steps.`);
    case "archived":
      return says("note", "plain", `${who} moved the plan to the archive.`);
    case "restored":
      return says("note", "plain", `${who} moved the plan out of the archive.`);
    case "request_opened":
      return requestSentence(event.request);
    case "request_answered":
      if (event.answer.kind === "review") return says("review", "person", `${who} ${answerWords(event.answer)}.`);
      return says(
        "answer",
        "person",
        `${who} ${answerWords(event.answer)}.`,
        request ? { detail: requestQuestion(request) } : {},
      );
    case "request_closed":
      return says(
        "request",
        "plain",
        `A request was ${event.how}.`,
        request ? { detail: requestQuestion(request) } : told,
      );
    case "planning_entered":
      return says("note", by.kind === "person" ? "person" : "plain", "Planning began.", told);
    case "plan_submitted":
      return says("proposal", "plain", `${who} submitted the plan.`);
    case "planning_resumed":
      return says("note", "plain", "The agent plans on.");
    case "execution_begun":
      return says("run", "run", "The session began to carry out the plan.");
    case "planning_left":
      return says("note", "plain", "Planning ended.", told);
    case "auto_switched":
      return says("note", "person", `${who} switched auto ${event.on ? "on" : "off"}.`, told);
    case "execution_intent_detected":
      return says("note", "warn", "Words sounded like an approval, and approved nothing.", told);
    case "mode_switched_by_intent":
      return says("signature", "person", `${who} approved the plan with a message.`, told);
    case "journal_repaired":
      return says("note", "warn", "A partial line of the journal was cut off after a crash.", told);
    case "clock_set":
      return says("note", "warn", "The clock was set.", told);
    case "journal_set_aside":
      return says("note", "warn", `${who} set a broken journal aside.`, told);
    case "journals_adopted":
      return says("note", "warn", `${who} accepted journals of a moved project.`, told);
  }
}

function stepSentence(event: Extract<AuditedEvent, { type: "step_updated" }>, by: Actor): JournalSentence {
  const { step_id: step, from, to, notes, result } = event;
  const of = { step, ...(notes && { detail: notes }) };
  const output = result && (result.error ?? result.output);
  const exact = output ? { exact: cut(output) } : {};
  const odd = result ? surprises(result) : [];
  const detail = [notes, ...odd].filter(Boolean).join("; ");
  switch (to) {
    case "in_progress":
      return { kind: "step", tone: "run", title: `Step ${step} began.`, ...of };
    case "completed":
      return {
        ...{ kind: "step", tone: odd.length > 0 ? "warn" : "ok", title: `Step ${step} is completed.`, step },
        ...(detail && { detail }),
        ...exact,
      };
    case "failed":
      return {
        ...{
          kind: result?.error?.includes("check") ? "check" : "step",
          tone: "bad",
          title: `Step ${step} failed.`,
          step,
        },
        ...(detail && { detail }),
        ...exact,
      };
    case "skipped":
      return { kind: "step", tone: "person", title: `${nameOf(by)} skipped step ${step}.`, ...of };
    case "pending":
      return {
        kind: "step",
        tone: "plain",
        title: `Step ${step} is to be done${from === "blocked" ? "" : " again"}.`,
        ...of,
      };
    default:
      return { kind: "step", tone: "warn", title: `Step ${step} ${STEP[to]}.`, ...of, ...exact };
  }
}

const STEP: Record<Exclude<StepStatus, "in_progress" | "completed" | "failed" | "skipped" | "pending">, string> = {
  needs_decision: "waits for a decision",
  interrupted: "was interrupted",
  blocked: "is blocked",
};

function requestSentence(request: Request): JournalSentence {
  const question = requestQuestion(request);
  switch (request.kind) {
    case "review":
      return { kind: "request", tone: "plain", title: `Revision ${request.revision} waits for a signature.` };
    case "amendment":
      return {
        ...{ kind: "request", tone: "warn", title: `Step ${request.step_id} asked for more than was signed.` },
        ...{ step: request.step_id, detail: request.reason, exact: cut(request.diff ?? request.summary) },
      };
    case "confirmation":
      return {
        kind: "request",
        tone: "warn",
        title: `May ${request.tool} be used?`,
        detail: request.reason,
        exact: cut(request.diff ?? request.summary),
      };
    case "interruption":
      return { kind: "request", tone: "warn", title: `${question}.`, step: request.step_id };
    case "question":
    case "decision":
      return { kind: "request", tone: "warn", title: question };
    case "divergence":
    case "budget":
    case "model":
      return { kind: "request", tone: "warn", title: question };
  }
}

function processWords(lease: { pid: number; host: string } | undefined): string {
  return lease === undefined ? "" : `, in process ${lease.pid} on ${lease.host}`;
}

function nameOf({ kind, name }: Actor): string {
  if (kind === "host") return "Countersign";
  if (kind === "file") return "A person";
  return name === "agent" ? "The agent" : name;
}

/** Its end says most: an error is there. */
function cut(text: string): string {
  return text.length > LONGEST ? `… ${text.slice(-LONGEST)}` : text;
}
