import { describe, expect, it } from "vitest";
import { openPlanBench } from "../../surfaces/terminal/plan-bench.ts";
import { approve } from "../bench/approve.ts";
import { makeGate } from "../bench/gate.ts";
import { calls, says } from "../bench/model.ts";
import { PersonActs } from "../bench/person-acts.ts";
import { must, stand } from "./stand.ts";

const reports = (step_id: string, outcome = "done") => calls(["report_step", { step_id, outcome, notes: "n" }]);

describe("an approved plan that a person starts", () => {
  it("has one step in progress at a time, and is told once", async () => {
    const here = await stand({ flags: { plan: true } });
    const steps = ["one", "two", "three"].map((id) => ({ id, title: id, tools: ["write"], files: ["a.txt"] }));
    await here.tries(["submit_plan", { plan: { title: "T", steps } }]);
    const { session } = here;
    const id = (await session.agent.plan())?.id ?? "";
    session.agent.startsApproved = false;
    await here.approve();
    const most: number[] = [];
    session.listen((news) => {
      if (news.type !== "recorded") return;
      void session.agent.plan().then((plan) => {
        const run = plan && "run" in plan ? plan.run : undefined;
        most.push((run?.steps?.values() ?? []).filter(({ status }) => status === "in_progress").length);
      });
    });
    here.bench.says(says("Thinking."), says("Thinking."), says("Thinking."), says("Thinking."));
    must(await new PersonActs(session, here.person()).run(id));
    await session.catchUp();
    await here.bench.session.waitForIdle();
    const cards = here.bench.session.messages.flatMap((message) =>
      message.role === "custom" ? [String((message.details as { card?: string }).card)] : [],
    );
    expect(Math.max(...most)).toBe(1);
    // First that it was approved, then what is done.
    expect(cards.slice(0, 3)).toEqual(["planning_started", "approved", "step"]);
  });
});

describe("a command of a plan", () => {
  for (const how of ["/plan cancel", "/plan pause --now"]) {
    it(`ends when a person says ${how}`, async () => {
      const bench = await openPlanBench();
      const gate = makeGate(bench.project);
      const steps = [{ id: "slow", title: "Slow", run: `${gate.wait}; echo two > a.txt`, files: ["a.txt"] }];
      bench.says(calls(["submit_plan", { plan: { title: "Slow", steps } }] as never));
      await bench.submit("/plan be slow");
      await bench.shows("1 approve");
      await approve(bench);
      await gate.reached;
      await bench.shows("◐ slow");
      await bench.submit(how);
      await bench.until(({ status }) => status !== "executing");
      await gate.ended;
      expect(bench.project.read("a.txt")).toBe("one\n");
    });
  }
});

describe("an agent whose plan a person cancels while its step is checked", () => {
  it("only reads until the person speaks again", async () => {
    const bench = await openPlanBench();
    const gate = makeGate(bench.project);
    const verify = `${gate.wait}; grep -q two a.txt`;
    const steps = [{ id: "write", title: "Write", tools: ["write"], files: ["a.txt"], verify }];
    bench.says(calls(["submit_plan", { plan: { title: "Two", steps } }] as never));
    await bench.submit("/plan say two");
    await bench.shows("1 approve");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      reports("write"),
      calls(["write", { path: "b.txt", content: "free\n" }]),
      calls(["bash", { command: "echo free > c.txt" }]),
      says("Well."),
    );
    await approve(bench);
    await gate.reached;
    expect(bench.project.read("a.txt")).toBe("two\n");
    await bench.submit("/plan cancel");
    await bench.until(({ status }) => status === "cancelled");
    gate.open();
    await bench.shows("Well.");
    expect([bench.project.has("b.txt"), bench.project.has("c.txt")]).toEqual([false, false]);
  });
});

describe("an agent at work whose step a person takes from it", () => {
  it("only reads after /plan handoff, until the person speaks", async () => {
    const bench = await openPlanBench();
    const steps = [{ id: "write", title: "Write", tools: ["write"], files: ["a.txt"] }];
    bench.says(calls(["submit_plan", { plan: { title: "Two", steps } }] as never));
    await bench.submit("/plan say two");
    await bench.shows("1 approve");
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const free = calls(["write", { path: "b.txt", content: "free\n" }]) as never;
    const answer = async () => {
      asked.resolve();
      return promise.then(() => free);
    };
    bench.says(answer, says("Well."));
    await approve(bench);
    await asked.promise;
    await bench.submit("/plan handoff");
    await bench.shows("Plan mode is off");
    resolve();
    await bench.shows("Well.");
    expect(bench.project.has("b.txt")).toBe(false);
  });
});

