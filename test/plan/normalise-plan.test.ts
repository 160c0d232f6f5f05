import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalise } from "../../src/plan/normalise-plan.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { plan, planWith } from "./arbitrary-plan.ts";

describe("the form of a plan that is kept", () => {
  it("has nothing empty in it", () => {
    const messy = planWith({
      goal: "",
      questions: [],
      risks: ["", "fire"],
      context: { notes: "", tool_outputs: {} },
      steps: [{ id: "a", title: "A", tools: [""], description: "", estimate: {}, risk: null as never }],
      decisions: [
        { decision_id: "d", header: "D", question: "?", options: [{ label: "x", description: "" }], default: [] },
      ],
    });
    expect(normalise(messy)).toEqual({
      id: "PLAN-a1b2c3d4",
      title: "A plan",
      risks: ["fire"],
      steps: [{ id: "a", title: "A" }],
      decisions: [{ decision_id: "d", header: "D", question: "?", options: [{ label: "x" }] }],
    });
  });

  it("keeps the data of tools and headings without text as they are", () => {
    const kept = planWith({
      context: { tool_outputs: { a: { data: {} }, b: { data: "" }, c: { data: null }, d: { data: [""] } } },
      sections: [{ heading: "Rollout", body: "" }],
    });
    expect(normalise(kept)).toEqual(kept);
  });

  it("drops a section that has neither heading nor text", () => {
    expect(normalise(planWith({ sections: [{ heading: "", body: "" }] }))).toEqual(planWith());
  });

  it("leaves a plan alone that is in that form, and never changes what it was given", () => {
    fc.assert(
      fc.property(plan, (any) => {
        const before = structuredClone(any);
        expect(normalise(any)).toEqual(before);
        expect(any).toEqual(before);
      }),
    );
  });

  it("keeps a tool output named __proto__ as data", () => {
    const outputs = JSON.parse('{"__proto__":{"data":1,"tool":""}}');
    const kept = normalise(planWith({ context: { tool_outputs: outputs } })).context?.tool_outputs ?? {};
    expect(Object.entries(kept)).toEqual([["__proto__", { data: 1 }]]);
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });

  it("lets values of a wrong shape through for the check to report", () => {
    for (const sections of ["x", [null], [1], {}]) {
      expect(() =>
        normalise(planWith({ sections: sections as unknown as NonNullable<Plan["sections"]> })),
      ).not.toThrow();
    }
  });
});
