import { edgePath, examine } from "./graph.ts";
import type { Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { stepName } from "./step-name.ts";

/**
 * The plan without the dependencies that would block it forever: on missing steps, on the step itself, and those that
 * close a cycle. Each gets a warning, with its path in the original plan.
 */
export function fixDependencies(plan: Plan): { plan: Plan; warnings: Problem[] } {
  const { missing, selves, closing } = examine(plan.steps);
  const removed = new Map<number, Set<number>>();
  const warnings: Problem[] = [];

  function remove(position: number, entry: number, kind: string, reason: string): void {
    const step = plan.steps[position];
    const message = `removed: ${stepName(step?.id, position)} depends on ${quoted(step?.depends_on?.[entry])}, ${reason}`;
    warnings.push({ severity: "warning", kind, message, path: edgePath({ position, entry }) });
    removed.set(position, (removed.get(position) ?? new Set()).add(entry));
  }

  for (const { position, entry } of missing) {
    remove(position, entry, "missing_dependency", "which is no step of the plan");
  }
  for (const { position, entry } of selves) remove(position, entry, "self_dependency", "which is itself");
  for (const { position, entry } of closing) {
    remove(position, entry, "circular_dependency", "which waits for it");
  }
  if (removed.size === 0) return { plan, warnings };
  const steps = plan.steps.map(({ depends_on, ...step }, position) => {
    const kept = depends_on?.filter((_, entry) => !removed.get(position)?.has(entry)) ?? [];
    return kept.length > 0 ? { ...step, depends_on: kept } : step;
  });
  return { plan: { ...plan, steps }, warnings };
}
