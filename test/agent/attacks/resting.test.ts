import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { HOST } from "../../../src/lifecycle/actor.ts";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { giveAnswer } from "../../../src/surfaces/terminal/review-answers.ts";
import { openPlanBench, PLAN } from "../../surfaces/terminal/plan-bench.ts";
import { approve } from "../bench/approve.ts";
import { keyboard } from "../bench/keyboard.ts";
import { calls, says } from "../bench/model.ts";
import { PersonActs } from "../bench/person-acts.ts";
import { makeProject } from "../bench/project.ts";
import { openSession } from "../bench/session.ts";
import { must, stand } from "./stand.ts";

const WRITE = {
  id: "write",
  title: "Write it",
  tools: ["write", "bash"],
  files: ["a.txt"],
  verify: "grep -q two a.txt",
};
const SAY_TWO = { title: "Say two", goal: "a.txt says two", steps: [WRITE] };
const writes = calls(["write", { path: "a.txt", content: "two\n" }]);
const reports = (outcome: string) => calls(["report_step", { step_id: "write", outcome, notes: "n" }]);

describe("a person who has the agent go on by another key than Enter", () => {
  it("has a failed plan carried out again from /plans", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["submit_plan", { plan: PLAN }] as never));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    bench.says(reports("failed"), says("It failed."));
    await approve(bench);
    await bench.shows("It failed.");
    bench.says(writes, reports("done"), says("All done."), says("x"), says("y"), says("z"));
    await bench.submit("/plans");
    await bench.shows("r retry");
    await bench.press("r");
    await bench.until(({ status }) => status === "completed" || status === "paused");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("has a failed plan carried out again by a client of RPC", async () => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    const bench = await openSession({
      project,
      ui: {
        mode: "rpc",
        context: {
          select: async (_title: string, choices: string[]) => choices[0],
          confirm: async () => true,
          input: async () => "",
        } as never,
      },
      extensions: [(pi) => terminalExtension(pi, { keyboard, pause: 0 })],
    });
    bench.says(calls(["submit_plan", { plan: SAY_TWO }] as never), reports("failed"), says("It failed."));
    await bench.prompt("/plan let a.txt say two");
    await expect.poll(() => bench.saw.results.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
    await bench.session.waitForIdle();
    const before = bench.saw.results.length;
    bench.says(writes, reports("done"), says("All done."), says("x"), says("y"), says("z"));
    await bench.prompt("/plan retry");
    await expect.poll(() => bench.saw.results.length, { timeout: 60_000 }).toBeGreaterThan(before);
    await bench.session.waitForIdle();
    expect(bench.saw.results.slice(before).filter(([, isError]) => isError)).toEqual([]);
    expect(project.read("a.txt")).toBe("two\n");
  });

  it("approves what an agent planned by itself after a run", async () => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["submit_plan", { plan: SAY_TWO }]);
    here.bench.says(
      writes,
      reports("done"),
      calls(["enter_plan_mode", { reason: "There is more to do." }]),
      calls([
        "submit_plan",
        { plan: { ...SAY_TWO, title: "Say three", steps: [{ ...WRITE, verify: "grep -q three a.txt" }] } },
      ]),
    );
    await here.approve();
    await here.until((plan) => plan?.status === "proposed" && plan.proposal.plan.title === "Say three");
    await here.bench.session.waitForIdle();
    here.bench.faux.setResponses([]);
    here.bench.says(
      calls(["write", { path: "a.txt", content: "three\n" }]),
      reports("done"),
      ...Array.from({ length: 5 }, () => says("Well.")),
    );
    await here.approve();
    await here.until((plan) => plan === undefined || plan.status === "paused");
    expect(here.project.read("a.txt")).toBe("three\n");
  });
});

