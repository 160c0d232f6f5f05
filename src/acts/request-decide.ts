import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { Decision, PlanId, StepId } from "../plan/plan.ts";
import type { Done } from "./act.ts";
import { done, goesOn } from "./done.ts";
import type { Answerable } from "./request-choice.ts";
import { decisionChoices } from "./request-choices.ts";
import { parseAnswer } from "./request-parse.ts";

/** A decision of a plan, whether or not a request is open: it can be answered late, and changed. */
export interface DecisionForm extends Answerable {
  decision: Decision;
  parse(said: string | readonly string[]): Outcome<string[]>;
}

export interface Decided {
  act: "decide";
  decision_id: string;
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

/** With `request_id` it answers that request, once; without, it may also change an earlier answer. */
export async function takeDecision(
  desk: Desk,
  id: PlanId,
  { decision_id, selections, request_id }: { decision_id: string; selections: string[]; request_id?: string },
  by: Person,
): Promise<Outcome<Done<Decided>>> {
  const sent = await desk.send(id, { type: "decide", decision_id, selections, ...defined({ request_id }) }, by);
  if (!sent.ok) return sent;
  const outdated = outdatedSteps(sent.value);
  return done(desk, {
    plan: sent.value,
    fact: { act: "decide", decision_id, selections, outdated },
    words: `Decided ${decision_id}: ${selections.join(", ")}.${outdatedWords(outdated)}`,
    goes: goesOn(desk, sent.value),
  });
}

export function outdatedSteps({ run }: LivePlan): StepId[] {
  return [...(run?.steps ?? [])].flatMap(([step, { is_outdated }]) => (is_outdated ? [step] : []));
}

export function outdatedWords(outdated: readonly StepId[]): string {
  return outdated.length === 0 ? "" : ` Done by an earlier answer: ${outdated.join(", ")}.`;
}
