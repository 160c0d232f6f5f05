import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { isError } from "../../src/plan/problem.ts";
import { KNOWN_TOOLS } from "../../src/policy/tools/known-tools.ts";
import { type HostTools, resolveName, toolsFor } from "../../src/run/capabilities.ts";
import { type PreflightFacts, preflight } from "../../src/run/preflight.ts";
import { approve, edit, end, given, later, planOf, propose, START, skip, start } from "../builders.ts";

const OFFERED = ["read", "bash", "edit", "write", "grep", "find", "ls"].map((tool) => ({ tool, source: "pi" }));
const HOST: HostTools = {
  offered: [...OFFERED, { tool: "odoo_read", source: "mcp" }],
  registry: KNOWN_TOOLS,
  capabilities: {
    "odoo-toolbox": { tools: ["odoo_read"] },
    deploys: { commands: ["acme deploy *"] },
    gone: { tools: ["odoo_read", "odoo_write"] },
    grep: { tools: ["bash"] },
  },
};
const FACTS: PreflightFacts = {
  tools: HOST,
  models: ["anthropic/claude-x", "openai/gpt-x", "router/vendor/big"],
  sandbox: { sandbox: "on" },
};

const signed = (plan: Plan, more = {}): LivePlan => given(propose(plan), approve(plan, more));
const says = (state: LivePlan, facts: Partial<PreflightFacts> = {}) =>
  preflight(state, { ...FACTS, ...facts }).map(({ severity, kind, path }) =>
    [severity === "error" ? "!" : "?", kind, path].filter(Boolean).join(" "),
  );
const ofStep = (step: Partial<Plan["steps"][number]>, facts: Partial<PreflightFacts> = {}) =>
  says(signed(planOf({ id: "one", ...step })), facts);

