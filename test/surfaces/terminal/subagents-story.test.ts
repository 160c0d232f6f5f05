import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { calls } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { WITH_SCROLLBACK } from "../../agent/bench/runtime.ts";
import { openPlanBench, type PlanBench } from "./plan-bench.ts";
import { ONLOOKER, StepsModel } from "./steps-model.ts";

// Steps carried out by agents of their own, as a person at the terminal sees it.

const PLAN = {
  title: "Say two",
  steps: [
    { id: "left", title: "Write the left one", tools: ["write"], files: ["l/a.txt"], verify: "grep -q two l/a.txt" },
    { id: "right", title: "Write the right one", tools: ["write"], files: ["r/b.txt"] },
    { id: "look", title: "Look at both", run: "cat l/a.txt r/b.txt", depends_on: ["left", "right"] },
  ],
};

const done = (summary: string) => calls(["finish_step", { outcome: "done", summary }]);
const failed = (summary: string) => calls(["finish_step", { outcome: "failed", summary }]);
const writes = (path: string, content: string) => calls(["write", { path, content }]);

/** A plan is submitted and on the screen; two of its steps may run side by side. */
async function submitted(
  plan: typeof PLAN = PLAN,
  settings: object = {},
): Promise<{ bench: PlanBench; model: StepsModel }> {
  const project = makeProject({ git: true, files: { "l/a.txt": "one\n", "r/c.txt": "one\n" } });
  writeFileSync(
    join(project.home, "plans.json"),
    JSON.stringify({ execution: "subagent", max_parallel_steps: 2, ...settings }),
  );
  const bench = await openPlanBench({ project, settings: WITH_SCROLLBACK });
  const model = new StepsModel();
  bench.says(calls(["submit_plan", { plan }]), ...model.answers());
  await bench.submit("/plan let both say two");
  await bench.shows("1 approve");
  return { bench, model };
}

