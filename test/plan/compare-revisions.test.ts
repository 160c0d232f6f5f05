import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comparison, compareRevisions } from "../../src/plan/compare-revisions.ts";
import { digestOf } from "../../src/plan/digest.ts";
import { normalise } from "../../src/plan/normalise-plan.ts";
import type { Decision, Plan, Step } from "../../src/plan/plan.ts";
import { processorTime } from "../quickest.ts";
import { runs } from "../runs.ts";
import { plan, planWith } from "./arbitrary-plan.ts";

function step(id: string, parts: Partial<Step> = {}): Step {
  return { id, title: `Title of ${id}`, ...parts };
}

function steps(before: Step[], after: Step[]): Comparison["steps"] {
  return compareRevisions(planWith({ steps: before }), planWith({ steps: after })).steps;
}

const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((id) => step(id)) as [Step, Step, Step, Step, Step];

describe("a comparison of two revisions", () => {
  it("finds added, removed and changed steps by their ids", () => {
    const changed = { ...b, risk: "low" as const, description: "new" };
    expect(steps([a, { ...b, risk: "high" }, c], [a, changed, d])).toEqual({
      added: [{ item: d, at: 3 }],
      removed: [{ item: c, at: 3 }],
      moved: [],
      changed: [
        {
          before: { ...b, risk: "high" },
          after: changed,
          fields: [
            { field: "risk", before: "high", after: "low" },
            { field: "description", after: "new" },
          ],
        },
      ],
    });
  });

  it.each([
    ["from the front to the end", [b, c, d, e, a], [["a", 1, 5]]],
    ["from the end to the front", [e, a, b, c, d], [["e", 5, 1]]],
    ["past its neighbour", [a, c, b, d, e], [["c", 3, 2]]],
  ])("counts one step moved %s as one move", (_, after, moved) => {
    expect(steps([a, b, c, d, e], after).moved.map(({ item, from, to }) => [item.id, from, to])).toEqual(moved);
  });

  it("does not count a step as moved because others came or went before it", () => {
    expect(steps([a, b, c], [d, e, c]).moved).toEqual([]);
    expect(steps([a, b, c], [d, a, b, c]).moved).toEqual([]);
  });

  it("takes a new id with the same title at the same place for the same step", () => {
    const renamed = { ...b, id: "bee" };
    expect(steps([a, b, c], [a, renamed, c])).toEqual({
      added: [],
      removed: [],
      moved: [],
      changed: [{ before: b, after: renamed, fields: [{ field: "id", before: "b", after: "bee" }] }],
    });
  });

  it("finds changes of fields, decisions, questions, risks, sections and context", () => {
    const before = planWith({
      summary: "s",
      questions: ["one?", "two?"],
      risks: ["fire"],
      context: { notes: "n", tool_outputs: { x: { data: 1 } } },
      sections: [{ heading: "Rollout", body: "slow" }],
    });
    const after = planWith({
      goal: "g",
      questions: ["two?", "three?"],
      context: { notes: "m", tool_outputs: { x: { data: 2 } } },
      sections: [{ heading: "Rollout", body: "fast" }],
    });
    const comparison = compareRevisions(before, after);
    expect(comparison.fields).toEqual([
      { field: "summary", before: "s" },
      { field: "context.notes", before: "n", after: "m" },
      { field: "goal", after: "g" },
    ]);
    expect(comparison.questions).toMatchObject({ added: [{ item: "three?" }], removed: [{ item: "one?" }], moved: [] });
    expect(comparison.risks.removed).toEqual([{ item: "fire", at: 1 }]);
    expect(comparison.sections.changed[0]?.fields).toEqual([{ field: "body", before: "slow", after: "fast" }]);
    expect(comparison.tool_outputs.changed[0]?.fields).toEqual([{ field: "data", before: 1, after: 2 }]);
  });

  it("misses nothing that is signed: two plans are the same only if their digests are", () => {
    fc.assert(
      fc.property(plan, plan, fc.nat(), (one, other, chance) => {
        const keys = Object.keys(other).filter((key) => key !== "id") as (keyof Plan)[];
        const key = keys[chance % keys.length] ?? "title";
        const next = normalise({ ...one, [key]: other[key] });
        if (digestOf(one) !== digestOf(next)) expect(compareRevisions(one, next).same).toBe(false);
        const itself = compareRevisions(one, structuredClone(one));
        expect([itself.same, itself.widened]).toEqual([true, []]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("accounts for every step exactly once, and the moves explain the new order", () => {
    const some = fc
      .uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 })
      .map((ids) => ids.map((id) => step(id)));
    fc.assert(
      fc.property(some, some, (before, after) => {
        const { added, removed, moved } = compareRevisions(
          planWith({ steps: before }),
          planWith({ steps: after }),
        ).steps;
        const gone = new Set([...removed, ...moved].map(({ item }) => item.id));
        const came = new Set([...added, ...moved].map(({ item }) => item.id));
        const stayed = (list: Step[], without: Set<string>) =>
          list.map(({ id }) => id).filter((id) => !without.has(id));
        expect(stayed(before, gone)).toEqual(stayed(after, came));
      }),
    );
  });

  it("compares 10,000 steps in well under a second", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => step(`s${at}`));
    const start = processorTime();
    expect(steps(many, many.toReversed()).moved).toHaveLength(9_999);
    expect(processorTime() - start).toBeLessThan(1500);
  });
});

describe("scope", () => {
  const full = step("x", {
    tools: ["read"],
    denied_tools: ["bash"],
    files: ["src/**"],
    risk: "medium",
    verify: "npm test",
    run: "make",
    undo: "git revert",
    decision_id: "color",
    max_tokens: 100,
    max_turns: 5,
  });
  const { tools, denied_tools, files, verify, run, undo, decision_id, max_tokens, max_turns, ...bare } = full;

  function widened(before: Step, after: Step) {
    return compareRevisions(planWith({ steps: [before] }), planWith({ steps: [after] })).widened;
  }

  it.each<[string, Step, object]>([
    ["more tools", { ...full, tools: ["read", "write"] }, { kind: "more_tools", items: ["write"] }],
    [
      "any tool",
      {
        ...bare,
        denied_tools: ["bash"],
        files: ["src/**"],
        verify: "npm test",
        run: "make",
        undo: "git revert",
        decision_id: "color",
        max_tokens: 100,
        max_turns: 5,
      },
      { kind: "any_tool", before: ["read"] },
    ],
    ["a tool that was denied", { ...full, denied_tools: [] }, { kind: "denied_tools_removed", items: ["bash"] }],
    ["more files", { ...full, files: ["src/a.ts", "test/**"] }, { kind: "more_files", items: ["test/**"] }],
    ["broader files", { ...full, files: ["**"] }, { kind: "more_files", items: ["**"] }],
    ["any file", { ...full, files: [] }, { kind: "any_file", before: ["src/**"] }],
    ["commits", { ...full, commits: true }, { kind: "commits_added" }],
    ["a process to keep", { ...full, keeps: "server" }, { kind: "keeps_added", after: "server" }],
    ["a higher risk", { ...full, risk: "high" }, { kind: "higher_risk", before: "medium", after: "high" }],
    ["another command", { ...full, run: "make all" }, { kind: "run_changed", before: "make", after: "make all" }],
    ["another check", { ...full, verify: "true" }, { kind: "verify_changed", before: "npm test", after: "true" }],
    ["no check", { ...full, verify: "" }, { kind: "verify_removed", before: "npm test" }],
    ["no way back", { ...full, undo: "" }, { kind: "undo_removed", before: "git revert" }],
    ["no decision", { ...full, decision_id: "" }, { kind: "decision_gate_removed", before: "color" }],
    [
      "another decision",
      { ...full, decision_id: "size" },
      { kind: "decision_gate_removed", before: "color", after: "size" },
    ],
    [
      "more tokens",
      { ...full, max_tokens: 101 },
      { kind: "bigger_budget", items: ["max_tokens"], before: 100, after: 101 },
    ],
    [
      "turns without end",
      { ...full, max_turns: undefined as never },
      { kind: "bigger_budget", items: ["max_turns"], before: 5 },
    ],
  ])("is widened by %s", (_, after, widening) => {
    expect(widened(full, after)).toEqual([{ ...widening, step: "x" }]);
  });

  it.each<[string, Step, Step]>([
    [
      "fewer tools, files, budget and risk",
      full,
      { ...full, tools: [], risk: "low", files: ["src/a/**", "src/b.ts"], max_tokens: 1 },
    ],
    ["limits where there were none", bare, { ...full, risk: "medium", run: "" }],
  ])("is not widened by %s", (_, before, after) => {
    expect(
      widened({ ...before, tools: before.tools ?? [] }, { ...after, tools: before.tools ?? after.tools ?? [] }),
    ).toEqual([]);
  });

  it.each([
    ["src/**", "src/a/b.ts", false],
    ["src/**", "src/../x", true],
    ["src/**", "src/{a,../../x}", true],
    ["src/**", "srcs/x", true],
    ["src/*", "src/a.ts", true],
    ["{a,b}/**", "a/x", true],
    ["!src/**", "src/x", true],
    ["**/*", "any/thing", false],
  ])("from %s to %s is widened: %s", (before, after, wider) => {
    expect(widened(step("x", { files: [before] }), step("x", { files: [after] })).length > 0).toBe(wider);
  });

  it("is widened when an exception from the files is dropped", () => {
    expect(widened(step("x", { files: ["src/**", "!src/key"] }), step("x", { files: ["src/**"] }))).toMatchObject([
      { kind: "more_files", items: ["!src/key"] },
    ]);
  });

  it("of a new step is held against everything the plan could do before", () => {
    const before = planWith({ steps: [step("a", { tools: ["read"], files: ["src/**"], risk: "low" })] });
    const quiet = step("b", { tools: ["read"], files: ["src/x"], risk: "low" });
    const loud = step("c", { tools: ["bash"], files: ["test/**"], risk: "high", run: "make" });
    const after = planWith({ steps: [...before.steps, quiet, loud], tools_required: ["bash"] });
    expect(compareRevisions(before, after).widened.map(({ kind, step }) => [kind, step])).toEqual([
      ["more_tools", undefined],
      ["more_tools", "c"],
      ["more_files", "c"],
      ["higher_risk", "c"],
      ["run_changed", "c"],
    ]);
  });

  it("follows a step to its new id", () => {
    const renamed = compareRevisions(
      planWith({ steps: [full] }),
      planWith({ steps: [{ ...full, id: "y", risk: "high" }] }),
    );
    expect(renamed.widened).toMatchObject([{ kind: "higher_risk", step: "y" }]);
  });

  it("is widened when a decision is to be taken without a person", () => {
    const decision: Decision = { decision_id: "color", header: "C", question: "?", options: [{ label: "red" }] };
    const next = { ...decision, default: ["red"], deadline_minutes: 1 };
    const found = compareRevisions(planWith({ decisions: [decision] }), planWith({ decisions: [next] })).widened;
    expect(found).toEqual([{ kind: "decides_by_default", decision: "color", after: ["red"] }]);
    // The second of the same name is held against the second, or against the first if there was only one.
    const both = planWith({ decisions: [decision, next] });
    expect(compareRevisions(both, both).widened).toEqual([]);
    expect(compareRevisions(planWith({ decisions: [decision] }), both).widened).toEqual(found);
  });
});
