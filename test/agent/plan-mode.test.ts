import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer } from "../../src/desk/requests.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { calls, says } from "./bench/model.ts";
import { makeProject } from "./bench/project.ts";
import { type BenchSession, openSession, type SessionOptions } from "./bench/session.ts";

/** A session whose person is the test: it holds the plan session, and answers as a person of the terminal. */
async function plan({ canAsk = true, ...options }: SessionOptions & { canAsk?: boolean } = {}) {
  let session: PlanSession | undefined;
  const troubles: string[] = [];
  const bench: BenchSession = await openSession({
    git: true,
    files: { "a.txt": "one\n" },
    ...options,
    extensions: [
      ...(options.extensions ?? []),
      (pi) => {
        planMode(pi, {
          surface: "terminal",
          env: process.env,
          canAsk: () => canAsk,
          attach: (opened) => {
            session = opened;
            opened.listen((news) => news.type === "trouble" && troubles.push(String(news.error)));
          },
        });
      },
    ],
  });
  return {
    bench,
    troubles,
    get session(): PlanSession {
      if (session === undefined) throw new Error("Plan mode was not needed yet.");
      return session;
    },
    /** Waits until the plan the agent is at is as wanted. */
    until(isWanted: (plan: LivePlan | undefined) => boolean): Promise<void> {
      const { agent, listen } = { agent: this.session.agent, listen: this.session.listen.bind(this.session) };
      return new Promise((resolve) => {
        const look = async () => {
          if (!isWanted(await agent.plan())) return;
          stop();
          resolve();
        };
        const stop = listen(look);
        void look();
      });
    },
    person(): Person {
      const found = this.session.agent.desk.authenticate({
        via: "surface",
        surface: "terminal",
        id: "ana",
        name: "ana",
      });
      if (!found.ok) throw new Error(found.refusal.message);
      return found.value;
    },
  };
}

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" },
    { id: "check", title: "Look at it", run: "cat a.txt", depends_on: ["write"] },
  ],
};

describe("plan mode in a session", () => {
  it("is read-only from the call after enter_plan_mode on, in the same batch", async () => {
    const { bench } = await plan({ canAsk: false });
    bench.says(
      calls(["enter_plan_mode", { reason: "several files" }], ["write", { path: "b.txt", content: "x" }]),
      says("ok"),
    );
    await bench.prompt("do it");
    expect(bench.extensionErrors).toEqual([]);
    expect(bench.project.has("b.txt")).toBe(false);
    expect(bench.saw.userTexts.at(-1)).toContain("PLANNING mode");
    expect(bench.saw.results).toMatchObject([
      ["enter_plan_mode", false, expect.stringContaining("Entered planning mode. Reason: several files.")],
      ["write", true, expect.stringContaining("TOOL_BLOCKED_BY_MODE")],
    ]);
  });

  it("says that its settings have an error, and lets a tool only read while it may be one that is guarded", async () => {
    const settings = JSON.stringify({ guardedTools: ["gmail_send", "git log"] });
    const { bench, troubles } = await plan({ files: { "a.txt": "one\n", ".pi/plans.json": settings } });
    expect(troubles).toEqual([expect.stringMatching(/guardedTools\[1\] cannot be "git log".*config command/)]);
    bench.says(calls(["write", { path: "b.txt", content: "x" }], ["read", { path: "a.txt" }]), says("ok"));
    await bench.prompt("do it");
    expect(bench.saw.results).toMatchObject([
      ["write", true, expect.stringContaining("PLAN_NEEDED")],
      ["read", false, expect.stringContaining("one")],
    ]);
    expect(bench.project.has("b.txt")).toBe(false);
  });

  it("says nothing of settings that are right", async () => {
    const { bench, troubles } = await plan({ files: { ".pi/plans.json": '{"guardedTools": ["gmail_send"]}' } });
    bench.says(calls(["write", { path: "b.txt", content: "x" }]), says("ok"));
    await bench.prompt("do it");
    expect([bench.project.has("b.txt"), troubles]).toEqual([true, []]);
  });

  it("plans, is sent back, revises, is approved, carries it out, and checks it", async () => {
    const here = await plan({ flags: { plan: true } });
    const { bench } = here;
    bench.says(
      calls(["bash", { command: "cat a.txt; echo $COUNTERSIGN_AGENT" }], ["bash", { command: "echo no > a.txt" }]),
      calls(["submit_plan", { plan: PLAN }]),
    );
    await bench.prompt("say two");
    expect(bench.extensionErrors).toEqual([]);
    expect(bench.saw.systemPrompt).toContain("PLANNING mode");
    expect(bench.saw.results[0]).toEqual(["bash", false, expect.stringMatching(/^one\npi-/)]);
    expect(bench.saw.results[1]).toEqual(["bash", true, expect.stringContaining("SHELL_NOT_READ_ONLY")]);
    const first = await here.session.agent.plan();
    expect(first?.status).toBe("proposed");
    if (first === undefined) return;
    bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: "shorter" } }]));
    await here.session.agent.desk.send(
      first.id,
      {
        ...{ type: "request_changes", revision: 1, feedback: "say why", comments: { write: "carefully" } },
        quotes: [{ step_id: "write", field: "title", quote: PLAN.steps[0]?.title ?? "", text: "where to?" }],
      },
      here.person(),
    );
    await here.until((plan) => plan?.proposal.revision === 2 && plan.status === "proposed");
    await bench.session.waitForIdle();
    expect(bench.saw.userTexts.join()).toContain("say why");
    expect(bench.saw.userTexts.join()).toContain("  - step write: carefully\n");
    expect(bench.saw.userTexts.join()).toContain(`  - step write, title, "${PLAN.steps[0]?.title}": where to?\n`);
    const second = await here.session.agent.plan();
    if (second === undefined) return;
    bench.says(
      calls(["write", { path: "b.txt", content: "no" }], ["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "wrote it" }]),
      says("All done."),
    );
    const { revision, digest } = second.proposal;
    await here.session.agent.desk.send(second.id, { type: "approve", revision, digest }, here.person());
    const outside = (plan: LivePlan | undefined) =>
      openRequests(plan?.requests ?? {}).find(({ kind }) => kind === "amendment")?.id;
    await here.until((plan) => outside(plan) !== undefined);
    const asked = outside(await here.session.agent.plan()) ?? "";
    await answer(here.session.agent.desk, asked, { kind: "amendment", choice: "refuse" }, here.person());
    await here.until((plan) => plan === undefined);
    await bench.session.waitForIdle();
    expect(bench.extensionErrors).toEqual([]);
    const done = await here.session.agent.desk.plan(second.id);
    expect(done.ok && done.value.kind === "standing" && done.value.state.status).toBe("completed");
    expect(bench.project.read("a.txt")).toBe("two\n");
    expect(bench.project.has("b.txt")).toBe(false);
    expect(bench.saw.results.map(([name, isError]) => [name, isError]).slice(-3)).toEqual([
      ["write", true],
      ["write", false],
      ["report_step", false],
    ]);
  });
});

