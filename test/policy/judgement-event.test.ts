import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { eventsOfVerdict } from "../../src/policy/judgement-event.ts";
import type { Situation } from "../../src/policy/situation.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { bash, call, executing, planning, situation } from "./situation.ts";

const events = (it: ToolCall, at: Situation) => eventsOfVerdict(it, judge(it, at), at);
const names = (it: ToolCall, at: Situation) => events(it, at).map(({ name }) => name);
const write = call("write", { path: "a" }, "pi");

describe("the events of a judgement", () => {
  it("tell of a disallowed attempt while planning, blocked or not (R-003-50, R-003-57)", () => {
    expect(events(write, planning())).toMatchObject([
      {
        name: "disallowed_tool_attempt_in_planning",
        payload: { tool: "write", source: "pi", category: "write", mode: "planning", level: "enforce", blocked: true },
      },
    ]);
    for (const level of ["prompt", "log"] as const) {
      const [event] = events(write, planning({ settings: { level } }));
      expect(event).toMatchObject({ name: "disallowed_tool_attempt_in_planning", payload: { level, blocked: false } });
    }
  });

  it("tell of an attempt outside the scope, with its step (R-002-19)", () => {
    const at = executing({ tools: ["edit"] }, { settings: { level: "log" } });
    expect(events(write, at)).toMatchObject([
      { name: "out_of_scope_attempt", payload: { step: "one", blocked: false, code: "OUT_OF_SCOPE" } },
    ]);
  });

  it("tell of a guarded tool without a plan (R-002-98)", () => {
    const settings = { guardedTools: ["send"], guarded: "log" } as const;
    expect(events(call("send"), situation({ settings }))).toMatchObject([
      { name: "guarded_tool_called", payload: { blocked: false, code: "PLAN_NEEDED", category: "other" } },
    ]);
    expect(names(call("send"), situation({ settings, activePlan: true }))).toEqual([]);
  });

  it("tell of everything a call was about", () => {
    expect(names(call("write", { path: ".git/config" }, "pi"), planning())).toEqual([
      "disallowed_tool_attempt_in_planning",
      "protected_path_attempt",
    ]);
  });

  it("tell of a question only if it is asked", () => {
    const claim = { ...call("lookup"), readOnlyHint: true };
    expect(names(claim, planning())).toEqual(["confirmation_needed"]);
    expect(names(claim, planning({ settings: { yolo: true } }))).toEqual([]);
  });

  it("tell nothing of what nobody minds", () => {
    expect(names(bash("pwd"), planning())).toEqual([]);
    expect(names(write, situation())).toEqual([]);
  });

  it("spell out what a name hides", () => {
    expect(events(call("a\u202eb"), planning())[0]?.payload.tool).toBe("a‹U+202E›b");
  });
});
