import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@earendil-works/pi-ai";
import { describe, expect, it, vi } from "vitest";
import type { PlanningOptions, PlanningOutcome, Strategy } from "../../src/agent/planner/planner.ts";
import type { PlanningNews } from "../../src/agent/planner/planning-news.ts";
import { plannerFor } from "../../src/agent/planner/strategies.ts";
import { Desk } from "../../src/desk/desk.ts";
import { knownAgents } from "../../src/desk/known-agents.ts";
import { inbox } from "../../src/desk/requests.ts";
import { modeOf } from "../../src/desk/situation.ts";
import type { AgentEvent } from "../../src/lifecycle/agent-phase.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, fails, type ScriptedModel, says } from "./bench/model.ts";
import { makeProject, type Project } from "./bench/project.ts";
import { scriptedPi } from "./bench/scripted-pi.ts";

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" },
    { id: "check", title: "Look at it", run: "cat a.txt", depends_on: ["write"] },
  ],
};

const MAGIC = { title: "Magic", steps: [{ id: "a", title: "A", mode: "magic" }] };

const CIRCLE = {
  ...PLAN,
  steps: [
    { id: "one", title: "One", depends_on: ["two"] },
    { id: "two", title: "Two", depends_on: ["one"] },
  ],
};

interface Stand {
  project: Project;
  model: ScriptedModel;
  desk: Desk;
  news: PlanningNews[];
  plan(goal: string, options?: Partial<PlanningOptions>): Promise<PlanningOutcome>;
}

async function stand(strategy: Strategy, responses: FauxResponseStep[], how: { slow?: boolean } = {}): Promise<Stand> {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  const pi = await scriptedPi(project.agentDir, responses, how.slow ? { tokensPerSecond: 50 } : {});
  const { model, models, modelName, piSettings: settings } = pi;
  const env: NodeJS.ProcessEnv = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env: { ...project.env } });
  afterTest(() => desk.close());
  const news: PlanningNews[] = [];
  const planner = await plannerFor(strategy, { env, models, settings });
  return {
    project,
    model,
    desk,
    news,
    plan: (goal, options = {}) =>
      planner.plan(goal, {
        directory: project.cwd,
        model: modelName,
        onProgress: (one) => news.push(one),
        ...options,
      }),
  };
}

/** How a model hands in a plan, by strategy. */
const SUBMITS: Record<Strategy, (plan: object | string) => FauxResponseStep> = {
  explore: (plan) => calls(["submit_plan", { plan: plan as never }]),
  decompose: (plan) =>
    says(
      typeof plan === "string" ? plan : `Here it is.\n\n\`\`\`json\n${JSON.stringify(plan, undefined, 1)}\n\`\`\`\n`,
    ),
};

/** All but what Countersign and git keep for themselves. */
function filesOf({ cwd }: Project): string[] {
  return globSync("**/*", { cwd, exclude: (name) => name === ".git" || name === ".pi" }).sort();
}

async function nothingIsPlanning(desk: Desk): Promise<void> {
  for (const { id, phase } of await knownAgents(desk)) {
    expect(phase).toBe("inactive");
    const state = await desk.agent(id);
    // Read-only for good: the end of its session gives an agent nothing.
    expect(state.ok && modeOf(state.value)).toBe("planning");
    expect(state.ok && openRequests(state.value.requests)).toEqual([]);
  }
}

/** How the one agent of a project left planning. */
async function endOf(desk: Desk) {
  const [agent] = await knownAgents(desk);
  const { records } = await desk.store.loadJournal(agent?.id ?? "");
  const [last] = records.slice(-1);
  const events = (last?.events ?? []) as AgentEvent[];
  const left = events.find((event) => event.type === "planning_left");
  return { by: last?.by, how: left?.how, note: left?.note };
}

async function nothingWasProposed({ desk, project }: Stand): Promise<void> {
  expect((await desk.plans({ limit: 10 })).rows).toEqual([]);
  expect(await inbox(desk)).toEqual([]);
  expect(filesOf(project)).toEqual(["a.txt"]);
  await nothingIsPlanning(desk);
}

