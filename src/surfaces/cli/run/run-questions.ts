import { INTERRUPTED_CHOICES, interruptedCommand, interruptedSteps } from "../../../acts/interrupted-steps.ts";
import type { Choice } from "../../../acts/request-choice.ts";
import { type Fact, formOf, type RequestForm } from "../../../acts/request-form.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { answer } from "../../../desk/requests.ts";
import type { PlanCommand } from "../../../lifecycle/plan-command.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../../lifecycle/request.ts";
import { sentence } from "../../../plan/sentence.ts";
import { howToDecide } from "../text/found-plan-text.ts";

/** A question of a run to a person. Its texts may come from a model: print them with `visible`. */
export interface RunQuestion {
  id: string;
  question: string;
  facts: readonly Fact[];
  choices: readonly QuestionChoice[];
  /** The answer may have several of the choices. */
  several: boolean;
  /** The prompt for a note, if a refusal may have one. */
  note?: string;
  /** The command that answers it in another terminal. */
  command: string;
  give(chosen: readonly QuestionChoice[], desk: Desk, by: Person, note?: string): Promise<Outcome<unknown>>;
}

export type QuestionChoice = Pick<Choice, "word" | "label" | "description" | "recommended" | "refuses">;

/** The open questions, oldest first: requests, then a pause, then interrupted steps. */
export function runQuestions(plan: LivePlan): RunQuestion[] {
  const asked = openRequests(plan.requests).flatMap((request) => questionOf(plan, request));
  const lost = interruptedSteps(plan).flatMap(({ step_id, request }) => (request ? [] : [lostStep(plan, step_id)]));
  const isHeld = asked.some(({ id }) => /\/(?:budget|divergence)-/.test(id));
  const isPaused = plan.status === "stalled" || (plan.status === "paused" && !isHeld);
  return [...asked, ...(isPaused ? [paused(plan)] : []), ...lost];
}

export function isDecision({ id }: RunQuestion): boolean {
  return /\/decision-/.test(id);
}

function questionOf(plan: LivePlan, request: RequestState): RunQuestion[] {
  if (request.kind === "review") return [];
  const form = formOf(request, plan);
  return [
    {
      id: request.id,
      choices: form.choices,
      ...wordsOf(form),
      several: form.picks === "several",
      ...(form.words?.with === "refusal" && { note: form.words.asks }),
      command: commandOf(plan, form),
      give: async (chosen, desk, by, note) => {
        const given = form.parse(
          chosen.map(({ word }) => word),
          note,
        );
        return given.ok ? answer(desk, request.id, given.value, by) : given;
      },
    },
  ];
}

/** A decision is shown with its id, which answers it. */
function wordsOf({ request, heading, facts }: RequestForm): Pick<RunQuestion, "question" | "facts"> {
  if (request.kind !== "decision") return { question: sentence(heading), facts };
  return { question: `${request.decision_id}: ${request.question}`, facts: [] };
}

function commandOf({ id }: LivePlan, { request, choices }: RequestForm): string {
  const words = choices.map(({ word }) => word);
  return request.kind === "decision"
    ? howToDecide(id, request.decision_id, words)
    : `countersign answer ${request.id} ${words.join("|")}`;
}

/** An interrupted step runs again only if a person says so. */
function lostStep({ id }: LivePlan, step_id: string): RunQuestion {
  return steering(
    { id: `${id}/${step_id}`, plan: id, question: `Step ${step_id} was interrupted.` },
    `countersign retry ${id} ${step_id} (or: fail, skip)`,
    INTERRUPTED_CHOICES.map((choice) => ({ ...choice, command: interruptedCommand(choice.word, step_id) })),
  );
}

function paused({ id, status }: LivePlan): RunQuestion {
  return steering({ id: `${id}/paused`, plan: id, question: `It is ${status}.` }, `countersign resume ${id}`, [
    { word: "resume", label: "Resume it", command: { type: "resume" } },
    { word: "cancel", label: "Cancel it", command: { type: "cancel" } },
  ]);
}

/** A question without a request: each choice is a command. */
function steering(
  { plan, ...asked }: { id: string; plan: string; question: string },
  command: string,
  choices: readonly (QuestionChoice & { command: PlanCommand })[],
): RunQuestion {
  return {
    ...asked,
    command,
    choices,
    facts: [],
    several: false,
    give: async (chosen, desk, by) => {
      const [wish, ...others] = choices.filter(({ word }) => chosen.some((one) => one.word === word));
      if (wish && others.length === 0) return desk.send(plan, wish.command, by);
      return no("wrong_answer", `Choose one of: ${choices.map(({ label }) => label).join(", ")}.`);
    },
  };
}
