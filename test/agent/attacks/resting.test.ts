import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PersonCommands } from "../../../src/agent/person-commands.ts";
import { HOST } from "../../../src/lifecycle/actor.ts";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { giveAnswer } from "../../../src/surfaces/terminal/review-answers.ts";
import { openPlanBench, PLAN } from "../../surfaces/terminal/plan-bench.ts";
import { calls, says } from "../bench/model.ts";
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
    await bench.press("1");
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
      extensions: [(pi) => terminalExtension(pi, { pause: 0 })],
    });
    bench.says(calls(["submit_plan", { plan: SAY_TWO }] as never), reports("failed"), says("It failed."));
    await bench.prompt("/plan let a.txt say two");
    await expect.poll(() => bench.saw.results.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await bench.session.waitForIdle();
    const before = bench.saw.results.length;
    bench.says(writes, reports("done"), says("All done."), says("x"), says("y"), says("z"));
    await bench.prompt("/plan retry");
    await expect.poll(() => bench.saw.results.length, { timeout: 10_000 }).toBeGreaterThan(before);
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
    here.session.isAuto = false;
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
    const left = await new PersonCommands(here.session, here.person()).cancel();
    expect(left).toMatchObject({ ok: true });
    expect((await agent.state()).phase).toBe("inactive");
  });
});
