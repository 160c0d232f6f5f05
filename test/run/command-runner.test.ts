import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { commandRunner } from "../../src/run/command-runner.ts";
import { projectSandbox } from "../../src/run/project-sandbox.ts";
import type { Assignment, StepProgress } from "../../src/run/step-runner.ts";
import { type SandboxFact, SWITCHED_OFF } from "../../src/sandbox/sandbox.ts";
import { describeStepRunner, type StepStory } from "../../testing/describe-step-runner.ts";
import { FakeClock } from "../../testing/fake-clock.ts";
import { processesWith } from "../agent/step-runner/stand.ts";
import { fixture } from "../desk/fixture.ts";
import { hasSandbox } from "../machine-sandbox.ts";

const DAY = 24 * 3600 * 1000;
const isMissing = !hasSandbox;
/** Seconds as nobody else on this machine sleeps. */
const HOURS = `98763.${process.pid}`;
const GOES_ON = `sleep ${HOURS} & setsid sleep ${HOURS} & sh -c 'sleep ${HOURS} & touch begun; wait'`;

const TOLD: Partial<Record<StepStory, string>> = {
  succeeds: "echo made",
  fails: "echo broken; exit 3",
  "goes on and on": GOES_ON,
  "runs out of time": GOES_ON,
  "finds a broken world": "true",
};
const STORIES = Object.keys(TOLD) as StepStory[];

function stand(step: Partial<Step>, sandbox?: () => Promise<SandboxFact>) {
  const f = fixture();
  const clock = new FakeClock();
  const env = { ...process.env, ...f.env };
  const runner = commandRunner({ desk: f.desk, env, clock, sandbox: sandbox ?? (() => projectSandbox(f.desk, env)) });
  const own = { id: "make", title: "Make", ...step };
  const assignment: Assignment = {
    ...{ plan_id: "PLAN-a1b2c3d4", run_id: "run", plan: { id: "PLAN-a1b2c3d4", title: "Make", steps: [own] } },
    ...{ step: own, attempt: 1, subagent_id: `sub-${f.root.slice(-6)}`, selections: {}, notes: {} },
    limits: { max_turns: 1, time: 60_000 },
  };
  const told: StepProgress[] = [];
  const host = {
    signal: new AbortController().signal,
    tell: (one: StepProgress) => void told.push(one),
    mayGoOn: async () => true,
    thinks: async () => {},
    works: async () => {},
  };
  return { f, clock, runner, assignment, told, run: () => runner.run(assignment, host) };
}

const make = (sandbox?: () => Promise<SandboxFact>) => async (story: StepStory) => {
  const broken = () => Promise.reject(new Error("the disk is gone"));
  const { f, clock, runner, assignment } = stand(
    { run: TOLD[story] ?? "" },
    story === "finds a broken world" ? broken : sandbox,
  );
  const underWay = async () => {
    const watcher = watch(f.project);
    while (!existsSync(join(f.project, "begun"))) await once(watcher, "change");
    watcher.close();
  };
  return { runner, assignment, clock, underWay, living: () => processesWith(HOURS) };
};

if (!isMissing) describeStepRunner("a command", STORIES, make(), { describe, it });
describeStepRunner(
  "a command without a sandbox",
  STORIES,
  make(async () => SWITCHED_OFF),
  { describe, it },
);

describe("a step that is a command", () => {
  it("tells what it runs and what that prints, and how long it took", async () => {
    const { run, told, clock } = stand({ run: "echo made" }, async () => {
      clock.advance(2_000);
      return SWITCHED_OFF;
    });
    expect(await run()).toMatchObject({
      status: "completed",
      output: "made",
      stats: { duration_seconds: 2, tool_calls: 1 },
    });
    expect(told).toEqual([
      { type: "activity", text: "$ echo made" },
      { type: "output", text: "made\n" },
    ]);
  });

  it("took as long as it took, also if somebody sets the clock", async () => {
    for (const set of [2 * DAY, -2 * DAY]) {
      const { run, clock } = stand({ run: "true" }, async () => {
        clock.set(set);
        clock.advance(2_000);
        return SWITCHED_OFF;
      });
      expect((await run()).stats.duration_seconds).toBe(2);
    }
  });

  it("fails with its exit code, or because it took too long", async () => {
    const { run } = stand({ run: "echo broken; exit 3" }, async () => SWITCHED_OFF);
    expect(await run()).toMatchObject({ status: "failed", output: "exit code 3\nbroken", error: "exit code 3" });
  });

  it("fails without a command, and where a sandbox is required and there is none", async () => {
    expect(await stand({}).run()).toMatchObject({ status: "failed", error: "The step has no command to run." });
    const refused = stand({ run: "touch made" }, async () => ({
      sandbox: "refuse",
      because: "there is none",
      hint: "",
    }));
    expect(await refused.run()).toMatchObject({ status: "failed", error: "It was not run: there is none." });
    expect(existsSync(join(refused.f.project, "made"))).toBe(false);
  });

  it.skipIf(isMissing)("can write the step's files and nothing else", async () => {
    const { run, f } = stand({ run: "echo two > src/a; echo two > b; true", files: ["src/**"] });
    mkdirSync(join(f.project, "src"));
    writeFileSync(join(f.project, "b"), "one\n");
    expect(await run()).toMatchObject({
      status: "completed",
      output: expect.stringContaining("Read-only file system"),
    });
    expect(readFileSync(join(f.project, "b"), "utf8")).toBe("one\n");
    expect(existsSync(join(f.project, "src/a"))).toBe(true);
  });

  it.skipIf(isMissing)("can write nothing if the step only looks", async () => {
    const { run, f } = stand({ run: "touch made", mode: "research" });
    expect(await run()).toMatchObject({ status: "failed" });
    expect(existsSync(join(f.project, "made"))).toBe(false);
  });

  it.each<[string, (() => Promise<SandboxFact>) | undefined]>([
    ...(isMissing ? [] : ([["in a sandbox", undefined]] as [string, undefined][])),
    ["without a sandbox", async () => SWITCHED_OFF],
  ])("names the processes that it left running %s, and that were ended", async (_, sandbox) => {
    const until = 'until [ "$(cat /proc/$!/comm)" = sleep ]; do :; done';
    const { run } = stand({ run: `sleep ${HOURS} & ${until}; echo made` }, sandbox);
    expect(await run()).toMatchObject({ status: "completed", left: [`sleep ${HOURS}`] });
    expect(processesWith(HOURS)).toEqual([]);
    const { run: tidy } = stand({ run: "sleep 0.01 & wait" }, sandbox);
    expect(await tidy()).not.toHaveProperty("left");
  });

  it("has nothing of its own running when it has ended, however it hides", async () => {
    const { run } = stand({ run: `setsid sleep ${HOURS} >/dev/null 2>&1 & echo away` }, async () => SWITCHED_OFF);
    expect(await run()).toMatchObject({ status: "completed" });
    expect(processesWith(HOURS)).toEqual([]);
  });
});
