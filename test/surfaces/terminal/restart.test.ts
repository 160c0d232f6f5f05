import { existsSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { extension } from "../../agent/bench/extension.ts";
import { calls, says } from "../../agent/bench/model.ts";
import type { TerminalOptions } from "../../agent/bench/terminal.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { isPi1 } from "../../pi-under-test.ts";
import { countersign, DECISION_PLAN, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

const REVIEW = /revision \d\n[\s\S]*1 approve/;

/** A plan is submitted and on the screen. */
async function submitted(
  plan: typeof PLAN | typeof DECISION_PLAN = PLAN,
  options: TerminalOptions = {},
): Promise<PlanBench> {
  const bench = await openPlanBench(options);
  bench.says(calls(["submit_plan", { plan }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(REVIEW);
  return bench;
}

describe("after the process was killed", () => {
  it("goes on gathering where it was, with mode, task and prompt", async () => {
    const before = await openPlanBench();
    before.says(calls(["bash", { command: "cat a.txt" }]), says("I have seen it."));
    await before.submit("/plan let a.txt say two");
    await before.shows("I have seen it.");
    await before.kill();
    const bench = await before.again();
    expect(await bench.shows("◇ Planning · let a.txt say two")).toContain(
      `planning · read-only, ${hasSandbox ? "sandboxed" : "no sandbox"}`,
    );
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
    bench.says(says("Three it is."));
    await bench.press("2");
    expect(await bench.shows("Three it is.")).toMatch(/answered\n[\s\S]*Which word\?[\s\S]*three/);
    expect(bench.saw.userTexts.join("\n")).toMatch(/answers your question "Which word\?": three/);
  });

  it("shows a submitted plan again, while somebody was writing what should change", async () => {
    const before = await submitted();
    await before.press("2");
    await before.type("say wh");
    await before.shows("say wh");
    await before.kill();
    const bench = await before.again();
    await bench.shows(REVIEW);
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
    await bench.shows(`Plan ${id} was sent back: /plan resume lets it be revised`);
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
    await bench.shows(`Plan ${id} is approved: /plan resume starts it`);
    await bench.settled();
    expect(bench.saw.requests).toEqual([]);
    expect((await bench.plan()).status).toBe("approved");
    await bench.submit("/plan resume");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("never repeats a step by itself: it is interrupted, and /plan resume asks what happens to it", async () => {
    const before = await submitted();
    before.says(calls(["write", { path: "a.txt", content: "one\n" }]), () => new Promise(() => {}));
    await approve(before);
    await before.shows("write a.txt");
    await before.until(({ status }) => status === "executing");
    await before.kill();
    const bench = await before.again();
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await bench.until(({ status }) => status === "paused");
    await bench.shows(/! write +○ look\n +No new step starts until: \/plan resume/);
    await bench.settled();
    expect(bench.saw.requests).toEqual([]);
    await resumeAgain(bench, "write");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("takes a step for done whose check passes, and goes on only when told to", async () => {
    const before = await submitted();
    before.says(calls(["write", { path: "a.txt", content: "two\n" }]), () => new Promise(() => {}));
    await approve(before);
    await vi.waitFor(() => expect(before.project.read("a.txt")).toBe("two\n"), { timeout: 60_000 });
    await before.kill();
    const bench = await before.again();
    await bench.until(({ status }) => status === "paused");
    await bench.shows(/✓ write +○ look[\s\S]*\/plan resume/);
    expect(bench.saw.requests).toEqual([]);
    bench.says(says("All done."));
    await bench.submit("/plan resume");
    await bench.shows("PLAN-");
    await bench.until(({ status }) => status === "completed");
    expect(await bench.shows("is completed: Say two")).toContain("2 of 2 steps done");
  });

  it("stays paused: nothing is written until /plan resume", async () => {
    const before = await submitted();
    before.says(calls(["write", { path: "a.txt", content: "one\n" }]), () => new Promise(() => {}));
    await approve(before);
    await before.until(({ status }) => status === "executing");
    await before.submit("/plan pause");
    await before.shows("Paused");
    await before.kill();
    const bench = await before.again();
    await bench.shows(/⏸ paused/);
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
    await resumeAgain(bench, "write");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("knows which plan has failed, and /plan retry tries it again", async () => {
    const before = await submitted();
    before.says(
      calls(["report_step", { step_id: "write", outcome: "failed", notes: "no such word" }]),
      says("It failed."),
    );
    await approve(before);
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
    expect(screen).not.toContain("Nothing has started");
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "Because." } }]));
    await bench.submit("go on");
    await bench.shows(/revision 2\n/);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await approve(bench);
    await bench.shows("All done.");
  });

  it("says that planning was interrupted, whether pi kept its session or not, and takes it up", async () => {
    const before = await openPlanBench();
    before.says(() => new Promise(() => {}));
    await before.submit("/plan let a.txt say two");
    await before.shows("◇ Planning ·");
    await before.kill();
    // Before the model's first answer, only pi 1.x keeps it.
    expect(existsSync(before.sessionFile())).toBe(isPi1);
    const bench = await before.again({ session: "file" });
    await bench.shows(/Planning of "let a.txt say two.*was interrupted/s);
    bench.says(says("I look."));
    await bench.submit("/plan");
    await bench.shows("Resume: let a.txt say two");
    await bench.press("enter");
    await bench.shows("I look.");
    expect(bench.saw.systemPrompt).toContain("PLANNING mode");
    expect(bench.saw.userTexts).toContain("let a.txt say two");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two", "inactive"]);
  });

  it("takes up a submitted plan of a session that was not kept: its review opens here", async () => {
    const before = await openPlanBench({ session: "memory" });
    before.says(calls(["submit_plan", { plan: PLAN }]));
    await before.submit("/plan let a.txt say two");
    await before.shows(REVIEW);
    await before.kill();
    const bench = await before.again({ session: "memory" });
    await bench.shows("was interrupted");
    await bench.submit("/plan");
    await bench.shows(/Resume: let a.txt say two, PLAN-\w+/);
    await bench.press("enter");
    await bench.shows(REVIEW);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await approve(bench);
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
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
    await bench.shows("That planning is ended.");
    expect(await bench.agents()).toEqual(["inactive"]);
    await bench.close();
    const later = await before.again({ session: "file" });
    expect(await later.screen()).not.toContain("interrupted");
  });

  it("lets no other extension choose what happens to interrupted planning", async () => {
    const before = await openPlanBench();
    before.says(() => new Promise(() => {}));
    await before.submit("/plan let a.txt say two");
    await before.shows("◇ Planning ·");
    await before.kill();
    let asked = 0;
    const chooser = extension("chooser", (pi) => {
      pi.on("session_start", (_event, { ui }) => {
        ui.select = async (_title, options) => {
          asked += 1;
          return options.at(-1);
        };
      });
    });
    const bench = await before.again({ session: "file", extensions: [chooser] });
    await bench.shows("was interrupted");
    await bench.submit("/plan");
    await bench.shows(/Esc: decide later|That planning is ended/);
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
    expect(asked).toBe(0);
    await bench.press("escape");
    await bench.hides("Esc: decide later");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
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
    await approve(before);
    await before.until((plan) => "run" in plan && plan.run?.steps.get("more")?.status === "needs_decision");
    await before.shows("Which word?");
    await before.kill();
    const bench = await before.again();
    await bench.shows("Which word?");
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

describe("what pi does with sessions", () => {
  /** So that there is something to compact. */
  const compact = { settings: { compaction: { enabled: true, keepRecentTokens: 1 } } };

  async function exploring(options: TerminalOptions = {}): Promise<PlanBench> {
    const bench = await openPlanBench(options);
    bench.says(calls(["bash", { command: "cat a.txt" }]), says("I have seen it."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("I have seen it.");
    return bench;
  }

  /** The model tries to write; what it is told of that. */
  async function tryToWrite(bench: PlanBench, words = "Tried."): Promise<string | undefined> {
    bench.says(calls(["write", { path: "c.txt", content: "c" }]), says(words));
    await bench.submit("write");
    await bench.shows(words);
    return bench.saw.results.at(-1)?.[2];
  }

  it("planning survives a compaction: mode, prompt and guard are as before", async () => {
    const bench = await exploring(compact);
    bench.says(says("The summary."), says("The rest of it."));
    await bench.submit("/compact");
    await bench.shows(/Compacted from/);
    expect(await tryToWrite(bench)).toContain("TOOL_BLOCKED_BY_MODE");
    expect(bench.saw.systemPrompt).toContain("PLANNING mode");
    expect(bench.saw.systemPrompt).toContain("let a.txt say two");
    expect(await bench.shows("◇ Planning · let a.txt say two")).toContain("planning · read-only");
  });

  it("a run survives a compaction: the signed plan stands before the model again", async () => {
    const bench = await submitted(PLAN, compact);
    bench.says(says("Hm."), says("Hm."), says("Hm."));
    await approve(bench);
    await bench.until(({ status }) => status === "paused");
    await bench.shows("⏸ paused");
    await bench.settled();
    bench.says(says("The summary."), says("The rest of it."));
    await bench.submit("/compact");
    await bench.shows(/Compacted from/);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await resumeAgain(bench, "write");
    await bench.shows("All done.");
    const { systemPrompt, messages } = bench.saw.requests.at(-3) ?? {};
    expect(`${systemPrompt}${JSON.stringify(messages)}`).toContain("<approved_plan id=");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("a new session is not in plan mode; the old one is when it is resumed", async () => {
    const bench = await exploring();
    const file = bench.sessionFile();
    await bench.submit("/new");
    await bench.hides("◇ Planning");
    expect(await tryToWrite(bench)).toContain("Successfully wrote");
    expect(await bench.screen()).not.toContain("planning · read-only");
    await bench.runtime.switchSession(file);
    await bench.shows("◇ Planning · let a.txt say two");
    await bench.shows("planning · read-only");
    expect(await tryToWrite(bench, "Tried again.")).toContain("TOOL_BLOCKED_BY_MODE");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
  });

  it("a fork is a session of its own, and plans as the one it comes from", async () => {
    const bench = await exploring();
    const entry = bench.session.sessionManager.getEntries().find(({ type }) => type === "message");
    await bench.runtime.fork(entry?.id ?? "", { position: "at" });
    await bench.shows("◇ Planning ·");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two", "gathering let a.txt say two"]);
    expect(await tryToWrite(bench)).toContain("TOOL_BLOCKED_BY_MODE");
  });

  it("a reload leaves one of us, which still holds", async () => {
    const bench = await exploring();
    await bench.submit("/reload");
    await bench.shows(/[Rr]eloaded/);
    await bench.shows("planning · read-only");
    expect(await tryToWrite(bench)).toContain("TOOL_BLOCKED_BY_MODE");
    const tools = bench.session.getAllTools().map(({ name }) => name);
    expect(tools.length).toBe(new Set(tools).size);
    await bench.submit("/plan status");
    await bench.shows("Planning: the agent is read-only.");
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("submit it");
    await bench.shows(REVIEW);
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await approve(bench);
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });
});

/** Resumes the plan, and has the interrupted step run again. */
async function resumeAgain(bench: PlanBench, step: string): Promise<void> {
  await bench.submit("/plan resume");
  await bench.shows(`Step ${step} was interrupted`);
  await bench.press("1");
}