/** A session in which a plan was proposed, and `approve`. */
async function proposed(plan_: object = PLAN) {
  const here = await plan({ flags: { plan: true } });
  here.bench.says(calls(["submit_plan", { plan: plan_ as never }]));
  await here.bench.prompt("let a.txt say two");
  const found = await here.session.agent.plan();
  if (found === undefined) throw new Error("Nothing was proposed.");
  const { revision, digest } = found.proposal;
  const approve = (choices: object = {}) =>
    here.session.agent.desk.send(found.id, { type: "approve", revision, digest, choices }, here.person());
  const status = async () => {
    const now = await here.session.agent.desk.plan(found.id);
    return now.ok && now.value.kind === "standing" ? now.value.state.status : undefined;
  };
  return { here, id: found.id, approve, status };
}

describe("a run in the session", () => {
  it("with a fresh context knows the plan, and nothing that was said before", async () => {
    const { here, id, approve } = await proposed();
    here.bench.says(says("hm"), says("hm"), says("hm"));
    here.session.startFresh(id);
    await approve();
    await here.until((plan) => plan?.status === "paused");
    const texts = here.bench.saw.requests.slice(1).map(({ messages }) => JSON.stringify(messages));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toContain("let a.txt say two");
    expect(texts[0]).toContain("<approved_plan");
  });

  it("is not reported as done by a model that says so: the check decides", async () => {
    const { here, approve, status } = await proposed();
    const report = () => calls(["report_step", { step_id: "write", outcome: "done", notes: "trust me" }]);
    here.bench.says(
      report(),
      report(),
      calls(["report_step", { step_id: "write", outcome: "failed", notes: "no" }]),
      says("sorry"),
    );
    await approve();
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    expect(here.bench.saw.results.slice(-3)).toEqual([
      ["report_step", true, expect.stringContaining("Its check did not pass: exit code 1")],
      ["report_step", true, expect.stringContaining("Its check did not pass")],
      ["report_step", false, expect.stringContaining("failed and nothing more is started")],
    ]);
    expect(await status()).toBe("failed");
    expect(await here.session.agent.mode()).toBe("none");
  });

  it("reminds a model that stops in the middle, and pauses at last", async () => {
    const { here, approve, status } = await proposed();
    here.bench.says(says("I stop."), says("Still not."), says("No."));
    await approve();
    await here.until((plan) => plan?.status === "paused");
    expect(await status()).toBe("paused");
    expect(here.bench.saw.userTexts.filter((text) => text.includes("still in progress"))).toHaveLength(2);
    expect(here.bench.faux.getPendingResponseCount()).toBe(0);
  });

  it("leaves out what the approver left out, and does not run what comes after a failure", async () => {
    const steps = [
      { id: "one", title: "One", run: "echo 1 > one.txt", files: ["*.txt"] },
      { id: "two", title: "Two", run: "echo 2 > two.txt", files: ["*.txt"] },
      { id: "three", title: "Three", run: "false" },
      { id: "four", title: "Four", run: "echo 4 > four.txt", files: ["*.txt"], depends_on: ["three"] },
    ];
    const { here, approve, status } = await proposed({ title: "Commands", steps });
    await approve({ left_out: ["two"] });
    await here.until((plan) => plan === undefined);
    expect(await status()).toBe("failed");
    expect(["one.txt", "two.txt", "four.txt"].map(here.bench.project.has)).toEqual([true, false, false]);
  });
});

describe("a configuration that is wrong", () => {
  it("lets no tool run in a session that was to plan", async () => {
    const project = makeProject({ files: { ".pi/plans.json": '{ "levl": "enforce" }' } });
    const { bench } = await plan({ project, flags: { plan: true } });
    bench.says(calls(["write", { path: "b.txt", content: "x" }]), says("ok"));
    await bench.prompt("do it");
    expect(bench.saw.results).toMatchObject([["write", true, expect.stringContaining("cannot start")]]);
    expect(project.has("b.txt")).toBe(false);
  });

  it("keeps an agent that wants to plan from going on without", async () => {
    const project = makeProject({ files: { ".pi/plans.json": '{ "levl": "enforce" }' } });
    const { bench } = await plan({ project });
    bench.says(calls(["enter_plan_mode", { reason: "large" }]), says("ok"));
    await bench.prompt("do it");
    expect(bench.saw.results).toMatchObject([
      ["enter_plan_mode", true, expect.stringContaining("configuration has errors")],
    ]);
  });
});
