import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { hands } from "../../agent/bench/extension.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { WITH_SCROLLBACK } from "../../agent/bench/runtime.ts";
import { countersign, DECISION_PLAN, openPlanBench, PLAN } from "./plan-bench.ts";

const RUN = [
  calls(["write", { path: "b.txt", content: "no" }], ["write", { path: "a.txt", content: "two\n" }]),
  calls(["report_step", { step_id: "write", outcome: "done", notes: "wrote it" }]),
  says("All done."),
];

describe("the transcript", () => {
  it("tells of a plan's life: submitted, started with its steps, each step that ended, what was refused", async () => {
    const bench = await openPlanBench({ rows: 60, settings: WITH_SCROLLBACK });
    bench.says(calls(["write", { path: "a.txt", content: "two" }]), calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    bench.says(...RUN);
    await approve(bench);
    await bench.shows("outside its approved scope");
    await bench.press("3");
    await bench.shows("All done.");
    const told = await bench.scrollback();
    expect(told).toMatch(/⊘ write was refused: /);
    expect(told).toMatch(/◆ Plan PLAN-\w+ waits for review: Say two\n {3}2 steps/);
    expect(told).toMatch(
      /✓ \w+ approved PLAN-\w+, revision 1: Say two\n {3}All 2 steps\.\n {3}1\. Write it\n {3}2\. Look/,
    );
    expect(told).toMatch(/refused this call/);
    expect(told).toMatch(/✓ Step 1 of 2 done after \d+ s: Write it\n/);
    expect(told).toMatch(/✓ Step 2 of 2 done after \d+ s: Look at it\n {3}│ two\n/);
  });

  it("asks decisions in it, and says what was decided, by whom", async () => {
    const bench = await openPlanBench({ rows: 60 });
    bench.says(calls(["submit_plan", { plan: DECISION_PLAN }]));
    await bench.submit("/plan let a.txt say a word");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await bench.press("escape");
    await bench.shows("waits for your review: /plan");
    bench.says(says("Working."));
    countersign(bench, "approve", (await bench.plan()).id);
    await bench.shows("▸ 1 (•) two");
    await bench.press("2", "enter");
    const told = await bench.shows(/decided Word: three/);
    expect(told).toMatch(
      /\? To be decided: Word\n {3}│ Which word\?\n {3}1\. two\n {3}2\. three\n {3}\/plan decide word/,
    );
  });

  it.each([
    ["1", true],
    ["2", false],
  ])("says that the agent plans only where the person lets it: key %s", async (key, isAllowed) => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), JSON.stringify({ auto_enter: "ask" }));
    const bench = await openPlanBench({ project, settings: WITH_SCROLLBACK });
    bench.says(calls(["enter_plan_mode", { reason: "Many files." }]), says("I go on."));
    await bench.submit("rewrite everything");
    await bench.shows("2  No plan for this");
    expect(await bench.scrollback()).not.toContain("The agent enters plan mode");
    await bench.press(key);
    await bench.shows("I go on.");
    expect((await bench.scrollback()).includes("The agent enters plan mode")).toBe(isAllowed);
  });

  it("asks confirmations in it, and says what was answered", async () => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), JSON.stringify({ auto_enter: "ask" }));
    const bench = await openPlanBench({ project });
    bench.says(calls(["enter_plan_mode", { reason: "Many files." }]), says("I look around."));
    await bench.submit("rewrite everything");
    await bench.shows("1  Plan first");
    await bench.press("1");
    const told = await bench.shows("I look around.");
    expect(told).toMatch(/\? The agent wants to plan first\n {3}│ Many files\./);
    expect(told).toMatch(/✓ \w+ lets it plan first/);
  });

  it("is for the person: no card is sent to the model, and a restart shows them again", async () => {
    const bench = await openPlanBench({ rows: 60 });
    bench.says(calls(["write", { path: "a.txt", content: "two" }]), calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    await bench.press("escape");
    bench.says(says("I wait."));
    await bench.submit("and?");
    await bench.shows("I wait.");
    expect(JSON.stringify(bench.saw.requests)).not.toMatch(/⊘|◆|waits for review|was refused, and/);
    await bench.kill();
    const again = await bench.again({ rows: 60 });
    await again.shows(/revision 1\n[\s\S]*1 approve/);
    await again.press("escape");
    expect(await again.shows("I wait.")).toMatch(/⊘ write was refused[\s\S]*◆ Plan PLAN-\w+ waits for review/);
  });

  it("tells nothing of other people's plans", async () => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ extensions: [held], rows: 60 });
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    const proposed = await bench.desk.propose(PLAN, { kind: "agent", surface: "cli", id: "x", name: "x" });
    expect(proposed.ok).toBe(true);
    // The status line has heard of it.
    await bench.shows("1 waits for you: /plans");
    expect(await bench.screen()).not.toContain("waits for review");
    expect(pi().getActiveTools()).toContain("submit_plan");
  });
});

describe("the status line", () => {
  it("counts what waits in the project, and warns of a context that fills up", async () => {
    const bench = await openPlanBench({ columns: 120 });
    bench.says(calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]), says("Thanks."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Which word?");
    await bench.press("escape");
    await bench.shows("1 waits for you: /plans");
    await bench.submit("/plan");
    await bench.press("1");
    await bench.shows("Thanks.");
    await bench.hides("waits for you");
  });
});
