import type { Comparison } from "../../../../../plan/compare-revisions.ts";
import type { StepId } from "../../../../../plan/plan.ts";

/** A word beside a step that differs from the revision before. */
export interface ChangeWord {
  words: string;
  look: "plain" | "ink" | "warn";
}

/** "new", "changed", "new undo", "scope widened": what a reviewer of an earlier revision wants to see first. */
export function changesOf({ steps, widened }: Comparison, id: StepId): ChangeWord[] {
  if (steps.added.some(({ item }) => item.id === id)) return [{ words: "new step", look: "ink" }];
  const fields = steps.changed.find(({ after }) => after.id === id)?.fields ?? [];
  const gained = fields.filter(({ field, before }) => before === undefined && GAINS[field] !== undefined);
  const isMoved = steps.moved.some(({ item }) => item.id === id);
  const isWider = widened.some(({ step, kind }) => step === id && kind !== "higher_risk");
  return [
    ...(fields.length > gained.length ? [{ words: "changed", look: "plain" } as const] : []),
    ...gained.map(({ field }) => ({ words: `new ${GAINS[field]}`, look: "ink" }) as const),
    ...(isMoved ? [{ words: "moved", look: "plain" } as const] : []),
    ...(isWider ? [{ words: "scope widened", look: "warn" } as const] : []),
  ];
}

const GAINS: Record<string, string> = { undo: "undo", verify: "check" };

/** How many places differ, for the count beside the tab. */
export function countOf(comparison: Comparison): number {
  const { same: _, widened: __, fields, ...lists } = comparison;
  const items = Object.values(lists).flatMap(({ added, removed, changed }) => [...added, ...removed, ...changed]);
  return fields.length + items.length;
}
