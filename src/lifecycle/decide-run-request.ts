import { defined } from "../plan/defined.ts";
import { quorumWords } from "./amendment.ts";
import { mayAnswerFor, signaturesNeeded } from "./approvers.ts";
import { modelAnswers, resumedAfter } from "./decide-model.ts";
import { ownProperty } from "./own-property.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import {
  after,
  isRunRequest,
  opening,
  openRequests,
  type ProviderWait,
  type RequestState,
  type RequestSubject,
  type RunRequest,
} from "./request.ts";
import { closedWords } from "./request-closing.ts";
import type { StepStatus } from "./step-state.ts";

/** A run asks persons for more scope or more budget. The step that asks waits; any surface may answer. */
export function askAmendment(state: RunningPlan, command: CommandOf<"amend">, terms: Terms): Decided<PlanEvent> {
  if (state.run.steps.get(command.step_id)?.status !== "in_progress") return notInProgress(command.step_id);
  const { type: _, ...subject } = command;
  const quorum = signaturesNeeded(state, terms.approvers);
  return done(asked(state, { kind: "amendment", ...subject, ...(quorum > 1 && { quorum }) }, terms));
}

/** Nothing new starts until a person says whether the run may cost more. */
export function askBudget(state: RunningPlan, command: CommandOf<"hit_budget">, terms: Terms): Decided<PlanEvent> {
  const { type: _, ...subject } = command;
  const isAsked = openRequests(state.requests).some((request) => isSameBudget(request, subject));
  if (isAsked) return refuse("budget_open", "A request about that budget is already open.");
  const paused: PlanEvent[] = state.status === "executing" ? [{ type: "paused", why: "budget" }] : [];
  return done(asked(state, { kind: "budget", ...subject }, terms), ...paused);
}

/** A person's answer to a request of a run: the first one counts. `retried` and `skipped` move an interrupted step. */
export function answerRun(
  state: RunningPlan,
  { request_id, answer }: CommandOf<"answer">,
  terms: Terms,
  moves: {
    again(id: string): Decided<PlanEvent>;
    failed(id: string): Decided<PlanEvent>;
    skip(id: string): Decided<PlanEvent>;
  },
): Decided<PlanEvent> {
  // Retrying a step, or giving it up, goes no further than the signed text.
  const isSteering = answer.kind === "interruption" && answer.choice !== "skip";
  const no = isSteering ? undefined : mayAnswerFor(state, terms);
  if (no) return { ok: false, refusal: no };
  const request = ownProperty(state.requests, request_id);
  if (request === undefined) return refuse("unknown_request", `There is no request ${request_id}.`);
  const { closing } = request;
  if (closing !== undefined) return refuse("request_closed", closedWords(closing), { facts: { closing } });
  const answered: PlanEvent = { type: "request_answered", request_id, answer };
  if (request.kind === "amendment" && answer.kind === "amendment") {
    if (answer.choice === "once" && request.unattended) return refuse("wrong_answer", NO_LONGER_CALLED);
    if (answer.choice !== "add") return done(answered);
    const { tools, files, commits } = request.adds;
    if (!tools?.length && !files?.length && !commits)
      return refuse("wrong_answer", "There is nothing to add to the step; it can be allowed this once.");
    const quorum = signaturesNeeded(state, terms.approvers);
    if (quorum > 1) return refuse("quorum_needed", quorumWords(quorum), { facts: { quorum } });
    const { step_id } = request;
    const amended: PlanEvent = { type: "amended", step_id, ...defined({ tools, files, commits }) };
    if (!request.unattended) return done(answered, amended);
    const again = moves.again(step_id);
    return again.ok ? done(answered, amended, ...again.events.filter((event) => !closes(event, request_id))) : again;
  }
  if (request.kind === "budget" && answer.kind === "budget") {
    if (answer.choice === "stop") {
      const failed = stoppedStep(state, request, moves.failed);
      return done(answered, ...failed, ...(failed.length > 0 ? resumedAfter(state, [request_id]) : []));
    }
    const { of, what, used, limit, more = limit } = request;
    const raised: PlanEvent = { type: "budget_raised", of, what, to: used + more };
    return done(answered, raised, ...resumedAfter(state, [request_id]));
  }
  if (request.kind === "model" && answer.kind === "model") return done(...modelAnswers(state, [request], answer.model));
  if (request.kind === "interruption" && answer.kind === "interruption") {
    const moved =
      answer.choice === "wait"
        ? waitForProvider(state, request, terms)
        : answer.choice === "stop"
          ? stopForProvider(state, request)
          : moves[answer.choice](request.step_id);
    return moved.ok ? done(answered, ...moved.events.filter((event) => !closes(event, request_id))) : moved;
  }
  return refuse("wrong_answer", `This is a ${request.kind}; it needs another kind of answer.`, {
    facts: { kind: request.kind },
  });
}

const NO_LONGER_CALLED =
  "The step has ended, so this one call cannot be allowed: add it to the step, which starts it again, or refuse.";

/** A running step is told and fails by itself; an interrupted one fails here. */
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

