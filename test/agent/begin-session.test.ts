import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanNews } from "../../src/agent/plan-news.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import { Desk } from "../../src/desk/desk.ts";
import { localActor, type Person } from "../../src/desk/persons.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { draft, ID, must, standing } from "../desk/fixture.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, says } from "./bench/model.ts";
import { makeProject, type Project } from "./bench/project.ts";
import { openSession, type SessionOptions } from "./bench/session.ts";

/** A session of pi, and what plan mode told in it; nothing is told before it is loaded. */
async function begin(options: SessionOptions) {
  let plan: PlanSession | undefined;
  const news: PlanNews[] = [];
  const extension: NonNullable<SessionOptions["extensions"]>[number] = (pi) => {
    planMode(pi, {
      surface: "terminal",
      isAlone: true,
      env: process.env,
      canAsk: () => false,
      attach: (session) => {
        plan = session;
        session.listen((told) => news.push(told));
      },
    });
  };
  const bench = await openSession({ ...options, extensions: [extension] });
  return {
    bench,
    news,
    get plan(): PlanSession | undefined {
      return plan;
    },
    told: () => news.map(({ type }) => type),
  };
}

/** Somebody else at the same desk, with a plan that waits for its review. */
async function withPlan(): Promise<{ project: Project; desk: Desk; person: Person }> {
  const project = makeProject({ files: { "a.txt": "one\n" } });
  const desk = new Desk({ directory: project.cwd, env: { COUNTERSIGN_HOME: project.home } });
  afterTest(() => desk.close());
  must(await desk.propose(draft(), localActor({})));
  await desk.plans({ limit: 1 });
  return { project, desk, person: must(desk.authenticate({ via: "terminal" })) };
}

async function started({ desk, person }: { desk: Desk; person: Person }): Promise<void> {
  const { revision, digest } = (await standing(desk)).proposal;
  must(await desk.send(ID, { type: "approve", revision, digest }, person));
  must(await desk.send(ID, { type: "start", run_id: "run-1" }, person));
  must(await desk.send(ID, { type: "start_step", step_id: "look" }, person));
}

describe("a session in a project with plans that do not concern it", () => {
  it("loads plan mode at its first call, which is guarded", async () => {
    const { project } = await withPlan();
    const here = await begin({ project });
    expect(here.plan).toBeUndefined();
    here.bench.says(calls(["write", { path: ".pi/plans.json", content: "{}" }]), says("ok"));
    await here.bench.prompt("hello");
    expect(here.plan).toBeDefined();
    expect(here.bench.saw.results).toMatchObject([["write", true, expect.stringContaining("PROTECTED")]]);
    expect(project.has(".pi/plans.json")).toBe(false);
    expect(here.bench.extensionErrors).toEqual([]);
  });

  it("is held from its first call if another session of its process plans since", async () => {
    const { project } = await withPlan();
    const child = await begin({ project });
    const parent = await begin({ project, flags: { plan: true } });
    expect([child.plan, parent.plan?.mode]).toEqual([undefined, "planning"]);
    child.bench.says(calls(["write", { path: "b.txt", content: "x" }]), says("ok"));
    await child.bench.prompt("hello");
    expect(child.bench.saw.systemPrompt).toContain("You can only read now.");
    expect(child.bench.saw.results).toMatchObject([["write", true, expect.any(String)]]);
    expect(project.has("b.txt")).toBe(false);
  });
});

describe("a session that begins finds", () => {
  it("the plan that it submitted", async () => {
    const { project } = await withPlan();
    const before = await begin({ project, session: "file", flags: { plan: true } });
    before.bench.says(calls(["submit_plan", { plan: { title: "Mine", steps: [{ title: "Look" }] } }]), says("ok"));
    await before.bench.prompt("plan it");
    await before.bench.quit();
    const here = await begin({ project, session: { file: before.bench.sessionFile() } });
    expect(here.plan?.mode).toBe("planning");
    expect((await here.plan?.agent.plan())?.proposal.plan.title).toBe("Mine");
  });

  it("that it plans, although somebody deleted all rows or its journal", async () => {
    const { project } = await withPlan();
    const before = await begin({ project, session: "file", flags: { plan: true } });
    before.bench.says(says("ok"));
    await before.bench.prompt("plan it");
    const agent = before.plan?.agent.id ?? "";
    await before.bench.quit();
    for (const gone of [".state", `sessions/${agent}.jsonl`]) {
      rmSync(join(project.cwd, ".pi/plans", gone), { recursive: true });
      const here = await begin({ project, session: { file: before.bench.sessionFile() } });
      expect([gone, here.plan?.mode]).toEqual([gone, "planning"]);
      here.bench.says(calls(["write", { path: "b.txt", content: "x" }]), says("ok"));
      await here.bench.prompt("hello");
      expect(project.has("b.txt")).toBe(false);
      await here.bench.quit();
    }
  });

  it("a question that it asked", async () => {
    const { project } = await withPlan();
    const before = await begin({ project, session: "file", flags: { plan: true } });
    before.bench.says(calls(["ask_user", { question: "Which word?" }]), says("ok"));
    await before.bench.prompt("plan it");
    await before.bench.quit();
    const here = await begin({ project, session: { file: before.bench.sessionFile() } });
    const requests = (await here.plan?.agent.state())?.requests ?? {};
    expect(openRequests(requests)).toMatchObject([{ kind: "question", question: "Which word?" }]);
  });

  it("planning that was interrupted", async () => {
    const { project, desk } = await withPlan();
    must(await desk.sendAgent("pi-gone", { type: "enter", task: "Say two" }, localActor({})));
    const here = await begin({ project });
    expect(here.news).toContainEqual({ type: "interrupted", planning: [expect.objectContaining({ id: "pi-gone" })] });
  });

  it("a run whose process is gone", async () => {
    const other = await withPlan();
    await started(other);
    const here = await begin({ project: other.project });
    expect(here.news).toContainEqual({ type: "unfinished", plan: expect.objectContaining({ id: ID }) });
  });

  it("a run that was cancelled when its process was gone, and ends its steps", async () => {
    const other = await withPlan();
    await started(other);
    must(await other.desk.send(ID, { type: "cancel" }, other.person));
    await begin({ project: other.project });
    expect((await standing(other.desk)).run?.steps.get("look")?.status).toBe("interrupted");
  });

  it("what another session of its process plans, if it is a child of that", async () => {
    const { project } = await withPlan();
    await begin({ project, flags: { plan: true } });
    const child = await begin({ project });
    expect((await child.plan?.readingOnly())?.because).toBe("parent_planning");
  });
});
