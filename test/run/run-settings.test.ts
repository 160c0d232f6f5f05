import { describe, expect, it } from "vitest";
import { checkLimit, runSettings, stepLimits } from "../../src/run/run-settings.ts";
import { fixture } from "../desk/fixture.ts";

const settingsOf = (user?: object) => runSettings(fixture(user).desk.configuration.config);

describe("the settings of a run", () => {
  it("know no limit where nobody set one", () => {
    const { budget, max_turns, step_timeout_minutes } = settingsOf({ max_turns: 0, step_timeout_minutes: 0 });
    const none = Number.POSITIVE_INFINITY;
    expect([budget, max_turns, step_timeout_minutes]).toEqual([
      { tokens: none, cost: none, minutes: none },
      none,
      none,
    ]);
  });

  it("are what the user set", () => {
    const user = { execution: "session", on_failure: "continue", max_parallel_steps: 3, budget: { cost: 1.5 } };
    expect(settingsOf(user)).toMatchObject({ ...user, on_interrupted: "ask", snapshots: true, max_parallel_plans: 1 });
  });
});

describe("the limits of a step", () => {
  const settings = { max_turns: 50, step_timeout_minutes: 30 };

  it("are the settings', or what its mode allows if that is less", () => {
    expect(stepLimits({}, settings)).toEqual({ max_turns: 50, time: 30 * 60_000 });
    expect(stepLimits({ mode: "code" }, settings)).toEqual({ max_turns: 50, time: 30 * 60_000 });
    expect(stepLimits({ mode: "research" }, settings)).toEqual({ max_turns: 30, time: 20 * 60_000 });
    expect(stepLimits({ mode: "research" }, { max_turns: 5, step_timeout_minutes: 1 })).toEqual({
      max_turns: 5,
      time: 60_000,
    });
  });

  it("are its own where it was signed with them", () => {
    expect(stepLimits({ mode: "research", max_turns: 200 }, settings).max_turns).toBe(200);
  });

  it("are none in any mode where the user wants none", () => {
    const none = Number.POSITIVE_INFINITY;
    expect(stepLimits({ mode: "research" }, { ...settings, max_turns: none }).max_turns).toBe(none);
  });
});

describe("the time for a check", () => {
  it("is the step's own, else that of the settings, ten minutes by default", () => {
    expect(checkLimit({ verify_minutes: 45 }, settingsOf())).toBe(45 * 60_000);
    expect(checkLimit({}, settingsOf())).toBe(10 * 60_000);
    expect(checkLimit({}, settingsOf({ verify_timeout_minutes: 2 }))).toBe(120_000);
    expect(checkLimit({}, settingsOf({ verify_timeout_minutes: 0 }))).toBe(Number.POSITIVE_INFINITY);
  });
});