describe("a plan carried out by subagents", () => {
  it("counts subagents from their start, names the mode of each step, and counts no command as one", async () => {
    const plan = {
      ...PLAN,
      steps: PLAN.steps.map((step) => ({
        ...step,
        ...(step.run === undefined
          ? { mode: "code" }
          : { run: "until [ -f go ]; do sleep 0.1; done", mode: "run", files: ["out/**"] }),
      })),
    };
    const { bench, model } = await submitted(plan as typeof PLAN);
    expect(await bench.shows("1 approve")).toMatch(/1 +· +Write the left one +✎ code/);
    await approve(bench);
    // Their models have said nothing yet.
    const both = await bench.shows("2 subagents");
    expect(both).toMatch(/◐ left \d:\d\d ✎ code/);
    expect(both).toContain("step 1/3 left ✎ code · 2 subagents");
    model.step("left", writes("l/a.txt", "two\n"), done("Left.")).step("right", done("Right."));
    const command = await bench.shows("step 3/3 look » run");
    expect(command).toMatch(/Step 1 of 3 done after \d+ s: Write the left one \(✎ code\)/);
    expect(command).not.toMatch(/\d subagents?/);
    bench.project.write("go", "");
    await bench.shows(/is completed: Say two/);
  });

  it("tells of the deviations of a step when it ends, and at the end of the run", async () => {
    const { bench, model } = await submitted();
    const deviations = ["two words instead of one"];
    model
      .step(
        "left",
        writes("l/a.txt", "two\n"),
        calls(["finish_step", { outcome: "done", summary: "Left.", deviations }]),
      )
      .step("right", writes("r/b.txt", "two\n"), done("Right."));
    await approve(bench);
    await bench.shows(/is completed: Say two/);
    const shown = await bench.scrollback();
    expect(shown).toContain("! Deviated from the plan: two words instead of one");
    expect(shown).toContain("! Deviated from the plan: left: two words instead of one");
  });

  it("shows two side by side, asks about a call outside the scope, reports a failure, and is done after a retry", async () => {
    const { bench, model } = await submitted();
    model.step("left", writes("l/a.txt", "three\n")).step("right", writes("c.txt", "no\n"));
    await approve(bench);

    const asked = await bench.shows("Step right wants to use write, outside its approved scope");
    expect(asked).toContain("c.txt");
    expect(asked).toContain("Allow once");
    await bench.press("3");
    const both = await bench.shows(/◐ left \d:\d\d writing l\/a\.txt/);
    expect(both).toMatch(/◐ right \d:\d\d writing c\.txt/);
    expect(both).toContain("2 subagents");
    // The one that planned may talk, and change nothing.
    model.step(
      ONLOOKER,
      calls(["write", { path: "r/b.txt", content: "mine" }], ["bash", { command: "echo x > r/b.txt" }]),
    );
    await bench.submit("how is it going?");
    await bench.shows("I look on.");
    // Those of the session itself: at the same time subagents have theirs.
    const looked = bench.saw.requests.findLast(({ systemPrompt }) => systemPrompt.includes("Subagents run PLAN-"));
    const tried = looked?.messages.filter((message) => message.role === "toolResult").slice(-2) ?? [];
    expect(tried.map(({ toolName, isError }) => [toolName, isError])).toEqual([
      ["write", true],
      ["bash", true],
    ]);
    expect(JSON.stringify(tried[0]?.content)).toMatch(/Subagents run PLAN-\w+\./);
    expect(bench.project.has("r/b.txt")).toBe(false);
    expect(looked?.systemPrompt).toMatch(/You can only read now\. Subagents run PLAN-\w+\. plan_get shows/);
    expect(looked?.tools).not.toContain("report_step");

    model.step("right", writes("r/b.txt", "two\n"), done("wrote b"));
    await bench.shows(/✓ Step 2 of 3 done after \d+ s: Write the right one/);
    model.step("left", failed("I cannot count to two"));
    const banner = await bench.shows(/✗ Step left failed: Write the left one/);
    expect(banner).toContain("I cannot count to two");
    expect(banner).toMatch(/Not started\s+look: Look at both/);
    expect(banner).toMatch(/\/plan retry PLAN-\w+ left/);
    expect((await bench.plan()).status).toBe("failed");
    expect([bench.project.has("c.txt"), bench.project.read("r/b.txt")]).toEqual([false, "two\n"]);
    expect(await bench.agents()).toEqual(["inactive"]);

    model.step("left", writes("l/a.txt", "two\n"), done("it says two now"));
    await bench.submit("/plan retry left");
    const end = await bench.shows(/✓ PLAN-\w+ is completed: Say two/);
    expect(end).toContain("3 of 3 steps done");
    expect(end).toContain("1 check passed");
    expect(bench.project.read("l/a.txt")).toBe("two\n");
    await bench.submit("and now?");
    await bench.shows(/and now\?\s+I look on\./);
    expect(bench.saw.userTexts.join("\n")).toContain("is completed: Say two");
  });

  it("is paused at once, taken back and resumed by commands", async () => {
    const { bench, model } = await submitted();
    model.step("right", writes("r/b.txt", "two\n"), done("wrote b"));
    await approve(bench);
    await bench.shows(/✓ Step 2 of 3 done/);
    await bench.submit("/plan pause --now");
    await bench.until(({ status, run }) => status === "paused" && run?.steps.get("left")?.status === "interrupted");
    await bench.shows("⏸ paused");
    await bench.submit("/plan diff right");
    await bench.shows(/\+two/);
    await bench.submit("/plan rollback right");
    const asked = await bench.shows("Roll back 1 change of step right?");
    expect(asked).toContain("remove r/b.txt");
    await bench.press("1");
    await bench.shows("Rolled back: 1 file as before.");
    expect(bench.project.has("r/b.txt")).toBe(false);
    model
      .step("left", writes("l/a.txt", "two\n"), done("left"))
      .step("right", writes("r/b.txt", "two\n"), done("right"));
    await bench.submit("/plan resume");
    await bench.shows("Step left was interrupted");
    await bench.press("1");
    await bench.until(({ status }) => status === "completed");
    await bench.shows("3 of 3 steps done");
    await bench.submit("/plan logs look");
    await bench.shows("look, attempt 1:");
  });

  it("waits when its session ends, and goes on in the next one when a person says so", async () => {
    const { bench, model } = await submitted();
    await approve(bench);
    await bench.until(({ run }) => run?.steps.count("in_progress") === 2);
    model.step("right", writes("r/b.txt", "two\n"), done("wrote b"));
    await bench.shows(/✓ Step 2 of 3 done/);
    await bench.close();
    const left = await bench.plan();
    expect([left.status, left.run?.lease, left.run?.steps.get("left")?.status]).toEqual([
      "paused",
      undefined,
      "interrupted",
    ]);

    const next = new StepsModel().step("left", writes("l/a.txt", "two\n"), done("left"));
    const again = await bench.again({ responses: next.answers() });
    await again.shows("No process runs it: /plan resume");
    const above = await again.scrollback();
    expect(above).toMatch(/started \d+ s ago, 1 of 3 steps done, and\s+no\s+process\s+runs\s+it/);
    expect(above).toContain("/plan resume, /plan fail or /plan cancel");
    expect((await again.plan()).version).toBe(left.version);
    await again.submit("/plan resume");
    await again.shows("Step left was interrupted");
    await again.press("1");
    await again.until(({ status }) => status === "completed");
    expect(again.project.read("l/a.txt")).toBe("two\n");
    expect((await again.plan()).run?.steps.get("right")?.attempts).toBe(1);
  });

  it("is cancelled in the middle: what runs ends, and nothing more starts", async () => {
    const { bench } = await submitted();
    await approve(bench);
    await bench.until(({ run }) => run?.steps.count("in_progress") === 2);
    await bench.submit("/plan cancel");
    await bench.until(({ status, run }) => status === "cancelled" && run?.steps.count("in_progress") === 0);
    await bench.shows(/– PLAN-\w+ was cancelled: Say two/);
    expect(bench.project.read("l/a.txt")).toBe("one\n");
    expect(await bench.agents()).toEqual(["inactive"]);
  });
});
