import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { applyTimeOuts } from "../../../src/desk/time-outs.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import type { ModelStep } from "../../../testing/openai-server.ts";
import { planBench } from "./plan-bench.ts";

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  summary: "One line changes.",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], risk: "low", verify: "grep -q two a.txt" },
    { id: "check", title: "Look at it", run: "cat a.txt", depends_on: ["write"] },
  ],
};

function submits(plan: object): ModelStep {
  return { calls: [{ name: "submit_plan", arguments: { plan } }] };
}

function answers(plan: object): ModelStep {
  return { text: `\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`` };
}

const NOTHING = { plans: [], waiting: [] };

describe("countersign plan", () => {
  it("explores, tells what it does, and leaves a plan in the inbox that a person can approve", async () => {
    const explores = [
      { name: "read", arguments: { path: "a.txt" } },
      { name: "bash", arguments: { command: "echo no > b.txt" } },
      { name: "write", arguments: { path: "b.txt", content: "no" } },
    ];
    const bench = await planBench([{ calls: explores }, submits(PLAN)], { asPublished: true });
    const ran = await bench.plan("say", "two");
    expect(ran.err.split("\n")).toEqual([
      expect.stringMatching(/^Planning with scripted\/scripted-1 \(explore\), read-only, /),
      "  read a.txt",
      "  bash echo no > b.txt",
      expect.stringMatching(/^ {2}refused bash: .*b\.txt/),
      "  write b.txt",
      expect.stringMatching(/^ {2}refused write: /),
      "  submit_plan Say two",
      "",
    ]);
    const { plans, agents, waiting } = await bench.desk();
    expect([agents, waiting]).toEqual([["inactive, ended"], ["review"]]);
    expect(plans).toMatchObject([{ status: "proposed", title: "Say two" }]);
    const id = plans[0]?.id ?? "";
    expect(ran.out).toBe(`Proposed ${id}, revision 1: Say two

  One line changes.

  1. Write it (low risk)
  2. Look at it

It waits for approval:
  countersign show ${id}
  countersign approve ${id}
`);
    expect(ran.code).toBe(0);
    expect(bench.project.has("b.txt")).toBe(false);
    expect(bench.project.git("status", "--short", "--", ":!.pi")).toBe("");

    const approved = await bench.run(["approve", id], { COUNTERSIGN_APPROVER_TOKEN: token(bench.project) });
    expect([approved.code, approved.out]).toEqual([
      0,
      `You signed revision 1 of ${id}. It runs when a person starts it.
  To run it: countersign run ${id}
  To add it to the queue: countersign queue add ${id}
  To cancel it: countersign cancel ${id}
`,
    ]);
    expect((await bench.run(["agents"])).out).toMatch(/^pi-\S+ {2}ended with its session {2}just now\n$/);
  });

  it("decomposes with one call without tools, and answers programs in JSON", async () => {
    const bench = await planBench([answers({ ...PLAN, id: "PLAN-00000000" })], { asPublished: true });
    const ran = await bench.plan("--strategy", "decompose", "--json", "say two");
    expect(ran.err).toBe("Planning with scripted/scripted-1 (decompose)\n");
    const [request] = bench.server.requests;
    expect(request?.body.tools ?? []).toEqual([]);
    expect(bench.server.requests).toHaveLength(1);
    const said = JSON.parse(ran.out);
    expect(said).toMatchObject({
      plan: { title: "Say two", status: "proposed", revision: 1, proposed_by: { kind: "agent", surface: "cli" } },
      strategy: "decompose",
      model: "scripted/scripted-1",
    });
    expect(said.cost).toBeGreaterThan(0);
    expect(ran.code).toBe(0);
    expect(await bench.desk()).toMatchObject({ agents: [], waiting: ["review"] });
  });

  it("ends with 3 if somebody has to decide or to answer something", async () => {
    const bench = await planBench([
      { calls: [{ name: "ask_user", arguments: { question: "Which two?" } }] },
      submits({ ...PLAN, questions: ["Is two enough?"] }),
    ]);
    const ran = await bench.plan("say two");
    expect(ran.code).toBe(3);
    expect(ran.err).toContain("asked, without an answer: Which two?");
    expect(ran.out).toContain("Open questions:\n  - Is two enough?\n");
    expect(ran.out).toContain("The model also asked, and got no answer:\n  - Which two?\n");
    expect((await bench.desk()).waiting).toEqual(["review"]);
  });

  it("takes the goal from standard input", async () => {
    const bench = await planBench([answers(PLAN)]);
    const ran = await bench.start(["--strategy", "decompose", "-"], {}, "say two\nin two lines\n").ended;
    expect(ran.code).toBe(0);
    expect(JSON.stringify(bench.server.requests[0]?.body.messages)).toContain("say two\\nin two lines");
  });

  it("tries again what the provider failed at, and tells so", async () => {
    const bench = await planBench([
      { status: 500, message: "overloaded" },
      { drop: "midway", text: "Let" },
      submits(PLAN),
    ]);
    const ran = await bench.plan("say two");
    expect(ran.err).toContain("retry 1");
    expect(ran.code).toBe(0);
  });

  it.each(["explore", "decompose"])("waits as long as the provider asks for (%s)", async (strategy) => {
    const answer = strategy === "explore" ? submits(PLAN) : answers(PLAN);
    const bench = await planBench([{ status: 429, retryAfter: 2, message: "slow down" }, answer]);
    const running = bench.plan("--strategy", strategy, "say two");
    const first = await bench.server.request(1);
    await first.ended;
    const began = performance.now();
    await bench.server.request(2);
    expect(performance.now() - began).toBeGreaterThan(1_900);
    const ran = await running;
    expect(ran.err).toMatch(/retry 1: scripted\/scripted-1 asks to slow down/);
    expect(ran.code).toBe(0);
  });

  it.each<[string, ModelStep, string[]]>([
    ["500", { status: 500, message: "out of order" }, []],
    ["a broken connection", { drop: "at once" }, []],
    ["500", { status: 500, message: "out of order" }, ["--strategy", "decompose"]],
    ["a broken connection", { drop: "midway", text: "```json\n{" }, ["--strategy", "decompose"]],
  ])("fails with %s in the end (%j %j)", async (_name, step, args) => {
    const bench = await planBench(Array.from({ length: 20 }, () => step));
    const ran = await bench.plan(...args, "--json", "say two");
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      error: { kind: "model_failed", message: expect.stringContaining("scripted/scripted-1 failed") },
    });
    expect(await bench.desk()).toMatchObject(NOTHING);
  });

  it.each(["explore", "decompose"])("gives up on a model that never answers (%s)", async (strategy) => {
    const bench = await planBench([{ hang: true }]);
    const ran = await bench.plan("--strategy", strategy, "--timeout", "2", "say two");
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expect(ran.err).toContain("There was no plan after 2 seconds; nothing was proposed.\nGive it more with --timeout");
    const { agents, ...rest } = await bench.desk();
    expect(rest).toEqual(NOTHING);
    expect(agents.filter((phase) => !phase.startsWith("inactive"))).toEqual([]);
  });

  it.each([
    ["explore", "SIGINT"],
    ["explore", "SIGHUP"],
    ["decompose", "SIGTERM"],
  ] as const)("ends cleanly when it is stopped (%s, %s)", async (strategy, signal) => {
    const bench = await planBench([{ hang: true }]);
    const { child, ended } = bench.start(["--strategy", strategy, "say two"]);
    const request = await bench.server.request(1);
    child.kill(signal);
    const ran = await ended;
    expect([ran.code, ran.signal, ran.out]).toEqual([1, null, ""]);
    expect(ran.err).toContain("Planning was stopped; nothing was proposed.");
    expect(await request.ended).toBe("abandoned");
    const { agents, ...rest } = await bench.desk();
    expect(rest).toEqual(NOTHING);
    expect(agents).toEqual(strategy === "explore" ? ["inactive, ended"] : []);
    expect((await bench.run(["audit", "--verify"])).code).toBe(0);
  });

  it("is ended by the time-out when its process was killed", async () => {
    const bench = await planBench([{ hang: true }]);
    const { child, ended } = bench.start(["say two"]);
    await bench.server.request(1);
    child.kill("SIGKILL");
    expect((await ended).signal).toBe("SIGKILL");
    expect(await bench.desk()).toEqual({ ...NOTHING, agents: ["gathering"] });
    // `gathering_idle_minutes` is 60.
    const later = () => new Date(Date.now() + 61 * 60_000);
    const desk = new Desk({ directory: bench.project.cwd, env: { ...bench.project.env }, now: later });
    await applyTimeOuts(desk);
    desk.close();
    expect(await bench.desk()).toEqual({ ...NOTHING, agents: ["inactive, timed out"] });
  });

  it("goes on when nobody listens to its progress any more", async () => {
    const bench = await planBench([submits(PLAN)]);
    const { child, ended } = bench.start(["say two"]);
    // Nobody can tell what was said there.
    ended.catch(() => {});
    child.stderr?.destroy();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await bench.desk()).toMatchObject({ agents: ["inactive, ended"], waiting: ["review"] });
  });

  it("fails if the model never submits a plan, with its last words made visible", async () => {
    const bench = await planBench([{ text: "I could." }, { text: "But I \u202ewon't." }]);
    const ran = await bench.plan("say two");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("no plan yet: reminding the model");
    expect(ran.err).toContain("The model stopped twice without a plan. Its last words:\nBut I ‹U+202E›won't.");
    expect(await bench.desk()).toMatchObject(NOTHING);
  });

  it("fails with all problems if the plan is malformed twice", async () => {
    const bad = answers({
      title: "Bad",
      steps: [
        { title: "A", mode: "magic" },
        { title: "B", risk: "none" },
      ],
    });
    const bench = await planBench([bad, bad]);
    const ran = await bench.plan("--strategy", "decompose", "say two");
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("This is not a plan yet: 2 problems.");
    expect(ran.err).toMatch(/error: .*magic[\s\S]*error: .*none/);
    expect(bench.server.requests).toHaveLength(2);
    expect(await bench.desk()).toMatchObject({ ...NOTHING, agents: [] });
  });

  it("takes a circle apart when it decomposes, with a warning", async () => {
    const steps = [
      { step_id: "one", title: "One", depends_on: ["two"] },
      { step_id: "two", title: "Two", depends_on: ["one"] },
    ];
    const bench = await planBench([answers({ goal: "x", steps })]);
    const ran = await bench.plan("--strategy", "decompose", "x");
    expect(ran.code).toBe(0);
    expect(ran.err).toMatch(/warning: removed: step "one" depends on "two", which waits for it/);
  });

  it("shows what a model hides, and no control characters", async () => {
    const title = "Say \u001b[31mtwo\u202e";
    const bench = await planBench([
      { calls: [{ name: "bash", arguments: { command: "ls \u001b]0;x\u0007" } }] },
      submits({ ...PLAN, title }),
    ]);
    const ran = await bench.plan("say two");
    expect(`${ran.out}${ran.err}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(ran.code).toBe(0);
  });

  it("says what to do where no model is set up, and leaves no trace", async () => {
    const bench = await planBench([]);
    for (const name of ["models.json", "settings.json"]) rmSync(join(bench.project.agentDir, name));
    for (const strategy of ["explore", "decompose"]) {
      const ran = await bench.plan("--strategy", strategy, "say two");
      expect(ran.code).toBe(1);
      expect(ran.err).toMatch(/^countersign: No model is set up\.\nLog in to a provider .*\/login.*models\.json\.\n$/);
    }
    expect(bench.project.has(".pi")).toBe(false);
  });

  it("is refused in a shell of an agent", async () => {
    const bench = await planBench([submits(PLAN)]);
    const ran = await bench.start(["say two"], { COUNTERSIGN_AGENT: "pi-1" }).ended;
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("An agent started this shell");
    expect(bench.server.requests).toEqual([]);
    expect(bench.project.has(".pi")).toBe(false);
  });

  it.each([
    [["--strategy", "guess", "x"], "countersign: --strategy needs explore or decompose."],
    [["--timeout", "soon", "x"], "countersign: --timeout needs a whole number from 1 on."],
    [["--timeout", "0", "x"], "countersign: --timeout needs a whole number from 1 on."],
    [[" "], "countersign plan needs a goal."],
    [[], "countersign plan needs a goal, or - for standard input."],
  ])("says what is wrong with %j", async (args, said) => {
    const bench = await planBench([]);
    const ran = await bench.plan(...args);
    expect([ran.code, ran.err.split("\n")[0]]).toEqual([2, said]);
  });
});

function token({ cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): string {
  const desk = new Desk({ directory: cwd, env: { ...env } });
  const owner = desk.authenticate({ via: "surface", surface: "test", id: "owner", name: "owner" });
  if (!owner.ok) throw new Error(owner.refusal.message);
  const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, owner.value, desk.at());
  desk.close();
  return secret;
}
