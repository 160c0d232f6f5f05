import { indexPath, keyPath } from "./data-path.ts";
import { edgePath, examine } from "./graph.ts";
import { nearest } from "./nearest.ts";
import type { Plan, StepId } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { stepName } from "./step-name.ts";

/** Steps that could never start, and steps with the same id. */
export function checkDependencies({ steps }: Plan): Problem[] {
  const { duplicates, missing, selves, cycles } = examine(steps);
  const ids = steps.map((step) => step.id);
  const positions = new Map(ids.map((id, position) => [id, position]).toReversed() as [StepId, number][]);
  return [
    ...duplicates
      .filter((position) => ids[position] !== "")
      .map((position): Problem => {
        const path = keyPath(indexPath("steps", position), "id");
        const first = (positions.get(ids[position] ?? "") ?? 0) + 1;
        const message = `two steps have the id ${quoted(ids[position])}: step ${first} has it too`;
        return { severity: "error", kind: "duplicate_step", message, hint: "give every step an id of its own", path };
      }),
    ...missing.map((edge, number): Problem => {
      const dependency = steps[edge.position]?.depends_on?.[edge.entry] ?? "";
      const message = `${stepName(ids[edge.position], edge.position)} depends on ${quoted(dependency)}, which is no step of the plan`;
      const guess =
        number < GUESSES
          ? nearest(
              dependency,
              ids.filter((id) => id !== ids[edge.position]),
            )
          : undefined;
      const hint = guess ? `did you mean ${quoted(guess)}?` : "add the step or remove the dependency";
      return { severity: "error", kind: "missing_dependency", message, hint, path: edgePath(edge) };
    }),
    ...selves.map((edge): Problem => {
      const message = `${stepName(ids[edge.position], edge.position)} depends on itself`;
      return {
        severity: "error",
        kind: "self_dependency",
        message,
        hint: "remove the dependency",
        path: edgePath(edge),
      };
    }),
    ...cycles.map((cycle): Problem => {
      const position = positions.get(cycle[0] ?? "") ?? 0;
      const entry = steps[position]?.depends_on?.indexOf(cycle[1] ?? "") ?? 0;
      const message = `steps wait for each other in a circle: ${cyclePath(cycle)}`;
      const path = edgePath({ position, entry });
      return {
        severity: "error",
        kind: "circular_dependency",
        message,
        hint: "remove one of these dependencies",
        path,
      };
    }),
  ];
}

// Guessing among thousands of steps takes long, and a reader stops long before a hundred guesses.
const GUESSES = 100;
const LONGEST_SHOWN = 20;

/** `a → b → c → a`; a long cycle is shortened in the middle. */
function cyclePath(cycle: readonly StepId[]): string {
  if (cycle.length <= LONGEST_SHOWN) return cycle.join(" → ");
  const half = LONGEST_SHOWN / 2;
  const left = cycle.length - LONGEST_SHOWN;
  return [...cycle.slice(0, half), `… ${left} more …`, ...cycle.slice(-half)].join(" → ");
}
