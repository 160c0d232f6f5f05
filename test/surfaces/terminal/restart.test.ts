import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { countersign, DECISION_PLAN, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

const REVIEW = /revision \d\n[\s\S]*1 approve/;

/** A plan is submitted and on the screen. */
async function submitted(plan: typeof PLAN | typeof DECISION_PLAN = PLAN): Promise<PlanBench> {
  const bench = await openPlanBench();
  bench.says(calls(["submit_plan", { plan }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(REVIEW);
  return bench;
}

const show = async (bench: PlanBench, what: string) => console.log(`--- ${what}\n${await bench.screen()}`);

describe("after the process was killed", () => {
  it("goes on gathering where it was, with mode, task and prompt", async () => {
    const before = await openPlanBench();
    before.says(calls(["bash", { command: "cat a.txt" }]), says("I have seen it."));
    await before.submit("/plan let a.txt say two");
    await before.shows("I have seen it.");
    await before.kill();
    const bench = await before.again();
    await show(bench, "gathering");
    await bench.shows(/planning/i);
    bench.says(calls(["write", { path: "a.txt", content: "no" }]), says("I cannot."));
    await bench.submit("go on");
    await bench.shows("I cannot.");
    expect(bench.saw.results.at(-1)).toEqual(["write", true, expect.stringContaining("TOOL_BLOCKED_BY_MODE")]);
    expect(bench.saw.systemPrompt).toContain("PLANNING mode");
    expect(bench.saw.systemPrompt).toContain("let a.txt say two");
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("asks an open question again, and the answer reaches the model", async () => {
    const before = await openPlanBench();
    before.says(calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]));
    await before.submit("/plan let a.txt say two");
    await before.shows("Which word?");
    await before.kill();
    const bench = await before.again();
    await bench.shows("Which word?");
    await show(bench, "question");
    bench.says(says("Three it is."));
    await bench.press("2");
    await bench.shows("Three it is.");
    await show(bench, "question");
    expect(bench.saw.userTexts.join("\n")).toMatch(/answers your question "Which word\?": three/);
  });

  it("shows a submitted plan again, and what was half typed is gone with the process but nothing else", async () => {
    const before = await submitted();
    await before.press("2");
    await before.type("say wh");
    await before.shows("say wh");
    await before.kill();
    const bench = await before.again();
    await bench.shows(REVIEW);
    await show(bench, "submitted");
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Because." } }]));
    await bench.press("2");
    await bench.type("say why");
    await bench.press("enter");
    await bench.shows(/revision 2\n/);
    expect(bench.saw.userTexts.join("\n")).toContain("say why");
  });

  it("does not start the model when changes were requested meanwhile, until /plan resume", async () => {
    const before = await submitted();
    await before.kill();
    const { id } = await before.plan();
    countersign(before, "request-changes", id, "--message", "say why");
    const bench = await before.again();
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Because." } }]));
    await bench.shows("/plan resume");
    await show(bench, "changes requested");
    await bench.settled();
    expect(bench.saw.requests).toEqual([]);
    await bench.submit("/plan resume");
    await bench.shows(/revision 2\n/);
    expect(bench.saw.userTexts.join("\n")).toContain("say why");
  });

  it("does not run what was approved meanwhile, and says how to start it", async () => {
    const before = await submitted();
    await before.kill();
    const { id } = await before.plan();
    countersign(before, "approve", id);
    const bench = await before.again();
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.shows("/plan resume");
    await show(bench, "approved");
    await bench.settled();
    expect(bench.saw.requests).toEqual([]);
    expect((await bench.plan()).status).toBe("approved");
    await bench.submit("/plan resume");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("never repeats a step by itself: it is interrupted, and /plan resume begins it again", async () => {
    const before = await submitted();
    before.says(calls(["bash", { command: "cat a.txt" }]), () => new Promise(() => {}));
    await before.press("1");
    await before.shows("cat a.txt");
    await before.until(({ status }) => status === "executing");
    await before.kill();
    const bench = await before.again();
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.until(({ status }) => status === "paused");
    await bench.shows("/plan resume");
    await show(bench, "executing");
    await bench.settled();
    expect(bench.saw.requests).toEqual([]);
    await bench.submit("/plan resume");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("takes a step for done whose check passes, and goes on only when told to", async () => {
    const before = await submitted();
    before.says(calls(["write", { path: "a.txt", content: "two\n" }]), () => new Promise(() => {}));
    await before.press("1");
    await before.until(() => before.project.read("a.txt") === "two\n");
    await before.kill();
    const bench = await before.again();
    await bench.until(({ status }) => status === "paused");
    await bench.shows(/✓ write +○ look[\s\S]*\/plan resume/);
    expect(bench.saw.requests).toEqual([]);
    bench.says(says("All done."));
    await bench.submit("/plan resume");
    await bench.shows("PLAN-");
    await bench.until(({ status }) => status === "completed");
    await show(bench, "executing, done");
  });

  it("stays paused, and a step that was tried again is counted", async () => {
    const before = await submitted();
    before.says(calls(["bash", { command: "cat a.txt" }]), () => new Promise(() => {}));
    await before.press("1");
    await before.until(({ status }) => status === "executing");
    await before.submit("/plan pause");
    await before.shows("Paused");
    await before.kill();
    const bench = await before.again();
    await bench.shows(/⏸ paused/);
    await show(bench, "paused");
    bench.says(calls(["write", { path: "a.txt", content: "two\n" }]), says("Not allowed."));
    await bench.submit("go on");
    await bench.shows("Not allowed.");
    expect(bench.saw.results.at(-1)?.[1]).toBe(true);
    expect(bench.project.read("a.txt")).toBe("one\n");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan resume");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("knows which plan has failed, and /plan retry tries it again", async () => {
    const before = await submitted();
    before.says(
      calls(["report_step", { step_id: "write", outcome: "failed", notes: "no such word" }]),
      says("It failed."),
    );
    await before.press("1");
    await before.shows("It failed.");
    await before.kill();
    const bench = await before.again();
    await bench.shows("no such word");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.submit("/plan retry");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("goes on revising a plan that was sent back", async () => {
    const before = await submitted();
    before.says(() => new Promise(() => {}));
    await before.press("2");
    await before.type("say why");
    await before.press("enter");
    await before.shows("Revising");
    await before.kill();
    const bench = await before.again();
    const screen = await bench.shows("Revising");
    expect(screen).not.toContain("while nobody was here");
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Because." } }]));
    await bench.submit("go on");
    await bench.shows(/revision 2\n/);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.press("1");
    await bench.shows("All done.");
  });

  it("says that planning was interrupted of which pi kept no session, and takes it up", async () => {
    const before = await openPlanBench();
    before.says(() => new Promise(() => {}));
    await before.submit("/plan let a.txt say two");
    await before.shows("◇ Planning ·");
    await before.kill();
    expect(existsSync(before.sessionFile())).toBe(false);
    const bench = await before.again({ session: "file" });
    await bench.shows(/Planning of "let a.txt say two.*was interrupted/s);
    await show(bench, "interrupted");
    bench.says(says("I look."));
    await bench.submit("/plan");
    await bench.shows("Go on with: let a.txt say two");
    await show(bench, "interrupted");
    await bench.press("enter");
    await bench.shows("I look.");
    expect(bench.saw.systemPrompt).toContain("PLANNING mode");
    expect(bench.saw.userTexts).toContain("let a.txt say two");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two", "inactive"]);
  });

  it("can end interrupted planning, and says nothing of it any more", async () => {
    const before = await openPlanBench();
    before.says(() => new Promise(() => {}));
    await before.submit("/plan let a.txt say two");
    await before.shows("◇ Planning ·");
    await before.kill();
    const bench = await before.again({ session: "file" });
    await bench.shows("was interrupted");
    await bench.submit("/plan");
    await bench.shows("End: let a.txt say two");
    await bench.press("down", "down", "enter");
    await bench.shows("It is ended.");
    expect(await bench.agents()).toEqual(["inactive"]);
    await bench.close();
    const later = await before.again({ session: "file" });
    expect(await later.screen()).not.toContain("interrupted");
  });

  it("does not take another terminal that plans for an interrupted one", async () => {
    const other = await openPlanBench();
    other.says(() => new Promise(() => {}));
    await other.submit("/plan let a.txt say two");
    await other.shows("◇ Planning ·");
    const bench = await openPlanBench({ project: other.project });
    bench.says(says("Hello."));
    await bench.submit("hello");
    expect(await bench.shows("Hello.")).not.toContain("interrupted");
  });

  it("asks an open decision again, and goes on with the answer", async () => {
    const before = await submitted(DECISION_PLAN);
    before.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("I wait."),
    );
    await before.press("1");
    await before.until((plan) => "run" in plan && plan.run?.steps["more"]?.status === "needs_decision");
    await before.shows("Which word?");
    await before.kill();
    const bench = await before.again();
    await bench.shows("Which word?");
    await show(bench, "decision");
    bench.says(
      calls(["write", { path: "b.txt", content: "three" }]),
      calls(["report_step", { step_id: "more", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.press("2", "enter");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });
});