describe.each(["explore", "decompose"] as const)("a planner that wants to %s", (strategy) => {
  const submits = SUBMITS[strategy];

  it("proposes a plan that waits for its review, and touches nothing else", async () => {
    const here = await stand(strategy, [submits(PLAN)]);
    const outcome = await here.plan("say two");
    expect(outcome).toMatchObject({ ok: true, value: { plan: { status: "proposed" }, asked: [], isReplaced: false } });
    if (!outcome.ok) return;
    expect(outcome.value.plan.proposal.plan).toMatchObject({
      title: "Say two",
      steps: [{ id: "write" }, { id: "check" }],
      planner_model: outcome.value.model,
      tools_required: ["write"],
    });
    expect(outcome.value.model).toMatch(/^faux-\d+\/faux-1$/);
    expect(outcome.value.plan.requester.person).toBe("local");
    expect((await inbox(here.desk)).map(({ kind, journal }) => [kind, journal])).toEqual([
      ["review", outcome.value.plan.id],
    ]);
    expect(filesOf(here.project)).toEqual(["a.txt"]);
    expect(here.project.read("a.txt")).toBe("one\n");
    expect(here.model.saw.userTexts.join()).toContain("say two");
    expect(here.news[0]).toMatchObject({ type: "started" });
    await nothingIsPlanning(here.desk);
  });

  it("makes a plan of its own, whatever id the model writes down", async () => {
    const here = await stand(strategy, []);
    const by = { kind: "local", surface: "cli", id: "ana", name: "ana", person: "local" } as const;
    const other = await here.desk.propose({ ...PLAN, title: "Somebody else's" }, by);
    if (!other.ok) throw new Error(other.refusal.message);
    here.model.says(submits({ ...PLAN, id: other.value.plan.id }));
    const outcome = await here.plan("say two");
    expect(outcome.ok && outcome.value.plan.id).not.toBe(other.value.plan.id);
    const now = await here.desk.plan(other.value.plan.id);
    expect(now.ok && now.value.kind === "standing" && now.value.state.proposal.plan.title).toBe("Somebody else's");
  });

  it("takes a goal that looks like a command of pi for a goal", async () => {
    const here = await stand(strategy, [submits(PLAN)]);
    expect(await here.plan("/plan --status !ls")).toMatchObject({ ok: true });
    expect(here.model.saw.userTexts.join()).toContain("/plan --status !ls");
  });

  it("tells what is wrong with the plan, and takes the next one", async () => {
    const here = await stand(strategy, [submits(MAGIC), submits(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({ ok: true, value: { plan: { proposal: { revision: 1 } } } });
    expect(here.news).toContainEqual({ type: "not_a_plan", reason: expect.stringContaining('"magic"') });
    expect(here.model.saw.requests).toHaveLength(2);
  });

  it("fails with the reasons if it never becomes a plan", async () => {
    const here = await stand(strategy, [submits(MAGIC), submits(MAGIC), says("I give up."), says("Really.")]);
    const outcome = await here.plan("say two");
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: strategy === "explore" ? "no_plan" : "malformed" } });
    expect(JSON.stringify(outcome)).toContain("magic");
    await nothingWasProposed(here);
  });

  it("fails if the provider fails", async () => {
    const here = await stand(strategy, [fails("the provider is down")]);
    const outcome = await here.plan("say two");
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "model_failed" } });
    expect(outcome.ok || outcome.refusal.message).toContain("the provider is down");
    await nothingWasProposed(here);
  });

  it("ends when it is stopped", async () => {
    const here = await stand(strategy, [says("word ".repeat(500))], { slow: true });
    const stop = new AbortController();
    const outcome = await here.plan("say two", {
      signal: stop.signal,
      onProgress: ({ type }) => type === "started" && setImmediate(() => stop.abort()),
    });
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "stopped" } });
    await nothingWasProposed(here);
  });

  it("asks nothing of a model if it was stopped before", async () => {
    const here = await stand(strategy, [submits(PLAN)]);
    expect(await here.plan("say two", { signal: AbortSignal.abort() })).toMatchObject({
      ok: false,
      refusal: { kind: "stopped" },
    });
    expect(here.model.saw.requests).toEqual([]);
    await nothingWasProposed(here);
  });

  it("ends when its time is over", async () => {
    const here = await stand(strategy, [says("word ".repeat(500))], { slow: true });
    expect(await here.plan("say two", { seconds: 0.2 })).toMatchObject({ ok: false, refusal: { kind: "timed_out" } });
    await nothingWasProposed(here);
  });

  it("says what to do if there is no such model, and leaves no trace", async () => {
    const here = await stand(strategy, []);
    expect(await here.plan("say two", { model: "nobody/knows" })).toMatchObject({
      ok: false,
      refusal: { kind: "no_model", hint: expect.stringContaining("--list-models") },
    });
    expect(here.project.has(".pi")).toBe(false);
  });

  it("says what to do if the model has no key, and leaves no trace", async () => {
    const here = await stand(strategy, []);
    const outcome = await here.plan("say two", { model: "anthropic/claude-sonnet-4-5" });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { kind: "no_model", hint: expect.stringContaining("/login") },
    });
    expect(here.project.has(".pi")).toBe(false);
  });

  it("does nothing where plan mode is switched off", async () => {
    const here = await stand(strategy, [submits(PLAN)]);
    here.project.write("../home/plans.json", '{ "enabled": false }');
    expect(await here.plan("say two")).toMatchObject({ ok: false, refusal: { kind: "switched_off" } });
    expect(here.model.saw.requests).toEqual([]);
    expect(here.project.has(".pi")).toBe(false);
  });

  it("does nothing under settings that are wrong", async () => {
    const here = await stand(strategy, [submits(PLAN)]);
    here.project.write("../home/plans.json", '{ "level": "whatever" }');
    expect(await here.plan("say two")).toMatchObject({ ok: false, refusal: { kind: "wrong_configuration" } });
    expect((await here.desk.plans({ limit: 10 })).rows).toEqual([]);
  });
});

