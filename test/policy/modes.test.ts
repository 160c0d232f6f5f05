import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { MODE_LOOKS } from "../../src/plan/mode-look.ts";
import { MODES } from "../../src/plan/plan.ts";
import { columns } from "../../src/plan/wrap.ts";
import { judge } from "../../src/policy/judge.ts";
import { MODE_CATALOGUE, mayWrite } from "../../src/policy/modes.ts";
import { executingPrompt, planningPrompt } from "../../src/policy/prompts.ts";
import { planOf } from "../builders.ts";
import { bash, call, executing, planning } from "./situation.ts";

describe("the catalogue of modes", () => {
  it("has every mode of a step, and no other", () => {
    expect(Object.keys(MODE_CATALOGUE)).toEqual(MODES);
  });

  it.each([
    ["code", "Implementation Specialist"],
    ["test", "Validation Specialist"],
    ["research", "Research Strategist"],
    ["design", "Design Architect"],
    ["docs", "Documentation Specialist"],
    ["run", "Execution Specialist"],
  ] as const)("calls who does %s the %s", (mode, title) => {
    expect(MODE_LOOKS[mode].title).toBe(title);
  });

  it("guides planner and subagent in every mode", () => {
    const prompt = planningPrompt(planning(), []);
    for (const [mode, { planner, subagent }] of Object.entries(MODE_CATALOGUE)) {
      expect(prompt).toContain(`- ${mode}: ${planner}`);
      expect(planner).not.toContain("\n");
      expect(subagent.length).toBeGreaterThan(80);
      // What is allowed, the scope says: guidance that spoke of it could be wrong.
      expect(subagent).not.toMatch(/\b(?:allowed|permitted|blocked|forbidden|only have)\b/i);
    }
  });

  it("has icons of one column, and no two alike", () => {
    const all = Object.values(MODE_LOOKS);
    for (const { icon } of all) expect([columns(icon), visibleWidth(icon)]).toEqual([1, 1]);
    expect(new Set(all.map(({ icon }) => icon)).size).toBe(MODES.length);
  });
});

describe("what a mode says of writing", () => {
  const tools = ["read", "edit", "bash", "stranger"];
  const verdicts = (mode: (typeof MODES)[number], scope: "step" | "full") => {
    const at = executing({ mode, tools }, { settings: { scope }, facts: { sandbox: "on" } });
    const calls = [call("read", { path: "a" }, "pi"), call("edit", { path: "a" }, "pi"), bash("touch a"), bash("ls")];
    return [...calls, call("stranger")].map((it) => judge(it, at).verdict);
  };

  it.each(
    MODES.flatMap((mode) => [[mode, "step"] as const, [mode, "full"] as const]),
  )("is enforced: %s, scope %s", (mode, scope) => {
    const writes = mayWrite({ mode });
    expect(writes).toBe(mode !== "research" && mode !== "design");
    expect(verdicts(mode, scope)).toEqual(
      writes ? ["allow", "allow", "allow", "allow", "allow"] : ["allow", "deny", "deny", "allow", "deny"],
    );
  });

  it("leaves a step without a mode to its scope", () => {
    expect(mayWrite({})).toBe(true);
  });

  it.each(MODES)("is what the prompt says: %s", (mode) => {
    for (const scope of ["step", "full"] as const) {
      const at = executing({ mode, files: ["src/**"] }, { settings: { scope } });
      const prompt = executingPrompt(at, [], { plan: planOf({ id: "one", mode }) });
      expect(prompt.includes("you may write nothing")).toBe(!mayWrite({ mode }));
      expect(prompt.includes("You may only write files")).toBe(mayWrite({ mode }) && scope === "step");
    }
  });
});

describe("whoever carries out a step", () => {
  it("is told to leave what earlier steps did as it is, unless the plan says otherwise", () => {
    const plan = planOf({ id: "one", undo: "git revert", decision_id: "how" });
    const prompt = executingPrompt(executing(), [], { plan });
    expect(prompt).toContain(
      "What earlier steps did stays as it is: do not undo or rewrite it unless the plan says so.",
    );
    expect(prompt).toContain("undo: git revert; decision: how");
  });
});