describe("pre-flight", () => {
  it("has nothing to say of a signed plan that can be carried out", () => {
    expect(says(signed(planOf({ id: "one", tools: ["read", "edit"], files: ["src/**"] }, "two")))).toEqual([]);
  });

  it("tells all reasons at once, each with its place and what to do", () => {
    const plan = planOf(
      { id: "one", tools: ["raed", "odoo-toolbox"], model: "claude-y" },
      { id: "two", mode: "run" },
      { id: "three", run: "make", files: ["src/**"], depends_on: ["one"] },
    );
    const problems = preflight(signed(plan, { choices: { executor_model: "gtp-x" } }), {
      ...FACTS,
      sandbox: { sandbox: "refuse", because: "bwrap is not installed" },
      changed: [{ step: "three", files: ["src/a.ts", "src/b.ts"] }],
      artifacts: ["data.json"],
      matches: () => false,
    });
    expect(problems.map(({ kind }) => kind)).toEqual([
      "unknown_model",
      "unknown_model",
      "unknown_tool",
      "nothing_to_run",
      "sandbox_missing",
      "glob_without_match",
      "changed_artifact",
      "changed_since",
    ]);
    expect(problems.find(({ kind }) => kind === "unknown_tool")).toEqual({
      severity: "error",
      kind: "unknown_tool",
      message: 'there is no tool and no capability "raed" here',
      hint: 'did you mean "read"?',
      path: "steps[0].tools[0]",
    });
    expect(problems[0]).toMatchObject({ hint: 'did you mean "gpt-x"?' });
    expect(problems.at(-1)?.message).toContain('"src/a.ts", "src/b.ts"');
    expect(problems.filter(isError).every(({ hint }) => hint !== undefined)).toBe(true);
  });

  describe("on where the plan stands", () => {
    const plan = planOf("one", "two");
    const running = later(signed(plan), START);

    it("lets a run start, and go on", () => {
      expect(says(signed(plan))).toEqual([]);
      expect(says(running)).toEqual([]);
      expect(says(later(running, { type: "pause" }))).toEqual([]);
      expect(says(later(running, { type: "stall" }))).toEqual([]);
    });

    it.each([
      ["proposed", given(propose(plan))],
      ["cancelled", given(propose(plan), { type: "cancel" })],
      ["failed", later(running, { type: "fail", reason: "x" })],
    ])("refuses one that is %s", (status, state) => {
      expect(state.status).toBe(status);
      expect(says(state)).toEqual(["! not_approved"]);
    });

    it("refuses a copy that is not what was signed, and a text that is not the signed one", () => {
      const state = signed(plan);
      if (state.status !== "approved") throw new Error(state.status);
      const other = { ...state.approval.signed, plan: planOf("one", { id: "two", tools: ["bash"] }) };
      expect(says({ ...state, approval: { ...state.approval, signed: other } })).toEqual(["! digest_mismatch"]);
      expect(says({ ...state, proposal: { ...state.proposal, digest: "sha256:0" } })).toEqual(["! text_changed"]);
      expect(says({ ...state, proposal: { ...state.proposal, revision: 2 } })).toEqual(["! text_changed"]);
    });

    it("refuses to go on while nobody has said which text holds", () => {
      expect(says(later(running, edit(planOf("one"))))).toEqual(["! diverged"]);
    });

    it("asks nothing of steps that were left out, skipped or done", () => {
      const bad = planOf({ id: "a", tools: ["x1"] }, { id: "b", tools: ["x2"] }, { id: "c", tools: ["x3"] });
      expect(says(signed(bad, { choices: { left_out: ["b"] } }))).toEqual([
        "! unknown_tool steps[0].tools[0]",
        "! unknown_tool steps[2].tools[0]",
      ]);
      const after = later(signed(bad), START, start("a"), end("a"), skip("b"));
      expect(says(after)).toEqual(["! unknown_tool steps[2].tools[0]"]);
      expect(says(later(after, skip("c")))).toEqual(["? nothing_to_do"]);
    });

    it("finds dependencies and decisions that are not there", () => {
      const state = signed(planOf({ id: "one", depends_on: ["on"] }, { id: "two", decision_id: "x" }));
      expect(says(state)).toEqual([
        "! missing_dependency steps[0].depends_on[0]",
        "! unknown_decision steps[1].decision_id",
      ]);
    });
  });

  describe("on models", () => {
    it("knows them by their id, with or without the provider", () => {
      for (const model of ["anthropic/claude-x", "claude-x", "vendor/big", "router/vendor/big"])
        expect(ofStep({ model })).toEqual([]);
      expect(ofStep({ model: "anthropic/gpt-x" })).toEqual(["! unknown_model steps[0].model"]);
    });

    it("needs none for commands, and says nothing where nobody knows them", () => {
      expect(ofStep({ run: "make" }, { models: [] })).toEqual([]);
      expect(ofStep({}, { models: [] })).toEqual(["! no_model"]);
      const { models: _, ...unknown } = FACTS;
      expect(preflight(signed(planOf({ id: "one", model: "x" })), unknown)).toEqual([]);
    });
  });

  describe("on capabilities", () => {
    it("finds what they stand for", () => {
      expect(resolveName("odoo-toolbox", HOST)).toMatchObject({ kind: "capability", tools: [{ tool: "odoo_read" }] });
      expect(toolsFor(["deploys", "edit"], HOST).map(({ tool }) => tool)).toEqual(["bash", "edit"]);
      expect(resolveName("constructor", HOST)).toEqual({ kind: "unknown" });
    });

    it("takes a name for the known tool, not for one that took its name over", () => {
      const evil = { ...HOST, offered: [{ tool: "edit", source: "evil" }] };
      expect(resolveName("edit", evil).kind).toBe("unknown");
      expect(resolveName("edit@evil", evil).kind).toBe("tool");
    });

    it("refuses one that stands for what is not there, or that has the name of a tool", () => {
      expect(ofStep({ tools: ["gone"] })).toEqual(["! capability_unresolved steps[0].tools[0]"]);
      expect(ofStep({ tools: ["grep"] })).toEqual(["! capability_shadows_tool steps[0].tools[0]"]);
      const shellless = { ...HOST, offered: [{ tool: "read", source: "pi" }] };
      expect(ofStep({ tools: ["deploys"] }, { tools: shellless })).toEqual([
        "! capability_unresolved steps[0].tools[0]",
      ]);
      expect(says(signed({ ...planOf("one"), tools_required: ["nothing-like-it"] }))).toEqual([
        "! unknown_tool tools_required[0]",
      ]);
    });
  });

  describe("on the sandbox", () => {
    const off = { sandbox: { sandbox: "off", because: "there is none" } } as const;

    it("wants one where it must be, for whatever runs commands", () => {
      const refuse = { sandbox: { sandbox: "refuse", because: "there is none" } } as const;
      for (const step of [{ run: "x" }, { verify: "x" }, { tools: ["bash"] }, { tools: ["deploys"] }])
        expect(ofStep(step, refuse)).toEqual(["! sandbox_missing"]);
      expect(ofStep({ tools: ["edit"] }, refuse)).toEqual([]);
    });

    it("says where nothing holds commands to the files of a step", () => {
      expect(ofStep({ tools: ["bash"], files: ["src/**"] }, off)).toEqual(["? command_not_held steps[0].files"]);
      expect(ofStep({ tools: ["bash"] }, off)).toEqual([]);
    });

    it("lets a step that changes nothing have a command only where it is held to that", () => {
      expect(ofStep({ mode: "research", run: "x" }, off)).toEqual(["! command_not_held steps[0].run"]);
      expect(ofStep({ mode: "design", verify: "x" }, off)).toEqual(["? command_not_held steps[0].verify"]);
      expect(ofStep({ mode: "research", run: "x" })).toEqual([]);
    });
  });

  it("warns of tools that a step's mode makes useless", () => {
    expect(ofStep({ mode: "research", tools: ["read", "edit"] })).toEqual(["? mode_changes_nothing steps[0].tools"]);
  });

  it("shows nothing of a plan that could deceive the eye", () => {
    const [problem] = preflight(signed(planOf({ id: "one", tools: ["re\u202Ead\u001b[2J"] })), FACTS);
    expect(problem?.message).toContain("re‹U+202E›ad‹U+001B›[2J");
  });
});