/** A step that failed because a person refused it more budget lets the run go on, as after any other failure. */
export function resumedAfterStop(state: RunningPlan, step_id: string): PlanEvent[] {
  const last = Object.values(state.requests).findLast(
    (request) => request.kind === "budget" && request.of !== "plan" && request.of.step_id === step_id,
  );
  const { closing } = last ?? {};
  const isStopped = closing?.how === "answered" && closing.answer.kind === "budget" && closing.answer.choice === "stop";
  return isStopped ? resumedAfter(state, []) : [];
}

/** Whether a request about the budget of the step, or of its run, is open. Then the budget is why it was stopped. */
export function isOverBudget({ requests }: Pick<RunningPlan, "requests">, step_id: string): boolean {
  return openRequests(requests).some(
    (request) => request.kind === "budget" && (request.of === "plan" || request.of.step_id === step_id),
  );
}

/** `isRefused`: by its provider, which may answer later. */
export function askInterruption(
  state: RunningPlan,
  { step_id, why, isRefused }: { step_id: string; why: string; isRefused: boolean },
  terms: Terms,
): PlanEvent {
  return asked(state, { kind: "interruption", step_id, why, ...(isRefused && waitOf(state, step_id)) }, terms);
}

const FIRST_WAIT = 5;
const LONGEST_WAIT = 60;

/** Twice as long as the last time in this run. */
function waitOf({ requests, run }: RunningPlan, step_id: string): ProviderWait {
  const waited = interruptionsOf(requests, step_id).filter(
    ({ opened_at, closing }) =>
      opened_at >= run.started_at &&
      closing?.how === "answered" &&
      closing.answer.kind === "interruption" &&
      closing.answer.choice === "wait",
  );
  return { wait_minutes: Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** waited.length) };
}

function interruptionsOf(requests: RunningPlan["requests"], id: string) {
  return Object.values(requests).filter((request) => request.kind === "interruption" && request.step_id === id);
}

/** The step stays interrupted, and its next request expires: then it runs again. */
function waitForProvider(
  state: RunningPlan,
  { step_id, why, wait_minutes }: Extract<RequestState, { kind: "interruption" }>,
  terms: Terms,
): Decided<PlanEvent> {
  const until = after(terms.at, wait_minutes);
  if (wait_minutes === undefined || until === undefined) return refuse("wrong_answer", NO_PROVIDER);
  const next = Math.min(LONGEST_WAIT, wait_minutes * 2);
  return done(
    asked(
      state,
      { kind: "interruption", step_id, why, wait_minutes: next, until },
      { ...terms, minutes: wait_minutes },
    ),
  );
}

/** Nothing new starts; the step stays interrupted until a person resumes the plan. */
function stopForProvider(
  state: RunningPlan,
  { wait_minutes }: Extract<RequestState, { kind: "interruption" }>,
): Decided<PlanEvent> {
  if (wait_minutes === undefined) return refuse("wrong_answer", NO_PROVIDER);
  return done(...(state.status === "executing" ? [{ type: "paused", why: "person" } as const] : []));
}

const NO_PROVIDER = "The step was not refused by its provider: run it again, skip it, or mark it as failed.";

export function askInterruptions(state: RunningPlan, terms: Terms): PlanEvent[] {
  const known = openRequests(state.requests).flatMap((open) => (open.kind === "interruption" ? [open.step_id] : []));
  return state.run.steps
    .that("interrupted")
    .filter((step_id) => !known.includes(step_id))
    .map((step_id, index) => {
      const why = state.run.steps.get(step_id)?.notes || "it was stopped before it was done";
      const last = interruptionsOf(state.requests, step_id).at(-1);
      const isRefused = last?.kind === "interruption" && last.wait_minutes !== undefined && last.why === why;
      const wait = isRefused ? waitOf(state, step_id) : {};
      return asked(state, { kind: "interruption", step_id, why, ...wait }, terms, index);
    });
}

/** A step that has moved on withdraws its requests. One that may still continue keeps its request for more budget. */
export function closeOfStep(
  { requests }: Pick<RunningPlan, "requests">,
  step_id: string,
  to?: StepStatus,
): PlanEvent[] {
  return openRequests(requests)
    .filter((request) => isRunRequest(request) && stepOf(request) === step_id)
    .filter(({ kind }) => kind !== "budget" || (to !== "interrupted" && to !== "pending"))
    .filter((request) => !(request.kind === "amendment" && request.unattended && to === "interrupted"))
    .map(({ id }) => ({ type: "request_closed", request_id: id, how: "superseded" }));
}

function stepOf(request: RunRequest): string | undefined {
  if (request.kind === "model") return undefined;
  if (request.kind !== "budget") return request.step_id;
  return request.of === "plan" ? undefined : request.of.step_id;
}

/** `more`: how many requests the same record opens before this one. */
function asked(
  state: RunningPlan,
  subject: RequestSubject,
  { at, by, minutes }: Pick<Terms, "at" | "by"> & { minutes?: number },
  more = 0,
): PlanEvent {
  const { id: journal, version } = state;
  const count = openRequests(state.requests).length + more;
  return opening(subject, { journal, version: version + 1, at, by, minutes, index: count + 1 });
}

function isSameBudget(request: RequestState, { of, what }: Omit<CommandOf<"hit_budget">, "type">): boolean {
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