describe("exploring", () => {
  it("is read-only: it looks, and what would write is refused and told", async () => {
    const here = await stand("explore", [
      calls(
        ["read", { path: "a.txt" }],
        ["write", { path: "b.txt", content: "x" }],
        ["bash", { command: "cat a.txt && touch c.txt" }],
      ),
      calls(["bash", { command: "countersign plan again" }], ["bash", { command: "cat a.txt" }]),
      SUBMITS.explore(PLAN),
    ]);
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(filesOf(here.project)).toEqual(["a.txt"]);
    expect(here.model.saw.results.map(([tool, isError]) => [tool, isError])).toEqual([
      ["read", false],
      ["write", true],
      ["bash", true],
      ["bash", true],
      ["bash", false],
    ]);
    expect(here.news.filter(({ type }) => type === "refused").map((one) => "tool" in one && one.tool)).toEqual(
      expect.arrayContaining(["write", "bash"]),
    );
    expect(here.news).toContainEqual({ type: "called", tool: "read", summary: "a.txt" });
    // The command as the model wrote it, and not what became of it in the sandbox.
    expect(here.news).toContainEqual({ type: "called", tool: "bash", summary: "cat a.txt" });
  });

  it("asks nobody: a question is told, goes on with an assumption, and is closed at the end", async () => {
    const here = await stand("explore", [calls(["ask_user", { question: "Which two?" }]), SUBMITS.explore(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({ ok: true, value: { asked: ["Which two?"] } });
    expect(here.model.saw.results[0]).toEqual(["ask_user", false, expect.stringContaining("No person can be asked")]);
    expect(here.news).toContainEqual({
      type: "asked",
      request: expect.stringMatching(/question-\d+$/),
      question: "Which two?",
    });
    expect((await inbox(here.desk)).map(({ kind }) => kind)).toEqual(["review"]);
    await nothingIsPlanning(here.desk);
  });

  it("reminds a model that stops without a plan, once", async () => {
    const here = await stand("explore", [says("I would do this and that."), SUBMITS.explore(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(here.news.map(({ type }) => type)).toContain("reminded");
    const stubborn = await stand("explore", [says("This."), says("And that."), SUBMITS.explore(PLAN)]);
    const outcome = await stubborn.plan("say two");
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "no_plan" } });
    expect(outcome.ok || outcome.refusal.message).toContain("And that.");
    await nothingWasProposed(stubborn);
  });

  it("ends after so many answers of the model", async () => {
    const look = calls(["read", { path: "a.txt" }]);
    const here = await stand("explore", [look, look, look, SUBMITS.explore(PLAN)]);
    const outcome = await here.plan("say two", { turns: 3 });
    expect(outcome).toMatchObject({ ok: false, refusal: { kind: "no_plan" } });
    expect(outcome.ok || outcome.refusal.message).toContain("3 answers");
    expect(here.model.saw.requests).toHaveLength(3);
    await nothingWasProposed(here);
  });

  it("asks nothing more of the model once a plan is submitted", async () => {
    const both = calls(["submit_plan", { plan: PLAN as never }], ["read", { path: "a.txt" }]);
    const here = await stand("explore", [both, says("And now?")]);
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(here.model.saw.requests).toHaveLength(1);
  });

  it("keeps its context below max_context_tokens: the conversation is made shorter", async () => {
    const here = await stand("explore", []);
    const isSummary = () => /summar/i.test(here.model.saw.requests.at(-1)?.systemPrompt ?? "");
    let summaries = 0;
    const next = async () => {
      if (isSummary()) summaries += 1;
      if (isSummary()) return fauxAssistantMessage("SUMMARY");
      if (summaries > 0)
        return fauxAssistantMessage(fauxToolCall("submit_plan", { plan: PLAN }), { stopReason: "toolUse" });
      return fauxAssistantMessage(fauxToolCall("read", { path: "long.txt" }), { stopReason: "toolUse" });
    };
    here.model.says(...Array.from({ length: 12 }, () => next));
    writeFileSync(join(here.project.cwd, "long.txt"), "All work and no play makes Jack a dull boy. ".repeat(220));
    writeFileSync(join(here.project.home, "plans.json"), JSON.stringify({ max_context_tokens: 14_000 }));
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(JSON.stringify(here.model.saw.requests.at(-1)?.messages)).toContain("SUMMARY");
    expect(summaries).toBeGreaterThan(0);
  });

  it("does nothing more once a person has let the agent out of plan mode", async () => {
    const here = await stand("explore", []);
    here.model.says(async () => {
      const person = here.desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" });
      const [agent] = await knownAgents(here.desk);
      if (!person.ok || agent === undefined) throw new Error("Nobody is there.");
      await here.desk.sendAgent(agent.id, { type: "leave", how: "cancelled" }, person.value);
      return fauxAssistantMessage(fauxToolCall("bash", { command: "touch b.txt" }), { stopReason: "toolUse" });
    }, SUBMITS.explore(PLAN));
    expect(await here.plan("say two")).toMatchObject({ ok: false, refusal: { kind: "stopped" } });
    expect(here.model.saw.requests).toHaveLength(1);
    expect(filesOf(here.project)).toEqual(["a.txt"]);
    expect((await here.desk.plans({ limit: 10 })).rows).toEqual([]);
  });

  it("carries nothing out, even if somebody approves the plan at once", async () => {
    const here = await stand("explore", [SUBMITS.explore(PLAN), calls(["write", { path: "a.txt", content: "two" }])]);
    const { propose } = Desk.prototype;
    const spied = vi.spyOn(Desk.prototype, "propose").mockImplementation(async function (this: Desk, ...given) {
      const outcome = await propose.apply(this, given);
      const person = here.desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" });
      if (!outcome.ok || !person.ok) throw new Error("There is nothing to approve.");
      const { id, proposal } = outcome.value.plan;
      const { revision, digest } = proposal;
      const approved = await here.desk.send(id, { type: "approve", revision, digest }, person.value);
      expect(approved.ok).toBe(true);
      return outcome;
    });
    afterTest(() => spied.mockRestore());
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(here.model.saw.requests).toHaveLength(1);
    expect(here.project.read("a.txt")).toBe("one\n");
    expect((await here.desk.plans({ limit: 10 })).rows.map(({ status }) => status)).toEqual(["approved"]);
    await nothingIsPlanning(here.desk);
  });

  it("has its end in the journal, with who and why; the plan can be signed later", async () => {
    const here = await stand("explore", [SUBMITS.explore(PLAN)]);
    const outcome = await here.plan("say two");
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    const { id, proposal } = outcome.value.plan;
    const [agent] = await knownAgents(here.desk);
    expect(agent).toMatchObject({ phase: "inactive", ended: true });
    expect(await endOf(here.desk)).toEqual({
      by: { kind: "host", surface: "cli", id: agent?.id, name: "countersign" },
      how: "ended",
      note: `${id} waits for its review.`,
    });
    const person = here.desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" });
    if (!person.ok) throw new Error(person.refusal.message);
    const { revision, digest } = proposal;
    expect(await here.desk.send(id, { type: "approve", revision, digest }, person.value)).toMatchObject({
      ok: true,
      value: { status: "approved" },
    });
    // Nobody is there to carry it out.
    expect(await knownAgents(here.desk)).toMatchObject([{ phase: "inactive", ended: true }]);
  });

  it("says in the journal why it ended without a plan", async () => {
    const failed = await stand("explore", [fails("out of \u202eorder")]);
    expect(await failed.plan("say two")).toMatchObject({ ok: false, refusal: { kind: "model_failed" } });
    expect(await endOf(failed.desk)).toMatchObject({
      how: "ended",
      note: expect.stringMatching(/ failed: out of ‹U\+202E›order$/),
    });
    const stopped = await stand("explore", [says("word ".repeat(500))], { slow: true });
    const stop = new AbortController();
    await stopped.plan("say two", {
      signal: stop.signal,
      onProgress: ({ type }) => type === "started" && stop.abort(),
    });
    expect(await endOf(stopped.desk)).toMatchObject({
      how: "ended",
      note: "Planning was stopped; nothing was proposed.",
    });
  });

  it("tells of the plan although the end could not be recorded", async () => {
    const here = await stand("explore", [SUBMITS.explore(PLAN)]);
    const { sendAgent } = Desk.prototype;
    const spied = vi.spyOn(Desk.prototype, "sendAgent").mockImplementation(function (this: Desk, ...given) {
      if (given[1].type === "leave") throw new Error("The disk is full.");
      return sendAgent.apply(this, given);
    });
    afterTest(() => spied.mockRestore());
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(here.news).toContainEqual({ type: "trouble", reason: "Error: The disk is full." });
  });

  it("is what a person asked for, and not the agent", async () => {
    const here = await stand("explore", [SUBMITS.explore(PLAN)]);
    const outcome = await here.plan("say two");
    expect(outcome.ok && outcome.value.plan.requester.kind).toBe("local");
    expect(outcome.ok && outcome.value.plan.proposal.proposed_by.kind).toBe("agent");
    const [agent] = await knownAgents(here.desk);
    const journal = await here.desk.store.loadJournal(agent?.id ?? "");
    expect(journal.records[0]?.by.kind).toBe("local");
  });

  it("tells of a plan that was proposed just before it was stopped", async () => {
    const here = await stand("explore", [SUBMITS.explore(PLAN)]);
    const stop = new AbortController();
    const outcome = await here.plan("say two", {
      signal: stop.signal,
      onProgress: (one) => one.type === "called" && one.tool === "submit_plan" && queueMicrotask(() => stop.abort()),
    });
    const { rows } = await here.desk.plans({ limit: 10 });
    expect(rows.map(({ status }) => status)).toEqual(outcome.ok ? ["proposed"] : []);
    await nothingIsPlanning(here.desk);
  });

  it("has a plan with a circle put right by the model itself", async () => {
    const here = await stand("explore", [SUBMITS.explore(CIRCLE), SUBMITS.explore(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(JSON.stringify(here.news)).toContain("circle");
  });
});

describe("decomposing", () => {
  it("gives the model no tools, but the modes and the tools that steps may list", async () => {
    const here = await stand("decompose", [SUBMITS.decompose(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({ ok: true });
    expect(here.model.saw.requests).toHaveLength(1);
    expect(here.model.saw.tools).toEqual([]);
    for (const word of [
      "research (Research Strategist)",
      "- edit (write, medium risk): Replace text in a file",
      "depends_on",
      "decision_id",
    ])
      expect(here.model.saw.systemPrompt).toContain(word);
    expect(await knownAgents(here.desk)).toEqual([]);
  });

  it("lists the capabilities of the settings, and takes a plan that uses one", async () => {
    const plan = { title: "Bill", steps: [{ id: "bill", title: "Bill", tools: ["billing"] }] };
    const here = await stand("decompose", [SUBMITS.decompose(plan)]);
    const capabilities = { billing: { tools: ["odoo_create"] } };
    writeFileSync(join(here.project.home, "plans.json"), JSON.stringify({ capabilities }));
    expect(await here.plan("bill")).toMatchObject({ ok: true });
    expect(here.model.saw.systemPrompt).toContain("- billing (a capability");
  });

  it("reads S4's shape: step_id, decisions as a map, claims ignored", async () => {
    const plan = {
      goal: "auth works",
      status: "ACTIVE",
      steps: [{ step_id: "jwt", title: "Use JWT", status: "COMPLETED", mode: "CODE", decision_id: "how" }],
      decisions: { how: { question: "Which?", options: [{ label: "a" }, { label: "b" }], resolved: true } },
    };
    const here = await stand("decompose", [SUBMITS.decompose(plan)]);
    const outcome = await here.plan("auth");
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        plan: {
          proposal: { plan: { title: "auth works", decisions: [{ decision_id: "how" }], steps: [{ mode: "code" }] } },
        },
      },
    });
  });

  it("reads markdown", async () => {
    const here = await stand("decompose", [says("# Say two\n\n## Steps\n\n1. Write it\n2. Look at it\n")]);
    expect(await here.plan("say two")).toMatchObject({
      ok: true,
      value: { plan: { proposal: { plan: { steps: [{ title: "Write it" }, { title: "Look at it" }] } } } },
    });
  });

  it("takes a circle apart, with a warning", async () => {
    const here = await stand("decompose", [SUBMITS.decompose(CIRCLE)]);
    const outcome = await here.plan("say two");
    expect(outcome.ok && outcome.value.warnings.map(({ kind }) => kind)).toEqual(["circular_dependency"]);
    expect(here.model.saw.requests).toHaveLength(1);
  });

  it("asks again once, with all problems, and not a third time", async () => {
    const here = await stand("decompose", [says("{ not json"), says("no plan at all"), SUBMITS.decompose(PLAN)]);
    expect(await here.plan("say two")).toMatchObject({
      ok: false,
      refusal: { kind: "malformed", problems: expect.any(Array) },
    });
    expect(here.model.saw.requests).toHaveLength(2);
    expect(here.model.saw.userTexts.at(-1)).toContain("this is no JSON");
    await nothingWasProposed(here);
  });

  it("refuses tools that nobody has", async () => {
    const plan = { title: "X", steps: [{ title: "Y", tools: ["launch_rockets"] }] };
    const here = await stand("decompose", [SUBMITS.decompose(plan), SUBMITS.decompose(PLAN)]);
    expect(await here.plan("x")).toMatchObject({
      ok: true,
      value: { plan: { proposal: { plan: { title: "Say two" } } } },
    });
    expect(here.model.saw.userTexts.at(-1)).toContain("launch_rockets");
  });
});
