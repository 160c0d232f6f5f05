import { mayAnswerFor, signaturesNeeded } from "./approvers.ts";
import { closedWords } from "./closed-words.ts";
import { own } from "./own.ts";
import type { PlanCommand, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { opening, openRequests, type RequestState, type RequestSubject } from "./request.ts";
import { isRunRequest, nobodyAlone, type RunRequest } from "./run-request-words.ts";
import type { StepStatus } from "./step-state.ts";

type Of<Type extends PlanCommand["type"]> = Extract<PlanCommand, { type: Type }>;

/** What a run asks of persons while it goes: more scope, more budget. The step that asks waits; it may be answered from anywhere. */
export function askAmendment(state: RunningPlan, command: Of<"amend">, terms: Terms): Decided<PlanEvent> {
  if (state.run.steps.get(command.step_id)?.status !== "in_progress") return notInProgress(command.step_id);
  const { type: _, ...subject } = command;
  const quorum = signaturesNeeded(state, terms.approvers);
  return done(asked(state, { kind: "amendment", ...subject, ...(quorum > 1 && { quorum }) }, terms));
}

/** Nothing new starts until somebody says whether it may cost more. */
export function askBudget(state: RunningPlan, command: Of<"hit_budget">, terms: Terms): Decided<PlanEvent> {
  const { type: _, ...subject } = command;
  const isAsked = openRequests(state.requests).some((request) => isSameBudget(request, subject));
  if (isAsked) return refuse("budget_open", "That budget is asked about already.");
  const paused: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "budget" }] : [];
  return done(asked(state, { kind: "budget", ...subject }, terms), ...paused);
}

/** A person's answer to what a run asks: the first one counts. `retried` and `skipped` are the moves of an interrupted step. */
export function answerRun(
  state: RunningPlan,
  { request_id, answer }: Of<"answer">,
  terms: Terms,
  moves: {
    again(id: string): Decided<PlanEvent>;
    failed(id: string): Decided<PlanEvent>;
    skip(id: string): Decided<PlanEvent>;
  },
): Decided<PlanEvent> {
  // To do a step again, or to give it up, does nothing beyond what was signed.
  const isSteering = answer.kind === "interruption" && answer.choice !== "skip";
  const no = isSteering ? undefined : mayAnswerFor(state, terms);
  if (no) return { ok: false, refusal: no };
  const request = own(state.requests, request_id);
  if (request === undefined) return refuse("unknown_request", `There is no request ${request_id}.`);
  const { closing } = request;
  if (closing !== undefined) return refuse("request_closed", closedWords(closing), { facts: { closing } });
  const answered: PlanEvent = { type: "request_answered", request_id, answer };
  if (request.kind === "amendment" && answer.kind === "amendment") {
    if (answer.choice !== "add") return done(answered);
    const { tools, files, commits } = request.adds;
    if (!tools?.length && !files?.length && !commits)
      return refuse("wrong_answer", "There is nothing to add to the step; it can be allowed this once.");
    const quorum = signaturesNeeded(state, terms.approvers);
    if (quorum > 1) return refuse("quorum_needed", nobodyAlone(quorum), { facts: { quorum } });
    const { step_id } = request;
    const added = { ...(tools && { tools }), ...(files && { files }), ...(commits && { commits }) };
    return done(answered, { type: "amended", step_id, ...added });
  }
  if (request.kind === "budget" && answer.kind === "budget") {
    if (answer.choice === "stop") return done(answered, ...stoppedStep(state, request, moves.failed));
    const { of, what, used, limit } = request;
    const others = openRequests(state.requests).filter(
      ({ kind, id }) => kind === "divergence" || (kind === "budget" && id !== request_id),
    );
    const isFree = state.status === "paused" && state.why === "budget" && others.length === 0;
    const raised: PlanEvent = { type: "budget_raised", of, what, to: used + limit };
    return isFree ? done(answered, raised, { type: "resumed" }) : done(answered, raised);
  }
  if (request.kind === "interruption" && answer.kind === "interruption") {
    const moved = moves[answer.choice](request.step_id);
    return moved.ok ? done(answered, ...moved.events.filter((event) => !closes(event, request_id))) : moved;
  }
  return refuse("wrong_answer", `This is a ${request.kind}; it wants another kind of answer.`, {
    facts: { kind: request.kind },
  });
}

/** A step that still runs hears of it, and fails; one that was left in the middle fails here. */
function stoppedStep(
  { run }: RunningPlan,
  request: Extract<RunRequest, { kind: "budget" }>,
  fail: (id: string) => Decided<PlanEvent>,
): PlanEvent[] {
  const id = stepOf(request);
  if (id === undefined || run.steps.get(id)?.status !== "interrupted") return [];
  const failed = fail(id);
  return failed.ok ? failed.events.filter((event) => !closes(event, request.id)) : [];
}

/** Whether somebody is asked if the step, or the run it is of, may cost more. Then that is what it was stopped for. */
export function isOverBudget({ requests }: Pick<RunningPlan, "requests">, step_id: string): boolean {
  return openRequests(requests).some(
    (request) => request.kind === "budget" && (request.of === "plan" || request.of.step_id === step_id),
  );
}

/** An interrupted step about which a person is asked. */
export function askInterruption(state: RunningPlan, step_id: string, why: string, terms: Terms): PlanEvent {
  return asked(state, { kind: "interruption", step_id, why }, terms);
}

/**
 * Once a step is somewhere else, nobody has to say any more what it asked, or what is to become of it. Of one that may
 * still go on it is still to be said whether it may cost more.
 */
export function closeOfStep(
  { requests }: Pick<RunningPlan, "requests">,
  step_id: string,
  to?: StepStatus,
): PlanEvent[] {
  return openRequests(requests)
    .filter((request) => isRunRequest(request) && stepOf(request) === step_id)
    .filter(({ kind }) => kind !== "budget" || (to !== "interrupted" && to !== "pending"))
    .map(({ id }) => ({ type: "request_closed", request_id: id, how: "superseded" }));
}

function stepOf(request: RunRequest): string | undefined {
  if (request.kind !== "budget") return request.step_id;
  return request.of === "plan" ? undefined : request.of.step_id;
}

function asked(state: RunningPlan, subject: RequestSubject, { at, by }: Terms): PlanEvent {
  const { id: journal, version } = state;
  const count = openRequests(state.requests).length;
  return opening(subject, { journal, version: version + 1, at, by, minutes: undefined, index: count + 1 });
}

function isSameBudget(request: RequestState, { of, what }: Omit<Of<"hit_budget">, "type">): boolean {
  if (request.kind !== "budget" || request.what !== what) return false;
  return of === "plan" || request.of === "plan" ? of === request.of : of.step_id === request.of.step_id;
}

function closes(event: PlanEvent, request_id: string): boolean {
  return event.type === "request_closed" && event.request_id === request_id;
}

function notInProgress(id: string): Decided<PlanEvent> {
  return refuse("wrong_step_state", `Step ${id} is not in progress.`, { facts: { step: id } });
}

function done(...events: PlanEvent[]): Decided<PlanEvent> {
  return { ok: true, events };
}
