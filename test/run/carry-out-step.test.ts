import { describe, expect, it } from "vitest";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { carryOutStep, type StepSurroundings } from "../../src/run/carry-out-step.ts";
import type { Assignment, StepClaim, StepHost, StepProgress } from "../../src/run/step-runner.ts";
import { NO_TRACKING } from "./no-tracking.ts";

const STEP = { id: "a", title: "A", verify: "test" };
const ASSIGNMENT: Assignment = {
  ...{ plan_id: "PLAN-a1b2c3d4", run_id: "run", plan: { id: "PLAN-a1b2c3d4", title: "A", steps: [STEP] }, step: STEP },
  ...{ attempt: 1, subagent_id: "sub", selections: {}, notes: {}, limits: { max_turns: 9, time: 9 } },
};
const stats = (completion_tokens: number) => ({ ...NO_STATS, completion_tokens });

/** An agent that makes these claims, one after the other, and what became of them. */
function agent(...claims: Partial<StepClaim>[]) {
  const seen: string[] = [];
  const next = (number: number): StepClaim => ({
    ...{ status: "completed", output: `claim ${number}`, stats: stats(number) },
    goOn: async (said) => {
      seen.push(`${number} hears ${said}`);
      return next(number + 1);
    },
    close: async () => void seen.push(`${number} is closed`),
    ...claims[number - 1],
  });
  return { seen, runner: { run: async () => next(1) } };
}

async function carryOut(
  runner: StepSurroundings["runner"],
  verify: StepSurroundings["verify"],
  stop = new AbortController(),
) {
  const told: StepProgress[] = [];
  const host: StepHost = {
    signal: stop.signal,
    tell: (one) => void told.push(one),
    mayGoOn: async () => true,
    thinks: async () => {},
    works: async () => {},
  };
  return { told, ...(await carryOutStep(ASSIGNMENT, host, { runner, verify, witness: NO_TRACKING })) };
}

const fails = async () => ({ ok: false, said: "1 failed" });

describe("a step that an agent says is done", () => {
  it("is let go when its check passes", async () => {
    const { runner, seen } = agent();
    expect(await carryOut(runner, async () => ({ ok: true, said: "" }))).toMatchObject({ outcome: "completed" });
    expect(seen).toEqual(["1 is closed"]);
  });

  it("goes on twice when it does not, is let go, and all it took is recorded", async () => {
    const { runner, seen } = agent();
    const { outcome, result } = await carryOut(runner, fails);
    expect(outcome).toBe("failed");
    expect(result).toMatchObject({ error: "its check did not pass: 1 failed", stats: stats(3) });
    expect(seen).toEqual(["1 hears 1 failed", "2 hears 1 failed", "3 is closed"]);
  });

  it("has deviated as all its claims say, each once", async () => {
    const { runner } = agent({ deviations: ["used sed", "no tests"] }, { deviations: ["used sed"] }, {});
    const { result } = await carryOut(runner, fails);
    expect(result?.deviations).toEqual(["used sed", "no tests"]);
  });

  it("says which processes it and its checks left running", async () => {
    const { runner } = agent({ left: ["npm run dev"], goOn: undefined as never });
    const { result } = await carryOut(runner, async () => ({ ok: true, said: "", left: ["sleep 9", "a\u001b[2J"] }));
    expect(result?.drift).toEqual([
      "it left a process running, which was ended: npm run dev",
      "its check left 2 processes running, which were ended: sleep 9; a‹U+001B›[2J",
    ]);
  });

  it("took as long as its work and its checks together", async () => {
    const { runner } = agent({ stats: { ...NO_STATS, duration_seconds: 5 }, goOn: undefined as never });
    const { result } = await carryOut(runner, async () => ({ ok: false, said: "timed out", seconds: 600 }));
    expect(result?.stats.duration_seconds).toBe(605);
  });

  it("is let go when nobody can check it", async () => {
    const { runner, seen } = agent();
    const ended = await carryOut(runner, () => Promise.reject(new Error("no shell")));
    expect(ended).toMatchObject({
      outcome: "failed",
      result: { error: expect.stringContaining("no shell"), stats: stats(1) },
    });
    expect(seen).toEqual(["1 is closed"]);
  });

  it("is let go when it is stopped while it is checked", async () => {
    const { runner, seen } = agent();
    const stop = new AbortController();
    const verify = async () => {
      stop.abort();
      return { ok: false, said: "aborted" };
    };
    expect(await carryOut(runner, verify, stop)).toMatchObject({ outcome: "interrupted" });
    expect(seen).toEqual(["1 is closed"]);
  });

  it("keeps what it took when the world breaks while it goes on", async () => {
    const { runner } = agent({ goOn: () => Promise.reject(new Error("the disk is gone")) });
    expect(await carryOut(runner, fails)).toMatchObject({ outcome: "failed", result: { stats: stats(1) } });
  });

  it("fails with its agent's word and with what its check had found", async () => {
    const { runner } = agent({}, { status: "failed", error: "I cannot mend it." });
    expect((await carryOut(runner, fails)).result?.error).toBe("I cannot mend it.\nits check had not passed: 1 failed");
  });

  it("comes to its end also if it cannot be let go", async () => {
    const { runner } = agent({ close: () => Promise.reject(new Error("stuck")) });
    const { outcome, told } = await carryOut(runner, async () => ({ ok: true, said: "" }));
    expect(outcome).toBe("completed");
    expect(told).toContainEqual({ type: "warning", text: "Processes of it may be left: stuck" });
  });
});