describe("a person who signs another plan for later", () => {
  it("does not end the planning of this session by it", async () => {
    const here = await stand({ flags: { plan: true } });
    const { agent } = here.session;
    const other = must(
      await agent.desk.propose({ title: "Else", steps: [{ id: "s", title: "S" }] }, { ...agent.actor, id: "other" }),
    );
    const { revision, digest } = other.plan.proposal;
    const later = {
      kind: "approve",
      revision,
      digest,
      choices: {},
      context: "same",
      start: "later",
      draft: {},
    } as never;
    must(await giveAnswer(here.session, other.plan.id, later, here.person()));
    expect((await agent.state()).phase).toBe("gathering");
    await here.tries(["write", { path: "written", content: "x" }]);
    expect(here.project.has("written")).toBe(false);
  });
});

describe("plan mode that is switched off", () => {
  it("does not say that it is on", async () => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), JSON.stringify({ enabled: false }));
    const bench = await openPlanBench({ project });
    bench.says(calls(["write", { path: "a.txt", content: "two\n" }]), says("Looked."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/Looked\.|switched off|is off/);
    const screen = await bench.screen();
    expect(screen.includes("Planning") && project.read("a.txt") === "two\n").toBe(false);
  });
});

describe("a person can always get out", () => {
  it("of a submitted plan that somebody else carried out", async () => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["submit_plan", { plan: { title: "T", steps: [{ id: "s", title: "S" }] } }]);
    here.session.agent.startsApproved = false;
    const { agent } = here.session;
    const id = (await agent.plan())?.id ?? "";
    await here.approve();
    for (const command of [
      { type: "start", run_id: "r" },
      { type: "start_step", step_id: "s" },
      { type: "end_step", step_id: "s", outcome: "completed" },
      { type: "complete" },
    ] as const)
      must(await agent.desk.send(id, command as never, HOST));
    const left = await new PersonActs(here.session, here.person()).cancel();
    expect(left).toMatchObject({ ok: true });
    expect((await agent.state()).phase).toBe("inactive");
  });
});

describe("a person who removed the plans while an agent plans", () => {
  const write = ["write", { path: "written", content: "x" }] as const;

  it.each(["all of them", "the journal of this agent"])("gets out by their own word: %s", async (what) => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["read", { path: "a.txt" }]);
    const { agent } = here.session;
    const gone = what === "all of them" ? ".pi" : `.pi/plans/sessions/${agent.id}.jsonl`;
    rmSync(join(here.project.cwd, gone), { recursive: true });
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
    // Nobody but a person: not the agent, not the host.
    expect((await here.session.leave("cancelled", agent.actor)).ok).toBe(false);
    expect((await here.session.leave("finished", HOST)).ok).toBe(false);
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
    must(await new PersonActs(here.session, here.person()).cancel());
    expect([(await agent.state()).phase, here.session.mode]).toEqual(["inactive", "none"]);
    await here.tries(write);
    expect(here.project.has("written")).toBe(true);
    // And can plan again.
    must(await here.session.enter(here.person(), { task: "again" }));
    expect(here.session.mode).toBe("planning");
  });

  it("gets out also after pi was started again", async () => {
    const before = await stand({ flags: { plan: true }, session: "file" });
    await before.tries(["read", { path: "a.txt" }]);
    await before.bench.quit();
    rmSync(join(before.project.cwd, ".pi"), { recursive: true });
    const here = await stand({ project: before.project, session: { file: before.bench.sessionFile() } });
    must(await new PersonActs(here.session, here.person()).cancel());
    await here.tries(write);
    expect(here.project.has("written")).toBe(true);
  });

  it("does not get out of a journal that somebody changed: it is no accident", async () => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["read", { path: "a.txt" }]);
    writeFileSync(join(here.project.cwd, `.pi/plans/sessions/${here.session.agent.id}.jsonl`), "{}\n");
    expect(await new PersonActs(here.session, here.person()).cancel()).toMatchObject({
      ok: false,
      refusal: { kind: "broken_journal" },
    });
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
  });
});

