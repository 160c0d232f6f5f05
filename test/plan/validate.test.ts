import { describe, expect, it } from "vitest";
import type { Decision, Plan, Step } from "../../src/plan/plan.ts";
import { type Facts, validate } from "../../src/plan/validate.ts";
import { quickest } from "../quickest.ts";
import { planWith } from "./arbitrary-plan.ts";

function found(parts: Partial<Plan>, facts?: Facts): (string | undefined)[][] {
  return validate(planWith(parts), facts).map(({ severity, kind, path, hint }) => [severity, kind, path, hint]);
}

function step(parts: Partial<Step> = {}): Step {
  return { id: "one", title: "Do one thing", ...parts };
}

function decision(parts: Partial<Decision> = {}): Decision {
  return {
    decision_id: "color",
    header: "Color",
    question: "Which?",
    options: [{ label: "red" }, { label: "blue" }],
    ...parts,
  };
}

describe("a plan that makes sense", () => {
  it("has no problems", () => {
    const steps = [
      step({ risk: "high", verify: "npm test", tools: ["read"], denied_tools: ["bash"], files: ["src/**"] }),
      step({ id: "two", depends_on: ["one"], decision_id: "color" }),
    ];
    const decisions = [decision({ recommended: "red", default: ["blue"], deadline_minutes: 5 })];
    const facts = { tools: new Set(["read", "bash"]), matches: () => true };
    expect(validate(planWith({ steps, decisions, tools_required: ["read"] }), facts)).toEqual([]);
  });
});

