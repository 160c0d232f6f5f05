import type { StepId } from "../plan/plan.ts";
import { mayAnswerFor } from "./approvers.ts";
import { askReview } from "./ask-review.ts";
import { ownProperty } from "./own-property.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { bindingPlan, type LivePlan } from "./plan-state.ts";
import { type Decided, type Refusal, refusal, refuse } from "./refusal.ts";
import { closings, isExpired, openRequests, type Request } from "./request.ts";
import { closedWords } from "./request-closing.ts";

/** The answer to a decision of a plan. */
export function choose(
  state: LivePlan,
  { decision_id: id, selections, request_id }: CommandOf<"decide">,
  terms: Terms,
): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms) ?? notOpen(state, id, request_id) ?? wrongSelections(state, id, selections);
  if (no) return { ok: false, refusal: no };
  const request = openRequests(state.requests).find((open) => open.kind === "decision" && open.decision_id === id);
  const answered: PlanEvent[] = request
    ? [{ type: "request_answered", request_id: request.id, answer: { kind: "decision", selections } }]
    : [];
  return { ok: true, events: [...answered, { type: "decided", decision_id: id, selections }, ...unblocked(state, id)] };
}

/** The first answer to a request counts; a later one is refused with the name of who gave the first. */
function notOpen(state: LivePlan, decision: string, id: string | undefined): Refusal | undefined {
  if (id === undefined) return undefined;
  const request = ownProperty(state.requests, id);
  const isAbout = request?.kind === "decision" && request.decision_id === decision;
  if (!isAbout) return refusal("unknown_request", `There is no request ${id} for the decision ${decision}.`);
  const { closing } = request;
  if (closing === undefined) return undefined;
  return refusal("request_closed", closedWords(closing), { facts: { closing } });
}

/** Options come from the signed text only. */
function wrongSelections(state: LivePlan, id: string, selections: string[]): Refusal | undefined {
  const plan = bindingPlan(state);
  const decision = plan.decisions?.find(({ decision_id }) => decision_id === id);
  if (decision === undefined) {
    const known = (plan.decisions ?? []).map(({ decision_id }) => decision_id);
    return refusal("unknown_decision", `The plan has no decision ${id}.`, {
      hint: known.length > 0 ? `It has: ${known.join(", ")}.` : "It has none.",
    });
  }
  const labels = decision.options.map(({ label }) => label);
  const unknown = selections.filter((label) => !labels.includes(label));
  if (unknown.length > 0) {
    return refusal("unknown_option", `${unknown.join(", ")} is not an option of ${id}.`, {
      hint: `Options: ${labels.join(", ")}.`,
    });
  }
  const many = new Set(selections).size;
  if (many === 0 || many !== selections.length || (many > 1 && !decision.multi_select)) {
    return refusal(
      "wrong_number_of_options",
      decision.multi_select ? "Choose at least one option, each once." : "Choose one option.",
    );
  }
  return undefined;
}

function unblocked(state: LivePlan, decisionId: string): PlanEvent[] {
  // The run of an approved plan is over; the next run asks its own questions.
  if (state.status === "approved" || state.run === undefined) return [];
  const { plan, steps } = state.run;
  return plan.steps
    .filter((step) => step.decision_id === decisionId && steps.get(step.id)?.status === "needs_decision")
    .map((step) => ({ type: "step_updated", step_id: step.id, from: "needs_decision", to: "pending" }));
}

/** Continue with the signed text, or stop and have the new text reviewed. */
export function settle(state: LivePlan, { choice }: CommandOf<"settle_divergence">, terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms);
  if (no) return { ok: false, refusal: no };
  const request = openRequests(state.requests).find((open) => open.kind === "divergence");
  if (request === undefined) return refuse("unknown_request", "The file does not differ from the signed text.");
  const answered: PlanEvent = {
    type: "request_answered",
    request_id: request.id,
    answer: { kind: "divergence", choice },
  };
  const held = (["budget", "model"] as const).find((kind) =>
    openRequests(state.requests).some((open) => open.kind === kind),
  );
  const goesOn: PlanEvent = held ? { type: "paused", why: held } : { type: "resumed" };
  if (choice === "signed") return { ok: true, events: [answered, goesOn] };
  if ("run" in state && state.run && state.run.steps.count("in_progress") > 0) {
    return refuse("step_in_progress", "A step is still running; wait for its end or interrupt it first.");
  }
  // The next signed text asks its own questions.
  const others = closings(state.requests, "superseded").filter((event) => !isClosing(event, request.id));
  const review = askReview(state, state.proposal, terms);
  return { ok: true, events: [answered, ...others, { type: "approval_voided" }, review] };
}

/**
 * A time-out never gives more than the signed text does: the default that the plan names for its decision, the end of
 * a wait that a person chose, or nothing.
 */
export function expire(
  state: LivePlan,
  { request_id: id }: CommandOf<"expire_request">,
  terms: Terms,
  rerun: (step_id: StepId) => Decided<PlanEvent>,
): Decided<PlanEvent> {
  const request = ownProperty(state.requests, id);
  if (request === undefined) return refuse("unknown_request", `There is no request ${id}.`);
  if (request.closing !== undefined) return refuse("request_closed", "The request has been answered already.");
  if (!isExpired(request, terms.at))
    return refuse("not_due", "The request has not expired.", { facts: { due: request.expires_at } });
  const closed: PlanEvent = { type: "request_closed", request_id: id, how: "expired" };
  if (request.kind === "interruption" && request.until !== undefined) {
    // A person chose this when they said that the step waits.
    const answered: PlanEvent = {
      type: "request_answered",
      request_id: id,
      answer: { kind: "interruption", choice: "again" },
    };
    const again = rerun(request.step_id);
    const events = again.ok ? [answered, ...again.events.filter((event) => !isClosing(event, id))] : [closed];
    return { ok: true, events };
  }
  if (request.kind !== "decision") return { ok: true, events: [closed] };
  const selections = defaultOf(state, request);
  if (selections === undefined) {
    return refuse("not_due", `Decision ${request.decision_id} has no default: it is overdue, and waits for a person.`);
  }
  const decided: PlanEvent = { type: "decided", decision_id: request.decision_id, selections };
  return { ok: true, events: [closed, decided, ...unblocked(state, request.decision_id)] };
}

/** The options that an unanswered decision takes at its deadline. Without them it waits, overdue, until a person answers. */
export function defaultOf(state: LivePlan, request: Extract<Request, { kind: "decision" }>): string[] | undefined {
  const decision = bindingPlan(state).decisions?.find(({ decision_id }) => decision_id === request.decision_id);
  return decision?.default?.length ? decision.default : undefined;
}

function isClosing(event: PlanEvent, id: string): boolean {
  return event.type === "request_closed" && event.request_id === id;
}
