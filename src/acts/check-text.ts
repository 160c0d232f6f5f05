import { loadCodec } from "../desk/codec.ts";
import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import { type PrepareOptions, prepareText } from "../desk/prepare-text.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import { type Comparison, compareRevisions } from "../plan/compare-revisions.ts";
import type { Digest } from "../plan/digest.ts";
import type { Plan, PlanId } from "../plan/plan.ts";
import { isError, type Problem } from "../plan/problem.ts";

/** What an edit of a plan would be: its problems, each with its place in the text, and what it changes. */
export interface CheckedText {
  /** Errors first. A text with errors is no plan yet, and has none of the following. */
  problems: Problem[];
  plan?: Plan;
  digest?: Digest;
  /** With the current text; `same` if nothing of the plan differs. */
  comparison?: Comparison;
  /** It allows more than the current text: other tools, files, commands, a higher risk. */
  widens?: boolean;
}

/** Checks a text as `desk.edit` would take it, and writes nothing. `tools`: those that steps can have here. */
export async function checkText(
  desk: Desk,
  id: PlanId,
  text: string,
  facts: Pick<PrepareOptions, "tools"> = {},
): Promise<Outcome<CheckedText>> {
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const { project, store } = desk;
  const prepared = await prepareText(text, { project, store, codec: await loadCodec(), id, ...facts });
  if (!prepared.ok) {
    const { problems } = prepared.refusal;
    return problems === undefined ? prepared : yes({ problems: errorsFirst(problems) });
  }
  const { plan, digest, warnings } = prepared.value;
  const comparison = compareRevisions(found.value.proposal.plan, plan);
  return yes({ problems: warnings, plan, digest, comparison, widens: comparison.widened.length > 0 });
}

function errorsFirst(problems: readonly Problem[]): Problem[] {
  return [...problems.filter(isError), ...problems.filter((problem) => !isError(problem))];
}
