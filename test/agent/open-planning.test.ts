import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import { lostPlanning } from "../../src/agent/interrupted.ts";
import { type NewPlanning, openPlanning } from "../../src/agent/planner/open-planning.ts";
import type { Planning } from "../../src/agent/planner/planning-in-progress.ts";
import type { PlanningNews } from "../../src/agent/planner/planning-news.ts";
import { Desk } from "../../src/desk/desk.ts";
import { knownAgents } from "../../src/desk/known-agents.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import { modeOf } from "../../src/desk/situation.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import type { AgentEvent } from "../../src/lifecycle/agent-phase.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, fails, type ScriptedModel, says } from "./bench/model.ts";
import { makeProject, type Project } from "./bench/project.ts";
import { scriptedPi } from "./bench/scripted-pi.ts";

const PLAN = { title: "Say two", steps: [{ id: "write", title: "Write it", run: "echo two > a.txt" }] };
const submits = (plan: object) => calls(["submit_plan", { plan: plan as never }]);

interface Bench {
  project: Project;
  model: ScriptedModel;
  desk: Desk;
  ana: Person;
  news: PlanningNews[];
  open(more?: Partial<NewPlanning>): ReturnType<typeof openPlanning>;
  /** Resolves once one of these has been told. */
  told(type: PlanningNews["type"]): Promise<void>;
}

