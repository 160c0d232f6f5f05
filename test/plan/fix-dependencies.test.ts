import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixDependencies } from "../../src/plan/fix-dependencies.ts";
import { examine } from "../../src/plan/graph.ts";
import type { Step } from "../../src/plan/plan.ts";
import { planWith } from "./arbitrary-plan.ts";

function step(id: string, ...depends_on: string[]): Step {
  return { id, title: `Step ${id}`, ...(depends_on.length > 0 && { depends_on }) };
}

describe("fixing dependencies", () => {
  it("removes what is missing, circular or about itself, and warns of each", () => {
    const plan = planWith({ steps: [step("a", "a", "c"), step("b", "x", "a"), step("c", "b")] });
    const fixed = fixDependencies(plan);
    expect(fixed.plan.steps).toEqual([step("a"), step("b", "a"), step("c", "b")]);
    expect(fixed.warnings.map(({ severity, kind, path }) => [severity, kind, path])).toEqual([
      ["warning", "missing_dependency", "steps[1].depends_on[0]"],
      ["warning", "self_dependency", "steps[0].depends_on[0]"],
      ["warning", "circular_dependency", "steps[0].depends_on[1]"],
    ]);
  });

  it("gives back the very plan when there is nothing to remove", () => {
    const plan = planWith({ steps: [step("a"), step("b", "a")] });
    expect(fixDependencies(plan)).toEqual({ plan, warnings: [] });
    expect(fixDependencies(plan).plan).toBe(plan);
  });

  it("leaves a plan that can move, removes nothing else, and does it the same way every time", () => {
    const random = fc
      .array(fc.array(fc.nat({ max: 9 }), { maxLength: 4 }), { minLength: 1, maxLength: 8 })
      .map((lists) =>
        planWith({ steps: lists.map((list, at) => step(`s${at}`, ...list.map((target) => `s${target}`))) }),
      );
    fc.assert(
      fc.property(random, (plan) => {
        const { plan: fixed, warnings } = fixDependencies(plan);
        const { missing, selves, cycles, order } = examine(fixed.steps);
        expect({ missing, selves, cycles }).toEqual({ missing: [], selves: [], cycles: [] });
        expect(order).toHaveLength(plan.steps.length);
        const count = (steps: readonly Step[]) => steps.flatMap((each) => each.depends_on ?? []).length;
        expect(count(plan.steps) - count(fixed.steps)).toBe(warnings.length);
        expect(fixDependencies(structuredClone(plan))).toEqual({ plan: fixed, warnings });
        expect(fixDependencies(fixed).warnings).toEqual([]);
      }),
    );
  });
});
