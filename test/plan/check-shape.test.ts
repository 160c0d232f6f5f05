import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkShape } from "../../src/plan/check-shape.ts";
import { pathParts } from "../../src/plan/data-path.ts";
import { Plan } from "../../src/plan/plan.ts";
import { codePoint } from "../code-point.ts";
import { plan, planWith } from "./arbitrary-plan.ts";

function problems(value: unknown): (string | undefined)[][] {
  return checkShape(Plan, value).map(({ kind, path, hint }) => [kind, path, hint]);
}

describe("the check of a shape", () => {
  it("finds nothing wrong with any plan", () => {
    fc.assert(
      fc.property(plan, (any) => {
        expect(checkShape(Plan, any)).toEqual([]);
      }),
    );
  });

  it("finds all problems at once, with paths and what was meant", () => {
    const step = { id: "Step 1", risk: "hgih", deniedTools: [], max_turns: 0, estimate: { tokens: 1.5 } };
    expect(problems({ id: "PLAN-a1b2c3d4", titel: "x", steps: [{ id: "a", title: "A" }, step] })).toEqual([
      ["missing_key", undefined, undefined],
      ["unknown_key", "titel", 'did you mean "title"?'],
      ["missing_key", "steps[1]", "title: what the step does, in one line"],
      ["wrong_value", "steps[1].id", "it must match ^[a-z0-9][a-z0-9_-]*$"],
      ["wrong_value", "steps[1].risk", 'did you mean "high"?'],
      ["unknown_key", "steps[1].deniedTools", 'did you mean "denied_tools"?'],
      ["wrong_value", "steps[1].max_turns", undefined],
      ["wrong_type", "steps[1].estimate.tokens", undefined],
    ]);
  });

  it.each([
    ["a list for an object", [], "it must be an object, not an empty list"],
    ["null for an object", null, "it must be an object, not null"],
    ["text for a list", planWith({ steps: "none" as never }), 'steps must be a list, not "none"'],
    ["a number for text", planWith({ title: 7 as never }), "title must be text, not 7"],
    ["text for a number", planWith({ priority: "1" as never }), 'priority must be a whole number, not "1"'],
    ["no text where some is needed", planWith({ title: "" }), "title is empty"],
    ["an instance of a class", planWith({ context: new Date(0) as never }), "context must be an object, not an object"],
  ])("refuses %s", (_, value, message) => {
    expect(checkShape(Plan, value)[0]?.message).toBe(message);
  });

  it("refuses what has no exact form in JSON, because it would be signed as something else", () => {
    for (const data of [Number.NaN, Number.POSITIVE_INFINITY, new Date(0), () => 1, [undefined], 1n]) {
      const problem = checkShape(Plan, planWith({ context: { tool_outputs: { x: { data: data as never } } } }))[0];
      expect(problem).toMatchObject({ kind: "wrong_type", path: "context.tool_outputs.x.data" });
    }
  });

  it("refuses data nested too deeply instead of running out of stack", () => {
    const data = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(problems(planWith({ context: { tool_outputs: { x: { data } } } }))).toHaveLength(1);
  });

  it("treats __proto__ as any other unknown key, and as any other name of a tool output", () => {
    expect(
      problems(
        JSON.parse('{"id":"PLAN-a1b2c3d4","title":"x","steps":[{"id":"a","title":"a"}],"__proto__":{"goal":1}}'),
      ),
    ).toMatchObject([["unknown_key", "__proto__", expect.stringContaining("known keys")]]);
    const outputs = '{"__proto__":{"data":1},"constructor":{"data":2},"toString":{"date":3}}';
    const value = JSON.parse(
      `{"id":"PLAN-a1b2c3d4","title":"x","steps":[{"id":"a","title":"a"}],"context":{"tool_outputs":${outputs}}}`,
    );
    expect(problems(value)).toMatchObject([
      ["missing_key", "context.tool_outputs.toString", undefined],
      ["unknown_key", "context.tool_outputs.toString.date", 'did you mean "data"?'],
    ]);
  });

  it("quotes values in messages short and with nothing hidden", () => {
    const message = checkShape(Plan, planWith({ id: `\u001b[31m\u202e${"x".repeat(1000)}` }))[0]?.message ?? "";
    expect(message.length).toBeLessThan(120);
    expect(message).toContain("‹U+001B›[31m‹U+202E›");
  });

  it("names a place so that it can be found again, whatever the key", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (name) => {
        const outputs = Object.fromEntries([[name, { data: 1, extra: 2 }]]);
        const [problem] = checkShape(Plan, planWith({ context: { tool_outputs: outputs as never } }));
        expect(pathParts(problem?.path ?? "")).toEqual(["context", "tool_outputs", name, "extra"]);
      }),
    );
  });
});
