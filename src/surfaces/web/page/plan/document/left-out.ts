import type { Plan, StepId } from "../../../../../plan/plan.ts";
import { joined } from "../seen/parts.ts";

/** The steps left out, and every step that would wait for one of them. */
export function withDependents({ steps }: Pick<Plan, "steps">, leftOut: readonly StepId[]): StepId[] {
  const all = new Set(leftOut);
  for (let before = -1; before < all.size; ) {
    before = all.size;
    for (const { id, depends_on = [] } of steps) if (depends_on.some((need) => all.has(need))) all.add(id);
  }
  return steps.map(({ id }) => id).filter((id) => all.has(id));
}

/** Without the choices that a step that stays does not allow. */
export function withoutNeeded({ steps }: Pick<Plan, "steps">, leftOut: readonly StepId[]): StepId[] {
  const kept = new Set(steps.map(({ id }) => id).filter((id) => !leftOut.includes(id)));
  for (let before = -1; before < kept.size; ) {
    before = kept.size;
    for (const { id, depends_on = [] } of steps) {
      if (kept.has(id)) for (const need of depends_on) kept.add(need);
    }
  }
  return leftOut.filter((id) => !kept.has(id));
}

/** "Step 9 needs step 8, and step 5 needs step 4": by the numbers on the page; undefined if nothing is missing. */
export function missingWords({ steps }: Pick<Plan, "steps">, leftOut: readonly StepId[]): string | undefined {
  const number = (id: StepId): string => String(steps.findIndex((step) => step.id === id) + 1);
  const missing = steps.flatMap(({ id, depends_on = [] }) => {
    const needs = leftOut.includes(id) ? [] : depends_on.filter((need) => leftOut.includes(need));
    return needs.length === 0
      ? []
      : [`step ${number(id)} needs ${needs.length === 1 ? "step" : "steps"} ${joined(needs.map(number))}`];
  });
  const words = joined(missing);
  return words === "" ? undefined : `${words[0]?.toUpperCase()}${words.slice(1)}.`;
}
