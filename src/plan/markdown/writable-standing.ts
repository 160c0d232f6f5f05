import type { Plan } from "../plan.ts";
import type { PlanDocument } from "../read-markdown.ts";
import type { Standing } from "../standing.ts";

/**
 * The status that a file can carry: nothing about steps and decisions that it does not have, and no empty fields.
 * Lines of the review history that a person wrote into the document are kept.
 */
export function writableStanding(plan: Plan, standing: Standing, from: PlanDocument | undefined): Standing {
  const { steps = {}, selections = {}, reviews = [], ...rest } = standing;
  const ids = new Set(plan.steps.map(({ id }) => id));
  const decisions = new Set(plan.decisions?.map(({ decision_id }) => decision_id));
  const said = {
    steps: Object.entries(steps)
      .filter(([id, { status, notes }]) => ids.has(id) && (status !== "pending" || notes))
      .map(([id, { status, notes }]) => [id, notes ? { status, notes } : { status }]),
    selections: Object.entries(selections).filter(([id, labels]) => decisions.has(id) && labels.length > 0),
    reviews: withNew(from?.claims.reviews ?? [], reviews),
  };
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined && value !== "")),
    ...(said.steps.length > 0 && { steps: Object.fromEntries(said.steps) }),
    ...(said.selections.length > 0 && { selections: Object.fromEntries(said.selections) }),
    ...(said.reviews.length > 0 && { reviews: said.reviews }),
  };
}

function withNew(there: readonly string[], reviews: readonly string[]): string[] {
  const unseen = [...there];
  const added = reviews.filter((review) => {
    const index = unseen.indexOf(review);
    if (index >= 0) unseen.splice(index, 1);
    return index < 0;
  });
  return [...there, ...added];
}