describe("an agent at work that somebody elsewhere lets out of plan mode", () => {
  it("only reads on in that turn, and is free when the person here speaks", async () => {
    const here = await stand({ flags: { plan: true } });
    const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...here.project.env };
    const elsewhere = new Desk({ directory: here.project.cwd, env });
    const write = ["write", { path: "written", content: "x" }] as const;
    here.bench.says(
      async () => {
        must(await elsewhere.sendAgent(here.session.agent.id, { type: "leave", how: "handed_off" }, here.person()));
        return calls(write, ["bash", { command: "touch written" }]) as never;
      },
      calls(write, ["bash", { command: "touch written" }]),
      says("Well."),
    );
    await here.bench.prompt("look around");
    expect((await here.session.agent.state()).phase).toBe("inactive");
    expect(here.project.has("written")).toBe(false);
    elsewhere.close();
    await here.tries(write);
    expect(here.project.has("written")).toBe(true);
  });
});

describe("an agent that rests, and whose next plan is approved elsewhere", () => {
  it("rests again as soon as it is free: only a person who speaks here ends that", async () => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["submit_plan", { plan: SAY_TWO }]);
    const { promise, resolve } = Promise.withResolvers<void>();
    here.bench.says(
      writes,
      reports("done"),
      calls(["enter_plan_mode", { reason: "There is more to do." }]),
      calls(["submit_plan", { plan: { ...SAY_TWO, title: "Say three" } }]),
      async () => promise.then(() => calls(["write", { path: "written", content: "x" }]) as never),
      says("Well."),
    );
    await here.approve();
    await here.until((plan) => plan?.status === "proposed" && plan.proposal.plan.title === "Say three");
    await here.bench.session.waitForIdle();
    await here.approve();
    await here.until((plan) => plan?.status === "executing" && plan.run.steps.get("write")?.status === "in_progress");
    expect(here.session.restraint.has("awaiting_person")).toBe(true);
    await expect.poll(() => here.session.readingOnly()).toBeUndefined();
    must(await new PersonActs(here.session, here.person()).handOff());
    resolve();
    await here.bench.session.waitForIdle();
    expect(here.project.has("written")).toBe(false);
  });
});

describe("a session that another one binds", () => {
  it("is told why no command runs, and not to try again in its next turn", async () => {
    const parent = await stand({ flags: { plan: true } });
    const child = await stand({ project: parent.project });
    for (const _ of [1, 2]) {
      const [tried] = await child.tries(["bash", { command: "cat a.txt" }]);
      expect(tried).toEqual(["bash", true, expect.stringContaining("Another session in this process plans")]);
      expect(tried?.[2]).not.toContain("next turn");
    }
    await parent.bench.quit();
    expect(await child.tries(["bash", { command: "cat a.txt" }])).toMatchObject([["bash", false, "one\n"]]);
  });
});

describe("/plan run while a session gathers for something else", () => {
  it("does not drop that silently: it says what there is", async () => {
    const here = await stand({});
    await here.tries(["read", { path: "a.txt" }]);
    const { agent } = here.session;
    const other = must(await agent.desk.propose(SAY_TWO, { ...agent.actor, id: "other" }));
    const { revision, digest } = other.plan.proposal;
    must(await agent.desk.send(other.plan.id, { type: "approve", revision, digest }, here.person()));
    must(await here.session.enter(here.person(), { task: "a new parser" }));
    const commands = new PersonActs(here.session, here.person());
    expect(await commands.run(other.plan.id)).toMatchObject({
      ok: false,
      refusal: {
        message: 'This session plans for "a new parser", and has no plan of it yet.',
        next: [{ move: "cancel" }, { move: "run", plan: other.plan.id }],
      },
    });
    expect(await agent.state()).toMatchObject({ phase: "gathering", task: "a new parser" });
    must(await commands.cancel());
    here.bench.says(says("a"), says("b"), says("c"));
    must(await commands.run(other.plan.id));
    expect((await agent.state()).phase).toBe("executing");
  });
});
