import { mayAnswerFor } from "./approvers.ts";
import { HOLDS } from "./commands.ts";
import type { CommandOf, Terms } from "./plan-command.ts";
import type { PlanEvent } from "./plan-event.ts";
import type { LivePlan, RunningPlan } from "./plan-state.ts";
import { type Decided, refuse } from "./refusal.ts";
import { opening, openRequests, type RequestId, type RequestState } from "./request.ts";

/** Another model than the signed one. It also answers what a run asks about models that are missing. */
export function chooseModel(state: LivePlan, command: CommandOf<"choose_model">, terms: Terms): Decided<PlanEvent> {
  const no = mayAnswerFor(state, terms);
  if (no) return { ok: false, refusal: no };
  const model = command.model.trim();
  if (model === "") return refuse("wrong_answer", "Name a model, as provider/id.");
  if (!("approval" in state) || state.approval === undefined)
    return refuse("wrong_state", "Only a signed plan can be given another model.");
  const asked = openRequests(state.requests).filter(({ kind }) => kind === "model");
  if (asked.length > 0) return { ok: true, events: modelAnswers(state, asked, model) };
  if (state.approval.choices.executor_model === model)
    return refuse("unchanged", `The plan has the model ${model} already.`);
  return { ok: true, events: [{ type: "model_chosen", model }] };
}

/** A run for which a model is missing pauses, and asks which other one to take. */
export function askModel(state: RunningPlan, command: CommandOf<"miss_model">, terms: Terms): Decided<PlanEvent> {
  const { model, options } = command;
  const open = openRequests(state.requests);
  if (open.some((request) => request.kind === "model" && request.model === model))
    return refuse("model_open", "That model is asked about already.");
  const record = { journal: state.id, version: state.version + 1, at: terms.at, by: terms.by, minutes: undefined };
  const asked = opening({ kind: "model", model, options }, { ...record, index: open.length + 1 });
  return { ok: true, events: [asked, ...(state.status === "executing" ? [PAUSED] : [])] };
}

const PAUSED: PlanEvent = { type: "paused", why: "model" };

/** The same model once more changes nothing: a person has seen to it that it is there. */
export function modelAnswers(state: LivePlan, asked: readonly RequestState[], model: string): PlanEvent[] {
  const answers = asked.flatMap((request): PlanEvent[] => {
    const answered: PlanEvent = { type: "request_answered", request_id: request.id, answer: { kind: "model", model } };
    const isOther = request.kind === "model" && request.model !== model;
    return isOther ? [answered, { type: "model_chosen", model, instead_of: request.model }] : [answered];
  });
  return [
    ...answers,
    ...resumedAfter(
      state,
      asked.map(({ id }) => id),
    ),
  ];
}

/** A run that paused by itself goes on once everything that it asked for that is answered. */
export function resumedAfter(state: LivePlan, answered: readonly RequestId[]): PlanEvent[] {
  if (state.status !== "paused" || (state.why !== "budget" && state.why !== "model")) return [];
  const others = openRequests(state.requests).filter(({ id, kind }) => !answered.includes(id) && HOLDS.includes(kind));
  return others.length === 0 ? [{ type: "resumed" }] : [];
}
