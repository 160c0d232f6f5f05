import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type StatusLine,
  type StatusLineMode,
  statusLineText,
} from "../../../src/surfaces/terminal/status-line/status-line-text.ts";
import { text } from "../../plan/arbitrary-plan.ts";
import { themeNamed } from "./panel-theme.ts";

const PLANNING: StatusLineMode = { kind: "planning", sandboxed: true };
const EXECUTING: StatusLineMode = { kind: "executing" };

describe("the ticker", () => {
  it("is silent when there is nothing to tell", () => {
    expect(statusLineText({ mode: { kind: "none" } })).toBeUndefined();
  });

  it("leaves the session's own warnings alone outside plan mode", () => {
    const subject: StatusLine = { mode: { kind: "none" }, context_percent: 99, rate_limited: true, goal: "x" };
    expect(statusLineText(subject)).toBeUndefined();
    expect(statusLineText({ ...subject, waiting: 2 })).toBe("2 wait for you: /plans");
  });

  it("says what keeps the planner from writing", () => {
    expect(statusLineText({ mode: PLANNING, goal: "Replace session cookies" })).toBe(
      "planning · read-only, sandboxed · Replace session cookies",
    );
    expect(statusLineText({ mode: { kind: "planning", sandboxed: false } })).toBe("planning · read-only, no sandbox");
    expect(statusLineText({ mode: { ...PLANNING, level: "prompt" } })).toBe("planning · not enforced: level prompt");
  });

  it("tells goal, step, decisions, subagents and budget of a run", () => {
    expect(
      statusLineText({
        mode: EXECUTING,
        goal: "Replace session cookies with JWT everywhere in the application",
        step: { id: "both", position: 3, of: 4 },
        decisions: 1,
        subagents: 2,
        budget: { unit: "dollars", spent: 0.12, limit: 2 },
        waiting: 3,
      }),
    ).toBe(
      "executing · 1 decision pending · 2 wait for you: /plans · step 3/4 both · 2 subagents · $0.12 of $2.00 · Replace session cookies with JWT everyw…",
    );
  });

  it.each([
    [{ unit: "dollars", spent: 0.12 }, "$0.12"],
    [{ unit: "tokens", spent: 12_000 }, "12k tokens"],
    [{ unit: "tokens", spent: 12_000, limit: 100_000 }, "12k of 100k tokens"],
    [{ unit: "dollars", spent: 2.1, limit: 2 }, "! $2.10 of $2.00 spent"],
  ] as const)("writes the budget %j as %s", (budget, said) => {
    expect(statusLineText({ mode: EXECUTING, budget })).toBe(`executing · ${said}`);
  });

  it.each([
    [79.9, "executing"],
    [80, "executing · ! context 80 %: /compact, or split the goal"],
    [94.9, "executing · ! context 94 %: /compact, or split the goal"],
    [95, "executing · !! context 95 %, about to be compacted"],
  ])("at %d %% of the context says: %s", (context_percent, said) => {
    expect(statusLineText({ mode: EXECUTING, context_percent })).toBe(said);
  });

  it("says that a rate limit makes it wait, before anything that may be cut off", () => {
    expect(statusLineText({ mode: EXECUTING, rate_limited: true, goal: "x" })).toBe(
      "executing · ! rate limit, waiting · x",
    );
    expect(statusLineText({ mode: EXECUTING, rate_limited: false })).toBe("executing");
  });

  it("does not count the review twice that it tells of already", () => {
    const mode: StatusLineMode = { kind: "submitted", plan_id: "PLAN-7c1e90ab" };
    expect(statusLineText({ mode, waiting: 1 })).toBe("PLAN-7c1e90ab waits for review: /plan");
    expect(statusLineText({ mode, waiting: 2 })).toBe(
      "PLAN-7c1e90ab waits for review: /plan · 1 waits for you: /plans",
    );
  });

  it("says that a run is paused", () => {
    expect(statusLineText({ mode: { kind: "paused" } })).toBe("⏸ paused");
  });

  it("holds one line without hidden characters, whatever it is told, in both themes", () => {
    const number = fc.oneof(fc.double(), fc.integer());
    const mode: fc.Arbitrary<StatusLineMode> = fc.oneof(
      fc.constantFrom<StatusLineMode>(PLANNING, EXECUTING, { kind: "paused" }, { kind: "none" }),
      text.map((plan_id): StatusLineMode => ({ kind: "submitted", plan_id })),
    );
    const subject = fc.record(
      {
        mode,
        goal: text,
        step: fc.record({ id: text, position: fc.nat(), of: fc.nat() }),
        decisions: fc.nat(),
        subagents: fc.nat(),
        budget: fc.record({ unit: fc.constantFrom("dollars", "tokens"), spent: number, limit: number }),
        context_percent: number,
        rate_limited: fc.boolean(),
        waiting: fc.nat(),
      },
      { requiredKeys: ["mode"] },
    );
    const themes = [undefined, themeNamed("dark"), themeNamed("light")];
    fc.assert(
      fc.property(subject, (told) => {
        for (const theme of themes) {
          const said = statusLineText(told as StatusLine, theme) ?? "";
          expect(said.replaceAll(/\x1b\[[\d;]*m/g, "")).not.toMatch(/[\p{Cc}\u202e]/u);
        }
      }),
    );
  });
});