describe("validation", () => {
  it.each<[string, Partial<Plan>, (string | undefined)[]]>([
    ["two steps with one id", { steps: [step(), step()] }, ["error", "duplicate_step", "steps[1].id"]],
    [
      "a missing dependency, with the step that was meant",
      { steps: [step({ id: "sign" }), step({ depends_on: ["sing"] })] },
      ["error", "missing_dependency", "steps[1].depends_on[0]", 'did you mean "sign"?'],
    ],
    [
      "a step that waits for itself",
      { steps: [step({ depends_on: ["one"] })] },
      ["error", "self_dependency", "steps[0].depends_on[0]"],
    ],
    [
      "a circle",
      { steps: [step(), step({ id: "a", depends_on: ["b"] }), step({ id: "b", depends_on: ["one", "a"] })] },
      ["error", "circular_dependency", "steps[1].depends_on[0]"],
    ],
    [
      "an unknown decision, with the one that was meant",
      { steps: [step({ decision_id: "colour" }), step({ id: "two", decision_id: "color" })], decisions: [decision()] },
      ["error", "unknown_decision", "steps[0].decision_id", 'did you mean "color"?'],
    ],
    [
      "two decisions with one id",
      { steps: [step({ decision_id: "color" })], decisions: [decision(), decision()] },
      ["error", "duplicate_decision", "decisions[1].decision_id"],
    ],
    ["a decision nobody waits for", { decisions: [decision()] }, ["warning", "unused_decision", "decisions[0]"]],
    [
      "a tool allowed and denied",
      { steps: [step({ tools: ["read", "bash"], denied_tools: ["bash"] })] },
      ["error", "contradicting_tools", "steps[0].tools[1]"],
    ],
    [
      "high risk without a check",
      { steps: [step({ risk: "high" })] },
      ["warning", "high_risk_without_check", "steps[0]"],
    ],
    ["no steps", { steps: [] }, ["error", "no_steps", "steps"]],
  ])("finds %s", (_, parts, problem) => {
    const all = found(parts);
    expect(all).toHaveLength(1);
    expect(all[0]?.slice(0, problem.length)).toEqual(problem);
  });

  it.each<[string, Partial<Decision>, (string | undefined)[]]>([
    ["a recommendation", { recommended: "rde" }, ["unknown_option", "decisions[0].recommended", 'did you mean "red"?']],
    ["a default", { default: ["green"] }, ["unknown_option", "decisions[0].default[0]", 'options: "red", "blue"']],
    [
      "two defaults where one can be chosen",
      { default: ["red", "blue"] },
      ["too_many_defaults", "decisions[0].default"],
    ],
    [
      "a deadline without a default",
      { deadline_minutes: 5 },
      ["deadline_without_default", "decisions[0].deadline_minutes"],
    ],
    [
      "two options of one name",
      { options: [{ label: "x" }, { label: "x" }] },
      ["duplicate_option", "decisions[0].options[1].label"],
    ],
  ])("refuses %s that cannot be meant", (_, parts, problem) => {
    const all = found({ steps: [step({ decision_id: "color" })], decisions: [decision(parts)] });
    expect(all).toHaveLength(1);
    expect(all[0]?.slice(1, 1 + problem.length)).toEqual(problem);
  });

  it("names a circle with its whole path", () => {
    const steps = [
      step({ id: "a", depends_on: ["b"] }),
      step({ id: "b", depends_on: ["c"] }),
      step({ id: "c", depends_on: ["a"] }),
    ];
    expect(validate(planWith({ steps }))[0]?.message).toContain("a → b → c → a");
  });

  it("leaves out the middle of a circle nobody would read", () => {
    const steps = Array.from({ length: 1000 }, (_, at) => step({ id: `s${at}`, depends_on: [`s${(at + 1) % 1000}`] }));
    const message = validate(planWith({ steps }))[0]?.message ?? "";
    expect(message).toMatch(/s0 → s1 → .* → … 981 more … → .* → s999 → s0$/);
  });

  it("finds unknown tools only when it knows the tools", () => {
    const parts = { steps: [step({ tools: ["raed", "odoo"], denied_tools: ["bsh"] })], tools_required: ["grpe"] };
    expect(found(parts)).toEqual([]);
    expect(found(parts, { tools: new Set(["read", "grep", "bash"]) })).toEqual([
      ["error", "unknown_tool", "tools_required[0]", 'did you mean "grep"?'],
      ["error", "unknown_tool", "steps[0].tools[0]", 'did you mean "read"?'],
      ["error", "unknown_tool", "steps[0].tools[1]", "known tools: bash, grep, read"],
      ["error", "unknown_tool", "steps[0].denied_tools[0]", 'did you mean "bash"?'],
    ]);
  });

  it.each([
    "/etc/passwd",
    "../x",
    "a/../../x",
    "~/x",
    "C:\\x",
    "..\\x",
    "{a,../b}",
    "{a,/b}",
    ".{.,}/x",
    "{.,/}.",
    "@(..)/x",
    "[.]./x",
    "!/etc/**",
  ])("refuses the glob %s, which leaves the project", (glob) => {
    expect(found({ steps: [step({ files: [glob] })] })).toMatchObject([
      ["error", "glob_outside_project", "steps[0].files[0]", expect.any(String)],
    ]);
  });

  it.each([
    "src/**",
    "**/*.ts",
    "*.*.*",
    "a..b/c",
    "{1..3}.txt",
    "src/{a,b}/*.ts",
    "!src/x",
    "...",
    ".github/**",
  ])("takes the glob %s", (glob) => {
    expect(found({ steps: [step({ files: [glob] })] })).toEqual([]);
  });

  it("warns of globs that match nothing only when it can look", () => {
    const parts = { steps: [step({ files: ["src/**", "scr/**"] })] };
    expect(found(parts, { matches: (glob) => glob === "src/**" })).toMatchObject([
      ["warning", "glob_without_match", "steps[0].files[1]", expect.any(String)],
    ]);
  });

  it("takes no time for braces that stand for millions", () => {
    const steps = [step({ files: ["{a,b,c,d}".repeat(30), `${"{".repeat(5000)}a,b`] })];
    expect(quickest(() => found({ steps }), 1000)).toBeLessThan(1000);
  });
});
