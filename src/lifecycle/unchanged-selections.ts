import { canonical } from "../plan/canonical.ts";
import type { Plan } from "../plan/plan.ts";

type Selections = Record<string, string[]>;

/** An answer holds as long as its decision is unchanged; a changed decision is asked again. */
export function unchangedSelections(selections: Selections, before: Plan, after: Plan): Selections {
  const asked = (plan: Plan, id: string) =>
    canonical(plan.decisions?.find(({ decision_id }) => decision_id === id) ?? null);
  return Object.fromEntries(Object.entries(selections).filter(([id]) => asked(before, id) === asked(after, id)));
}
