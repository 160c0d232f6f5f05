import { mayAnswerFor } from "./approvers.ts";
import { askReview } from "./ask-review.ts";
import { closedWords } from "./closed-words.ts";
import { own } from "./own.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import { bindingPlan, type LivePlan, type PlanState } from "./plan-state.ts";
import { type Decided, type Refusal, refusal, refuse } from "./refusal.ts";
import { closings, isExpired, openRequests } from "./request.ts";

type RequestCommand = Extract<PlanCommand, { type: "decide" | "settle_divergence" | "expire_request" }>;

/** Answers to what a plan asks besides its review, and what happens when nobody answers. */
export function decideRequest(state: PlanState, command: RequestCommand, terms: Terms): Decided<PlanEvent> {
  if (state.status === "absent") return refuse("wrong_state", "There is no such plan.");
  switch (command.type) {
    case "decide":
      return choose(state, command, terms);
    case "settle_divergence":
      return settle(state, command.choice, terms);
    case "expire_request":
      return expire(state, command.request_id, terms);
  }
}

type Choice = Extract<RequestCommand, { type: "decide" }>;

function choose(
  state: LivePlan,
  { decision_id: id, selections, request_id }: Choice,
  terms: Terms,
): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms) ?? notOpen(state, request_id) ?? wrongSelections(state, id, selections);
  if (no) return { ok: false, refusal: no };
  const request = openRequests(state.requests).find((open) => open.kind === "decision" && open.decision_id === id);
  const answered: PlanEvent[] = request
    ? [{ type: "request_answered", request_id: request.id, answer: { kind: "decision", selections } }]
    : [];
  return { ok: true, events: [...answered, { type: "decided", decision_id: id, selections }, ...unblocked(state, id)] };
}

/** The first answer to a request counts; later ones are told who gave it. */
function notOpen(state: LivePlan, id: string | undefined): Refusal | undefined {
  if (id === undefined) return undefined;
  const request = own(state.requests, id);
  if (request === undefined) return refusal("unknown_request", `There is no request ${id}.`);
  const { closing } = request;
  if (closing === undefined) return undefined;
  return refusal("request_closed", closedWords(closing), { facts: { closing } });
}

/** Only what was signed can be chosen from. */
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
  // The run of an approved plan is over; the next one asks anew.
  if (state.status === "approved" || state.run === undefined) return [];
  const { plan, steps } = state.run;
  return plan.steps
    .filter((step) => step.decision_id === decisionId && steps.get(step.id)?.status === "needs_decision")
    .map((step) => ({ type: "step_updated", step_id: step.id, from: "needs_decision", to: "pending" }));
}

/** Go on with what was signed, or stop here and have the new text reviewed. */
function settle(state: LivePlan, choice: "signed" | "review", terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms);
  if (no) return { ok: false, refusal: no };
  const request = openRequests(state.requests).find((open) => open.kind === "divergence");
  if (request === undefined) return refuse("unknown_request", "The file does not differ from what was signed.");
  const answered: PlanEvent = {
    type: "request_answered",
    request_id: request.id,
    answer: { kind: "divergence", choice },
  };
  const isSpent = openRequests(state.requests).some(({ kind }) => kind === "budget");
  const goesOn: PlanEvent = isSpent ? { type: "paused", why: "budget" } : { type: "resumed" };
  if (choice === "signed") return { ok: true, events: [answered, goesOn] };
  if ("run" in state && state.run && state.run.steps.count("in_progress") > 0) {
    return refuse("step_in_progress", "A step is still running; wait for its end or interrupt it first.");
  }
  // The text that is signed next asks its own.
  const others = closings(state.requests, "superseded").filter((event) => !isClosing(event, request.id));
  const review = askReview(state, state.proposal, terms);
  return { ok: true, events: [answered, ...others, { type: "approval_voided" }, review] };
}

/** A time-out never gives more than was signed: the default a plan names for its decision, or nothing. */
function expire(state: LivePlan, id: string, terms: Terms): Decided<PlanEvent> {
  const request = own(state.requests, id);
  if (request === undefined) return refuse("unknown_request", `There is no request ${id}.`);
  if (request.closing !== undefined) return refuse("request_closed", "The request has been answered already.");
  if (!isExpired(request, terms.at))
    return refuse("not_due", "The request has not expired.", { facts: { due: request.expires_at } });
  if (request.kind === "decision") {
    const selections = bindingPlan(state).decisions?.find(
      ({ decision_id }) => decision_id === request.decision_id,
    )?.default;
    if (selections !== undefined && selections.length > 0) {
      return {
        ok: true,
        events: [
          { type: "request_closed", request_id: id, how: "expired" },
          { type: "decided", decision_id: request.decision_id, selections },
          ...unblocked(state, request.decision_id),
        ],
      };
    }
  }
  return { ok: true, events: [{ type: "request_closed", request_id: id, how: "expired" }] };
}

function isClosing(event: PlanEvent, id: string): boolean {
  return event.type === "request_closed" && event.request_id === id;
}
