import type { AgentEvent } from "../lifecycle/agent-phase.ts";
import type { Addition } from "../lifecycle/amendment.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import type { Answer, BudgetOfWhat, Request, RequestId } from "../lifecycle/request.ts";
import type { StepId } from "../plan/plan.ts";
import type { DeskJournalEvent } from "./desk-journal.ts";

export type AuditedEvent = PlanEvent | AgentEvent | DeskJournalEvent;

/** The fields of an audit entry that name its subject. */
export interface AuditFacts {
  request_id?: RequestId;
  step_id?: StepId;
  /** Rolled back. */
  steps?: StepId[];
  answer?: Answer;
  /** Added to the scope of the step, or asked for. */
  adds?: Addition;
  /** The new limit. */
  raised?: { what: BudgetOfWhat; to: number };
}

export function auditFacts(event: AuditedEvent, request: Request | undefined): AuditFacts | undefined {
  const { type } = event;
  if (type === "amended") {
    const { type: _, step_id, ...adds } = event;
    return { step_id, adds };
  }
  if (type === "budget_raised")
    return { ...(event.of !== "plan" && event.of), raised: { what: event.what, to: event.to } };
  if (type === "request_opened") return { request_id: event.request.id, ...ofRequest(event.request) };
  if (type === "request_answered") return { request_id: event.request_id, ...ofRequest(request), answer: event.answer };
  if (type === "request_closed") return { request_id: event.request_id, ...ofRequest(request) };
  if (type === "step_updated") return { step_id: event.step_id };
  return type === "rolled_back" ? { steps: event.steps } : undefined;
}

function ofRequest(request: Request | undefined): AuditFacts {
  if (request?.kind === "amendment") return { step_id: request.step_id, adds: request.adds };
  if (request?.kind === "interruption") return { step_id: request.step_id };
  return request?.kind === "budget" && request.of !== "plan" ? request.of : {};
}
