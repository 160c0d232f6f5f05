import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import type { Decision, PlanId, StepId } from "../plan/plan.ts";
import type { Answerable } from "./request-choice.ts";
import { decisionChoices } from "./request-choices.ts";
import { parseAnswer } from "./request-parse.ts";

/** A decision of a plan, whether or not a request is open: it can be answered late, and changed. */
export interface DecisionForm extends Answerable {
  decision: Decision;
  parse(said: string | readonly string[]): Outcome<string[]>;
}

export interface TakenDecision {
  plan: LivePlan;
  selections: string[];
  /** Steps that ran with an earlier answer. */
  outdated: StepId[];
}

export function decisionForm(plan: LivePlan, id: string): Outcome<DecisionForm> {
  const decisions = bindingPlan(plan).decisions ?? [];
  const decision = decisions.find(({ decision_id }) => decision_id === id);
  if (decision === undefined) {
    const known = decisions.map(({ decision_id }) => decision_id);
    return no("unknown_decision", `The plan has no decision ${id}.`, {
      hint: known.length > 0 ? `It has: ${known.join(", ")}.` : "It has none.",
    });
  }
  const options = decision.options.map(({ label }) => label);
  const choices = decisionChoices({ options, multi_select: decision.multi_select === true }, decision);
  return yes({
    ...choices,
    decision,
    parse: (said) => {
      const given = parseAnswer(choices, said);
      return given.ok ? yes(given.value.kind === "decision" ? given.value.selections : []) : given;
    },
  });
}

export async function takeDecision(
  desk: Desk,
  id: PlanId,
  { decision_id, selections }: { decision_id: string; selections: string[] },
  by: Person,
): Promise<Outcome<TakenDecision>> {
  const sent = await desk.send(id, { type: "decide", decision_id, selections }, by);
  return sent.ok ? yes({ plan: sent.value, selections, outdated: outdatedSteps(sent.value) }) : sent;
}

/** The answer and the steps it affects: `modules: auth, logging. Done by an earlier answer: a, b.` */
export function decidedWords(decision: string, { selections, outdated }: Omit<TakenDecision, "plan">): string {
  return `${decision}: ${selections.join(", ")}.${outdatedWords(outdated)}`;
}

export function outdatedSteps({ run }: LivePlan): StepId[] {
  return [...(run?.steps ?? [])].flatMap(([step, { is_outdated }]) => (is_outdated ? [step] : []));
}

export function outdatedWords(outdated: readonly StepId[]): string {
  return outdated.length === 0 ? "" : ` Done by an earlier answer: ${outdated.join(", ")}.`;
}
