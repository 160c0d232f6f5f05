import type { Desk } from "../../../desk/desk.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../../lifecycle/request.ts";
import { isRunRequest, runChoices, runFacts, runQuestion } from "../../../lifecycle/run-request-words.ts";
import { interruptedSteps } from "./interrupted-steps.ts";

/** What a run waits for a person to say. What came from a model is still to be made visible. */
export interface RunQuestion {
  id: string;
  question: string;
  facts: string[];
  choices: QuestionChoice[];
  /** Any number of the choices. */
  several: boolean;
  /** How it is answered elsewhere. */
  command: string;
  give(chosen: readonly QuestionChoice[], desk: Desk, by: Person): Promise<Outcome<unknown>>;
}

export interface QuestionChoice {
  word: string;
  label: string;
  description?: string;
}

/** What is open now, oldest first: what was asked, steps that nobody decided about, and a pause. */
export function runQuestions(plan: LivePlan): RunQuestion[] {
  const asked = openRequests(plan.requests).flatMap((request) => questionOf(plan, request) ?? []);
  const lost = interruptedSteps(plan).flatMap(({ step_id, request }) => (request ? [] : [lostStep(plan, step_id)]));
  const isHeld = asked.some(({ id }) => /\/(?:budget|divergence)-/.test(id));
  const isPaused = plan.status === "stalled" || (plan.status === "paused" && !isHeld);
  return [...asked, ...(isPaused ? [paused(plan)] : []), ...lost];
}

function questionOf(plan: LivePlan, request: RequestState): RunQuestion | undefined {
  const command = `countersign answer ${request.id}`;
  if (isRunRequest(request)) {
    const choices = runChoices(request);
    return {
      ...{ id: request.id, question: `${runQuestion(request)}.`, facts: runFacts(request), choices, several: false },
      command: `${command} ${choices.map(({ word }) => word).join("|")}`,
      give: async ([chosen], desk, by) => {
        const given = choices.find(({ word }) => word === chosen?.word) ?? choices[0];
        return given ? answer(desk, request.id, given.answer, by) : answer(desk, request.id, NOTHING, by);
      },
    };
  }
  if (request.kind === "divergence") {
    return {
      ...{ id: request.id, question: "The plan's file is no longer what was signed.", facts: [], several: false },
      choices: [
        { word: "signed", label: "Go on with the signed text" },
        { word: "review", label: "Review the new text" },
      ],
      command: `${command} signed|review`,
      give: async ([chosen], desk, by) => {
        const choice = chosen?.word === "review" ? "review" : "signed";
        return answer(desk, request.id, { kind: "divergence", choice }, by);
      },
    };
  }
  if (request.kind !== "decision") return undefined;
  const { decision_id, question, options, multi_select } = request;
  const decision = bindingPlan(plan).decisions?.find((known) => known.decision_id === decision_id);
  const labels = decision?.options ?? options.map((label) => ({ label, description: undefined }));
  return {
    ...{ id: request.id, question: `${decision_id}: ${question}`, facts: [], several: multi_select },
    choices: labels.map(({ label, description }) => ({
      ...{ word: label, label: label === decision?.recommended ? `${label} (recommended)` : label },
      ...(description && { description }),
    })),
    command: `countersign decide ${plan.id} ${decision_id} ${options.join("|")}`,
    give: (chosen, desk, by) =>
      answer(desk, request.id, { kind: "decision", selections: chosen.map(({ word }) => word) }, by),
  };
}

const NOTHING = { kind: "decision", selections: [] } as const satisfies { kind: "decision"; selections: string[] };

/** It was left in the middle: nothing is done twice unless somebody says so. */
function lostStep({ id }: LivePlan, step_id: string): RunQuestion {
  return {
    ...{ id: `${id}/${step_id}`, question: `Step ${step_id} was interrupted.`, facts: [], several: false },
    choices: [
      { word: "again", label: "Carry it out again", description: "what it did already may happen twice" },
      { word: "failed", label: "Mark it as failed" },
      { word: "skip", label: "Skip it", description: "it counts as done by you" },
    ],
    command: `countersign retry ${id} ${step_id} (or: fail, skip)`,
    give: async ([chosen], desk, by) => {
      if (chosen?.word === "failed") return desk.send(id, { type: "fail_step", step_id }, by);
      if (chosen?.word === "skip")
        return desk.send(id, { type: "skip_step", step_id, reason: "it was interrupted" }, by);
      return desk.send(id, { type: "retry_step", step_id }, by);
    },
  };
}

function paused({ id, status }: LivePlan): RunQuestion {
  return {
    ...{ id: `${id}/paused`, question: `It is ${status}.`, facts: [], several: false },
    choices: [
      { word: "resume", label: "Resume it" },
      { word: "cancel", label: "Cancel it" },
    ],
    command: `countersign resume ${id}`,
    give: async ([chosen], desk, by) => desk.send(id, { type: chosen?.word === "cancel" ? "cancel" : "resume" }, by),
  };
}