async function bench(responses: FauxResponseStep[], slow = false): Promise<Bench> {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  const pi = await scriptedPi(project.agentDir, responses, slow ? { tokensPerSecond: 50 } : {});
  const env = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env: { ...project.env } });
  afterTest(() => desk.close());
  const ana = desk.authenticate({ via: "surface", surface: "web", id: "ana", name: "ana" });
  if (!ana.ok) throw new Error(ana.refusal.message);
  const news: PlanningNews[] = [];
  const waiting = new Set<() => void>();
  const onProgress = (one: PlanningNews) => {
    news.push(one);
    for (const look of [...waiting]) look();
  };
  return {
    ...{ project, desk, news, model: pi.model, ana: ana.value },
    open: (more = {}) =>
      openPlanning({
        ...{ directory: project.cwd, env, goal: "say two", by: ana.value, surface: "web", onProgress },
        ...{ model: pi.modelName, models: pi.models, settings: pi.piSettings },
        ...more,
      }),
    told: (type) =>
      new Promise((resolve) => {
        const look = () => {
          if (!news.some((one) => one.type === type)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

async function opened(here: Bench, more?: Partial<NewPlanning>): Promise<Planning> {
  const planning = await here.open(more);
  if (!planning.ok) throw new Error(planning.refusal.message);
  return planning.value;
}

async function planIn({ desk }: Bench): Promise<LivePlan> {
  const [row] = (await desk.plans({ limit: 1 })).rows;
  const found = await desk.plan(row?.id ?? "PLAN-00000000");
  if (!found.ok || found.value.kind !== "standing") throw new Error("There is no plan.");
  return found.value.state;
}

async function sendBack(here: Bench, feedback: string): Promise<void> {
  const { id, proposal } = await planIn(here);
  const sent = await here.desk.send(id, { type: "request_changes", revision: proposal.revision, feedback }, here.ana);
  expect(sent.ok).toBe(true);
}

async function approve(here: Bench): Promise<void> {
  const { id, proposal } = await planIn(here);
  const { revision, digest } = proposal;
  expect((await here.desk.send(id, { type: "approve", revision, digest }, here.ana)).ok).toBe(true);
}

/** The last record of an agent: who ended its planning, and why. */
async function endOf({ desk }: Bench, agent: string) {
  const { records } = await desk.store.loadJournal(agent);
  const left = (records.flatMap(({ events }) => events) as AgentEvent[]).findLast(
    (event) => event.type === "planning_left",
  );
  const state = await desk.agent(agent);
  return { how: left?.how, note: left?.note, mode: state.ok && modeOf(state.value) };
}

describe("planning with persons", () => {
  it("asks, proposes, revises what is sent back, and ends when the plan is approved", async () => {
    const here = await bench([
      calls(["ask_user", { question: "Which two?" }]),
      submits(PLAN),
      submits({ ...PLAN, summary: "A word." }),
    ]);
    const planning = await opened(here);
    await here.told("asked");
    const [question] = await inbox(here.desk);
    expect(question).toMatchObject({ kind: "question", question: "Which two?", journal: planning.agent });
    expect(planning.phase).toBe("gathering");
    expect((await answer(here.desk, question?.id ?? "", { kind: "question", text: "The word." }, here.ana)).ok).toBe(
      true,
    );
    await here.told("proposed");
    const first = await planIn(here);
    expect(first).toMatchObject({ status: "proposed", requester: { name: "ana" }, proposal: { revision: 1 } });
    expect(here.model.saw.results[0]).toEqual(["ask_user", false, "ana answers: The word."]);

    const twice = new Promise<void>((resolve) => {
      const look = () =>
        here.news.filter(({ type }) => type === "proposed").length === 2 ? resolve() : setImmediate(look);
      look();
    });
    await sendBack(here, "Say why.");
    await twice;
    expect(await planIn(here)).toMatchObject({
      status: "proposed",
      proposal: { revision: 2, plan: { summary: "A word." } },
    });
    expect(here.model.saw.userTexts.join("\n")).toContain("Say why.");

    await approve(here);
    expect(await planning.done).toEqual({ how: "approved", plan_id: first.id });
    expect(planning.phase).toBe("ended");
    expect(await endOf(here, planning.agent)).toEqual({
      how: "ended",
      note: `${first.id} is approved.`,
      mode: "planning",
    });
    // It does not run here.
    expect(await planIn(here)).toMatchObject({ status: "approved" });
    expect(here.project.read("a.txt")).toBe("one\n");
    expect(here.news.map(({ type }) => type)).toEqual([
      "started",
      "called",
      "asked",
      "answered",
      "called",
      "proposed",
      "revising",
      "called",
      "proposed",
    ]);
    expect(here.model.saw.requests).toHaveLength(3);
  });

  it.each(["reject", "cancel"] as const)("ends when a person gives the command %s", async (type) => {
    const here = await bench([submits(PLAN)]);
    const planning = await opened(here);
    await here.told("proposed");
    const { id } = await planIn(here);
    const sent = await here.desk.send(id, type === "reject" ? { type, revision: 1 } : { type }, here.ana);
    expect(sent.ok).toBe(true);
    expect(await planning.done).toEqual({ how: type === "reject" ? "rejected" : "cancelled", plan_id: id });
    expect(here.model.saw.requests).toHaveLength(1);
  });

  it("is stopped by a person in the middle of the model's answer, with nothing left running", async () => {
    const here = await bench([says("word ".repeat(500))], true);
    const planning = await opened(here);
    await here.told("started");
    expect(await planning.stop(here.ana)).toMatchObject({ how: "stopped" });
    expect(await endOf(here, planning.agent)).toMatchObject({ how: "ended", note: "ana stopped the planning." });
    expect(await here.desk.plans({ limit: 1 })).toMatchObject({ rows: [] });
    expect(await lostPlanning(here.desk)).toEqual([]);
    expect(existsSync(join(here.project.home, "live", planning.agent))).toBe(false);
  });

  it("is stopped while a person is asked: the question is closed", async () => {
    const here = await bench([calls(["ask_user", { question: "Which?" }]), submits(PLAN)]);
    const planning = await opened(here);
    await here.told("asked");
    await planning.stop(here.ana);
    expect(await inbox(here.desk)).toEqual([]);
    expect(here.model.saw.requests).toHaveLength(1);
  });

  it("is closed in order when the server stops: the plan stays, and can be planned on", async () => {
    const here = await bench([submits(PLAN), submits({ ...PLAN, summary: "Better." })]);
    const server = new AbortController();
    const first = await opened(here, { signal: server.signal });
    await here.told("proposed");
    server.abort();
    expect(await first.done).toMatchObject({ how: "stopped" });
    expect(await endOf(here, first.agent)).toMatchObject({ note: "The server stopped; planning ended." });
    const { id, status } = await planIn(here);
    expect(status).toBe("proposed");
    await sendBack(here, "Say more.");
    here.news.length = 0;
    const second = await opened(here, { continues: { plan_id: id } });
    await here.told("proposed");
    expect(await planIn(here)).toMatchObject({ id, proposal: { revision: 2, plan: { summary: "Better." } } });
    expect(here.model.saw.userTexts.join("\n")).toContain("Say more.");
    await approve(here);
    expect(await second.done).toEqual({ how: "approved", plan_id: id });
  });

  it("does not continue a plan that another session plans, or that is answered for good", async () => {
    const here = await bench([submits(PLAN)]);
    const planning = await opened(here);
    await here.told("proposed");
    const { id } = await planIn(here);
    expect(await here.open({ continues: { plan_id: id } })).toMatchObject({ refusal: { kind: "already_planning" } });
    expect(await here.open({ continues: { id: planning.agent } })).toMatchObject({
      refusal: { kind: "already_planning" },
    });
    await approve(here);
    await planning.done;
    expect(await here.open({ continues: { plan_id: id } })).toMatchObject({ refusal: { kind: "wrong_state" } });
    expect(await here.open({ continues: { id: planning.agent } })).toMatchObject({ refusal: { kind: "not_planning" } });
    expect(await knownAgents(here.desk)).toHaveLength(1);
  });

  it("ends when the model fails, also at a revision, and says why", async () => {
    const here = await bench([submits(PLAN), fails("the provider is down")]);
    const planning = await opened(here);
    await here.told("proposed");
    await sendBack(here, "No.");
    const end = await planning.done;
    expect(end).toMatchObject({ how: "failed", refusal: { kind: "model_failed" } });
    expect(end.refusal?.message).toContain("the provider is down");
    expect(await planIn(here)).toMatchObject({ status: "changes_requested" });
    expect((await endOf(here, planning.agent)).note).toContain("the provider is down");
  });

  it("reminds a model that stops without a plan, once before each submission", async () => {
    const here = await bench([says("Hm."), submits(PLAN), says("Hm."), submits({ ...PLAN, summary: "x" })]);
    const planning = await opened(here);
    await here.told("proposed");
    await sendBack(here, "No.");
    await expect.poll(async () => (await planIn(here)).proposal.revision).toBe(2);
    expect(here.news.filter(({ type }) => type === "reminded")).toHaveLength(2);
    await planning.stop(here.ana);
    const stubborn = await bench([says("Hm."), says("I will not.")]);
    const refused = await (await opened(stubborn)).done;
    expect(refused).toMatchObject({ how: "failed", refusal: { kind: "no_plan" } });
    expect(refused.refusal?.message).toContain("I will not.");
  });

  it("gives the model so many answers for each revision", async () => {
    const look = calls(["read", { path: "a.txt" }]);
    const here = await bench([look, submits(PLAN), look, look, look]);
    const planning = await opened(here, { turns: 2 });
    await here.told("proposed");
    await sendBack(here, "No.");
    expect(await planning.done).toMatchObject({ how: "failed", refusal: { kind: "no_plan" } });
    expect(here.model.saw.requests).toHaveLength(4);
  });

  it("changes nothing in the project", async () => {
    const here = await bench([calls(["write", { path: "b.txt", content: "x" }]), submits(PLAN)]);
    const planning = await opened(here);
    await here.told("proposed");
    expect(here.news).toContainEqual({ type: "refused", tool: "write", reason: expect.any(String) });
    expect(here.project.has("b.txt")).toBe(false);
    await planning.stop(here.ana);
  });

  it("ends when it times out", async () => {
    const here = await bench([submits(PLAN)]);
    const planning = await opened(here);
    await here.told("proposed");
    await here.desk.sendAgent(planning.agent, { type: "leave", how: "timed_out" }, HOST);
    expect(await planning.done).toMatchObject({ how: "timed_out" });
    expect(await planIn(here)).toMatchObject({ status: "proposed" });
  });

  it.each(["asked", "proposed"] as const)("can be continued after its process was killed when it had %s", {
    timeout: 90_000,
  }, async (what) => {
    const here = await bench([submits({ ...PLAN, summary: "Again." })]);
    const program = fileURLToPath(new URL("open-planning.process.ts", import.meta.url));
    const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...here.project.env };
    const { cwd, agentDir } = here.project;
    const process_ = spawn(process.execPath, [program, cwd, agentDir, ...(what === "proposed" ? ["submits"] : [])], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    afterTest(() => process_.kill("SIGKILL"));
    const [told] = await once(process_.stdout, "data");
    expect(String(told)).toBe(`${what}\n`);
    expect(await lostPlanning(here.desk)).toEqual([]);
    const ended = once(process_, "exit");
    process_.kill("SIGKILL");
    await ended;
    const [lost] = await lostPlanning(here.desk);
    expect(lost).toMatchObject({ phase: what === "asked" ? "gathering" : "submitted", task: "say two" });
    if (what === "proposed") await sendBack(here, "Say more.");
    const planning = await opened(here, { goal: "", continues: { id: lost?.id ?? "" } });
    await here.told("proposed");
    expect(await lostPlanning(here.desk)).toEqual([]);
    expect(await planIn(here)).toMatchObject({
      ...(what === "proposed" && { id: lost?.plan_id }),
      proposal: { revision: what === "asked" ? 1 : 2, plan: { summary: "Again." } },
    });
    expect(here.model.saw.userTexts.join("\n")).toContain(what === "asked" ? "say two" : "Say more.");
    await planning.stop(here.ana);
    expect(await endOf(here, lost?.id ?? "")).toMatchObject({ how: "handed_off" });
  });

  it("opens nothing under a refusal", async () => {
    const here = await bench([]);
    expect(await here.open({ model: "nobody/knows" })).toMatchObject({ refusal: { kind: "no_model" } });
    expect(await here.open({ signal: AbortSignal.abort() })).toMatchObject({ refusal: { kind: "stopped" } });
    here.project.write("../home/plans.json", '{ "enabled": false }');
    expect(await here.open()).toMatchObject({ refusal: { kind: "switched_off" } });
    expect(here.project.has(".pi")).toBe(false);
  });
});