describe("a plan whose file was edited while it ran", () => {
  it("lets a person out after they rejected the new text", async () => {
    const bench = await openPlanBench();
    const steps = [{ id: "write", title: "Write", tools: ["write"], files: ["a.txt"] }];
    bench.says(calls(["submit_plan", { plan: { title: "Two", steps } }] as never));
    await bench.submit("/plan say two");
    await bench.shows("1 approve");
    bench.says(says("a"), says("b"), says("c"));
    await approve(bench);
    await bench.until(({ status }) => status === "paused");
    const { id } = await bench.plan();
    const text = bench.project.read(`.pi/plans/${id}.md`);
    bench.project.write(`.pi/plans/${id}.md`, text.replace("title: Two", "title: Three"));
    await bench.until(({ requests }) => Object.values(requests).some(({ kind }) => kind === "divergence"));
    await bench.shows("differs from the signed text");
    await bench.press("2");
    await bench.until(({ status }) => status === "proposed");
    await bench.shows("3 reject");
    await bench.press("3", "enter", "enter");
    await bench.until(({ status }) => status === "rejected");
    await bench.shows("You rejected");
    await bench.submit("/plan cancel");
    await expect.poll(() => bench.agents(), { timeout: 60_000 }).toEqual([expect.stringMatching(/^inactive/)]);
  });
});

describe("a session that is forked", () => {
  it("is as read-only as the one it came from", async () => {
    const here = await stand({ flags: {}, session: "file" });
    here.bench.says(calls(["enter_plan_mode", { reason: "big" }]), says("Planning."));
    await here.bench.prompt("plan it");
    expect((await here.session.agent.state()).phase).toBe("gathering");
    const [entry] = here.bench.session.sessionManager.getEntries().filter((one) => one.type === "message");
    await here.bench.runtime.fork(entry?.id ?? "", { position: "at" } as never);
    await here.tries(["write", { path: "written", content: "x" }]);
    expect(here.project.has("written")).toBe(false);
  });

  it("calls no tool at all if it cannot begin to plan", async () => {
    const here = await stand({ flags: {}, session: "file" });
    here.bench.says(calls(["enter_plan_mode", { reason: "big" }]), says("Planning."));
    await here.bench.prompt("plan it");
    const [entry] = here.bench.session.sessionManager.getEntries().filter((one) => one.type === "message");
    here.project.write(".pi/plans.json", '{ "levl": "enforce" }');
    await here.bench.runtime.fork(entry?.id ?? "", { position: "at" } as never);
    await here.tries(["write", { path: "written", content: "x" }]);
    expect(here.project.has("written")).toBe(false);
  });
});

describe("resume from /plans", () => {
  it("goes on with a step that was interrupted", async () => {
    const bench = await openPlanBench();
    const steps = [{ id: "write", title: "Write", tools: ["write"], files: ["a.txt"] }];
    bench.says(calls(["submit_plan", { plan: { title: "Two", steps } }] as never));
    await bench.submit("/plan say two");
    await bench.shows("1 approve");
    bench.says(says("a"), says("b"), says("c"));
    await approve(bench);
    await bench.until(({ status }) => status === "paused");
    bench.says(calls(["write", { path: "a.txt", content: "two\n" }]), reports("write"), says("All done."));
    await bench.submit("/plans");
    await bench.shows("p resume");
    await bench.press("p");
    await bench.shows("Step write was interrupted");
    await bench.press("1");
    await bench.until(({ status }) => status === "completed");
  });
});

describe("a person at the keyboard", () => {
  it("is heard while a command of a plan runs that /plan run has started", async () => {
    const bench = await openPlanBench();
    const gate = makeGate(bench.project);
    const steps = [{ id: "slow", title: "Slow", run: `${gate.wait}; echo two > a.txt`, files: ["a.txt"] }];
    bench.says(calls(["submit_plan", { plan: { title: "Slow", steps } }] as never));
    await bench.submit("/plan be slow");
    await bench.shows("1 approve");
    await approve(bench, "later");
    await bench.shows("It runs when a person starts it.");
    await bench.submit("/plan run");
    await gate.reached;
    await bench.submit("/plan cancel");
    // The command ends by nothing else.
    await bench.until(({ status }) => status === "cancelled");
  });

  it("is heard while a command of a plan runs that /plan resume has started", async () => {
    const bench = await openPlanBench();
    const gate = makeGate(bench.project);
    const steps = [
      { id: "write", title: "Write", tools: ["write"], files: ["a.txt"] },
      { id: "slow", title: "Slow", run: `${gate.wait}; echo two > a.txt`, files: ["a.txt"], depends_on: ["write"] },
    ];
    bench.says(calls(["submit_plan", { plan: { title: "Slow", steps } }] as never));
    await bench.submit("/plan be slow");
    await bench.shows("1 approve");
    bench.says(says("a"), says("b"), says("c"));
    await approve(bench);
    await bench.until(({ status }) => status === "paused");
    await bench.submit("/plan skip write because");
    await bench.shows("Skipped step write");
    await bench.submit("/plan resume");
    await gate.reached;
    await bench.submit("/plan cancel");
    // The command ends by nothing else.
    await bench.until(({ status }) => status === "cancelled");
  });

  it("is heard after a goal that no model could be asked about", async () => {
    const bench = await openPlanBench();
    // As without a key: what an extension sends is refused before anything begins.
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    bench.session.sendUserMessage = async () => {
      resolve();
      throw new Error("No API key found.");
    };
    await bench.submit("/plan say two");
    await bench.shows("Planning");
    await sent;
    await bench.submit("/plan status");
    await bench.shows("Planning: the agent is read-only");
  });
});
