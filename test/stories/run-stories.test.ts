import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshots } from "../../src/run/snapshot.ts";
import { snapshotsOfPlan } from "../../src/run/snapshots-of-plan.ts";
import type { ModelStep } from "../../testing/openai-server.ts";
import { type Gate, makeGate } from "../agent/bench/gate.ts";
import { calls } from "../agent/bench/model.ts";
import { finish } from "../agent/step-runner/stand.ts";
import { must, refusalOf } from "../desk/fixture.ts";
import { ExecutorProcess } from "../run/executor-process.ts";
import { Story } from "./run-bench.ts";

const WRITE_TWO = ["write", { path: "a.txt", content: "two\n" }] as const;
const WRITER = { id: "write", title: "Say two", tools: ["read", "write"], files: ["a.txt"] };
const CHECKED = { ...WRITER, verify: "grep -qx two a.txt" };
const command = (id: string, run: string, more: object = {}) => ({ id, title: id, run, ...more });
const COLOURS = [{ label: "red" }, { label: "green" }, { label: "blue" }];
const decision = (multi_select: boolean) => ({
  ...{ decision_id: "colour", header: "Colour", question: "Which colour?", multi_select },
  options: COLOURS,
});

describe("the life of a plan in which", () => {
  it("all goes well", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          { id: "look", title: "Look", mode: "research", tools: ["read"] },
          { ...CHECKED, depends_on: ["look"] },
          command("count", "wc -l < a.txt > count.txt", { files: ["count.txt"], depends_on: ["write"] }),
        ],
      },
      responses: [
        calls(["read", { path: "a.txt" }]),
        calls(finish("done", "It says one.", "Only one line.")),
        calls(WRITE_TWO),
        calls(finish("done", "It says two.")),
      ],
    });
    expect(must(await story.run())).toMatchObject({
      how: "completed",
      plan: { status: "completed", summary: "3 of 3 steps done; 2 files changed." },
    });
    expect(await story.journal()).toEqual([
      "run_started",
      ...["look in_progress", "look completed", "write in_progress", "write completed"],
      ...["count in_progress", "count completed", "completed"],
    ]);
    expect(await story.inbox()).toEqual([]);
    expect([story.project.read("a.txt"), story.project.read("count.txt").trim()]).toEqual(["two\n", "1"]);
    const { run } = await story.plan();
    expect(run?.steps.get("look")?.result).toMatchObject({ artifacts: [], stats: { tool_calls: 1 } });
    expect(run?.steps.get("write")?.result).toMatchObject({
      artifacts: [{ path: "a.txt", how: "changed" }],
      snapshot: expect.any(String),
    });
    expect(run?.steps.get("count")?.result?.artifacts).toEqual([{ path: "count.txt", how: "added" }]);
    expect(story.watched).toEqual(
      expect.arrayContaining([
        "executing",
        "look: read a.txt",
        "write: checking: grep -qx two a.txt",
        "count: $ wc -l < a.txt > count.txt",
      ]),
    );
    // What an earlier step left was told to the one that comes after it.
    expect(story.model.saw.systemPrompt).toContain("Only one line.");
  });

  it("somebody has to decide", async () => {
    const story = await Story.signed({
      plan: { decisions: [decision(false)], steps: [command("first", "true"), { ...WRITER, decision_id: "colour" }] },
      responses: [calls(["write", { path: "a.txt", content: "blue\n" }]), calls(finish())],
    });
    const running = story.run();
    const asked = await story.answer({ kind: "decision", selections: ["blue"] });
    expect(asked).toMatchObject({
      question: "Which colour?",
      options: ["red", "green", "blue"],
      closing: { how: "answered" },
    });
    expect(must(await running)).toMatchObject({ how: "completed", plan: { selections: { colour: ["blue"] } } });
    expect(await story.journal()).toEqual(expect.arrayContaining(["answered decision", "decided", "write completed"]));
    expect(await story.inbox()).toEqual([]);
    expect(story.project.read("a.txt")).toBe("blue\n");
    expect(story.model.saw.systemPrompt).toContain("colour: blue");
    expect(refusalOf(await story.send({ type: "resume" })).kind).toBe("wrong_state");
  });

  it("somebody decides for several things, long after whoever asked has left", async () => {
    const story = await Story.signed({
      plan: { decisions: [decision(true)], steps: [{ ...WRITER, decision_id: "colour" }] },
      responses: [calls(["write", { path: "a.txt", content: "red, blue\n" }]), calls(finish())],
    });
    expect(must(await story.run({ canWait: false }))).toMatchObject({
      how: "waiting",
      reasons: ["Decision colour: Which colour?"],
      plan: { status: "paused", why: "left" },
    });
    expect(await story.inbox()).toEqual(["decision"]);
    expect(
      refusalOf(await story.send({ type: "decide", decision_id: "colour", selections: ["red", "red"] })).kind,
    ).toBe("wrong_number_of_options");
    await story.answer({ kind: "decision", selections: ["red", "blue"] });
    must(await story.send({ type: "resume" }));
    expect(must(await story.run({ canWait: false }))).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual([
      ...["asks decision", "run_started", "write needs_decision", "paused: left", "lease_released"],
      ...["answered decision", "decided", "write pending", "resumed", "lease_taken"],
      ...["write in_progress", "write completed", "completed"],
    ]);
    expect(story.model.saw.systemPrompt).toContain("colour: red, blue");
    expect(story.project.read("a.txt")).toBe("red, blue\n");
    expect(story.watched).toEqual(expect.arrayContaining(["executing", "write: write a.txt"]));
  });

  it("a step fails, and is tried again", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          command("first", "echo first >> log.txt"),
          { ...CHECKED, depends_on: ["first"] },
          command("last", "echo last >> log.txt", { depends_on: ["write"] }),
        ],
      },
      responses: [calls(finish("failed", "a.txt is locked.")), calls(WRITE_TWO), calls(finish())],
    });
    const ended = must(await story.run());
    expect(ended).toMatchObject({ how: "failed", plan: { reason: "write: a.txt is locked." } });
    expect(await story.steps()).toEqual({ first: "completed", write: "failed", last: "blocked" });
    expect("plan" in ended && ended.plan.status === "failed" && ended.plan.summary).toMatch(
      /Failed: write .*Not started: last/,
    );
    must(await story.send({ type: "retry_step", step_id: "write" }));
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual([
      ...["run_started", "first in_progress", "first completed", "write in_progress", "write failed", "last blocked"],
      ...["failed", "write pending", "last pending", "retried", "run_started", "write in_progress", "write completed"],
      ...["last in_progress", "last completed", "completed"],
    ]);
    expect(await story.inbox()).toEqual([]);
    expect([story.project.read("log.txt"), story.project.read("a.txt")]).toEqual(["first\nlast\n", "two\n"]);
    expect(story.watched).toContain("executing");
  });

  it("a model says it is done, and the check says it is not", async () => {
    const story = await Story.signed({
      plan: { steps: [{ ...CHECKED, verify: "grep -x two a.txt || { echo nobody said two; exit 3; }" }] },
      responses: [calls(finish()), calls(finish()), calls(finish("done", "It is done, believe me."))],
    });
    const ended = must(await story.run());
    expect(ended).toMatchObject({ how: "failed", plan: { reason: "write: its check did not pass: exit code 3" } });
    expect((await story.plan()).run?.steps.get("write")?.notes).toContain("nobody said two");
    expect(story.model.saw.userTexts.filter((text) => text.includes("nobody said two"))).toHaveLength(2);
    expect(await story.journal()).toEqual(["run_started", "write in_progress", "write failed", "failed"]);
    expect(await story.inbox()).toEqual([]);
    expect(story.project.read("a.txt")).toBe("one\n");
    expect(story.watched).toContain("write: Its check failed; it continues");
  });

  it("nobody pays for more", async () => {
    const story = await Story.signed({
      plan: {
        steps: [{ ...WRITER, max_tokens: 10 }, command("last", "echo last > last.txt", { depends_on: ["write"] })],
      },
      responses: [calls(["read", { path: "a.txt" }]), calls(WRITE_TWO), calls(finish())],
    });
    const running = story.run();
    const asked = await story.answer({ kind: "budget", choice: "stop" });
    expect(asked).toMatchObject({ of: { step_id: "write" }, what: "tokens", limit: 10 });
    expect(must(await running)).toMatchObject({ how: "failed" });
    expect(await story.steps()).toEqual({ write: "failed", last: "blocked" });
    expect(await story.journal()).toEqual([
      ...["run_started", "write in_progress", "asks budget", "paused: budget", "answered budget"],
      ...["write failed", "last blocked", "resumed", "failed"],
    ]);
    expect(await story.inbox()).toEqual([]);
    expect([story.project.read("a.txt"), story.project.has("last.txt")]).toEqual(["one\n", false]);
    expect(story.watched).toContain("paused");
  });

  it("a provider asks to slow down", async () => {
    const write: ModelStep = { calls: [{ name: "write", arguments: WRITE_TWO[1] }] };
    const done: ModelStep = { calls: [{ name: "finish_step", arguments: { outcome: "done", summary: "So." } }] };
    const story = await Story.signed({
      plan: { steps: [CHECKED] },
      server: [{ status: 429, retryAfter: 7, message: "slow down" }, write, done],
    });
    const running = story.run();
    // A little longer than asked, so that not all come back at once.
    const isAsleep = (time: number) => time >= 7_000 && time < 60_000;
    await story.until(() => story.clock.sleeping.some(isAsleep));
    expect(story.server?.requests).toHaveLength(1);
    expect(story.watched).toContainEqual(expect.stringMatching(/write waits: .* asks to slow down/));
    story.clock.advance(story.clock.sleeping.find(isAsleep) ?? 0);
    expect(must(await running)).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual(["run_started", "write in_progress", "write completed", "completed"]);
    expect((await story.plan()).run?.steps.get("write")?.result?.stats.duration_seconds).toBeGreaterThanOrEqual(7);
    expect(await story.inbox()).toEqual([]);
    expect(story.project.read("a.txt")).toBe("two\n");
  });

  it("a provider asks to slow down for longer than the step tries: a person says when to go on", async () => {
    const write: ModelStep = { calls: [{ name: "write", arguments: WRITE_TWO[1] }] };
    const done: ModelStep = { calls: [{ name: "finish_step", arguments: { outcome: "done", summary: "So." } }] };
    const limited = Array.from({ length: 8 }, () => ({ status: 429, message: "slow down" }));
    const story = await Story.signed({ plan: { steps: [CHECKED] }, server: [...limited, write, done] });
    const running = story.run();
    await story.until(async () => {
      const [wait] = story.clock.sleeping.filter((time) => time <= 60_000);
      if (wait !== undefined) story.clock.advance(wait);
      return (await story.inbox()).includes("interruption");
    });
    const asked = await story.answer({ kind: "interruption", choice: "again" });
    expect(asked).toMatchObject({ why: expect.stringMatching(/asks to slow down: .*tried 8 times/) });
    expect(must(await running)).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual([
      ...["run_started", "write in_progress", "write interrupted", "asks interruption", "answered interruption"],
      ...["write pending", "write in_progress", "write completed", "completed"],
    ]);
  });

  /** A provider that refuses its step until a person is asked. */
  async function refused(
    more: Parameters<Story["run"]>[0] = {},
  ): Promise<{ story: Story; running: ReturnType<Story["run"]> }> {
    const write: ModelStep = { calls: [{ name: "write", arguments: WRITE_TWO[1] }] };
    const done: ModelStep = { calls: [{ name: "finish_step", arguments: { outcome: "done", summary: "So." } }] };
    const limited = Array.from({ length: 8 }, () => ({ status: 429, message: "slow down" }));
    const story = await Story.signed({ plan: { steps: [CHECKED] }, server: [...limited, write, done] });
    const running = story.run(more);
    await story.until(async () => {
      const [wait] = story.clock.sleeping.filter((time) => time <= 60_000);
      if (wait !== undefined) story.clock.advance(wait);
      return (await story.inbox()).includes("interruption");
    });
    return { story, running };
  }
  const REFUSED = ["run_started", "write in_progress", "write interrupted", "asks interruption"];

  it("a provider asks to slow down: a person lets the step wait, and it runs again by itself", async () => {
    const { story, running } = await refused();
    await story.answer({ kind: "interruption", choice: "wait" });
    await story.until(() => story.watched.some((news) => /waits: Step write waits for its provider/.test(news)));
    expect(await story.steps()).toEqual({ write: "interrupted" });
    story.ahead.minutes = 4;
    expect(await story.steps()).toEqual({ write: "interrupted" });
    story.ahead.minutes = 6;
    expect(must(await running)).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual([
      ...[...REFUSED, "answered interruption", "asks interruption", "answered interruption"],
      ...["write pending", "write in_progress", "write completed", "completed"],
    ]);
    expect(await story.inbox()).toEqual([]);
  });

  it("a step that waits for its provider keeps waiting in the next process, and runs at once if a person says so", async () => {
    const leave = new AbortController();
    const { story, running } = await refused({ signal: leave.signal });
    await story.answer({ kind: "interruption", choice: "wait" });
    leave.abort();
    expect(must(await running)).toMatchObject({ how: "left" });
    must(await story.send({ type: "resume" }));
    const reasons = [expect.stringMatching(/^Step write waits for its provider, and runs again at \d\d:\d\d UTC\.$/)];
    expect(must(await story.run({ canWait: false }))).toMatchObject({ how: "waiting", reasons });
    must(await story.send({ type: "resume" }));
    const again = story.run();
    await story.answer({ kind: "interruption", choice: "again" });
    expect(must(await again)).toMatchObject({ how: "completed" });
  });

  it("a provider asks to slow down: a person stops here, and is asked again when they resume", async () => {
    const { story, running } = await refused();
    await story.answer({ kind: "interruption", choice: "stop" });
    expect(await story.plan()).toMatchObject({ status: "paused", why: "person" });
    expect([await story.steps(), await story.inbox()]).toEqual([{ write: "interrupted" }, []]);
    must(await story.send({ type: "resume" }));
    const asked = await story.answer({ kind: "interruption", choice: "again" });
    expect(asked).toMatchObject({ wait_minutes: 5, why: expect.stringMatching(/asks to slow down/) });
    expect(must(await running)).toMatchObject({ how: "completed" });
  });

  it("somebody pauses in the middle of a step: it comes to its end, and the next one waits", async () => {
    let gate: Gate | undefined;
    const story = await Story.signed({
      plan: {
        steps: [
          command("slow", "exec 9>alive.pipe; read -r _ <gate.pipe; echo slow >> log.txt"),
          command("next", "echo next >> log.txt", { depends_on: ["slow"] }),
        ],
      },
      prepare: (project) => {
        gate = makeGate(project);
      },
    });
    const running = story.run();
    await gate?.reached;
    must(await story.send({ type: "pause" }));
    gate?.open();
    await story.until(async () => (await story.steps())["slow"] === "completed");
    expect(await story.plan()).toMatchObject({ status: "paused", why: "person" });
    expect(await story.steps()).toEqual({ slow: "completed", next: "pending" });
    expect(story.project.read("log.txt")).toBe("slow\n");
    must(await story.send({ type: "resume" }));
    expect(must(await running)).toMatchObject({ how: "completed" });
    expect(story.project.read("log.txt")).toBe("slow\nnext\n");
    expect(await story.inbox()).toEqual([]);
    expect(story.watched).toEqual(expect.arrayContaining(["paused", "waits: It is paused.", "waits: ", "executing"]));
  });

  it("somebody stops a step at once, and has it begin again", async () => {
    let gate: Gate | undefined;
    const story = await Story.signed({
      plan: {
        steps: [
          command(
            "slow",
            "echo begun >> log.txt; test -e go || { exec 9>alive.pipe; read -r _ <gate.pipe; }; echo done >> log.txt",
          ),
        ],
      },
      prepare: (project) => {
        gate = makeGate(project);
      },
    });
    const running = story.run();
    await gate?.reached;
    must(await story.send({ type: "pause", now: true }));
    // Nothing of it is left, before anybody says that it was interrupted.
    await gate?.ended;
    await story.until(async () => (await story.steps())["slow"] === "interrupted");
    story.project.write("go", "");
    must(await story.send({ type: "resume" }));
    must(await story.send({ type: "retry_step", step_id: "slow" }));
    expect(must(await running)).toMatchObject({ how: "completed" });
    expect(await story.journal()).toEqual([
      ...["run_started", "slow in_progress", "paused: person", "slow interrupted", "asks interruption", "resumed"],
      ...["request_closed", "slow pending", "slow in_progress", "slow completed", "completed"],
    ]);
    expect(story.project.read("log.txt")).toBe("begun\nbegun\ndone\n");
    expect((await story.plan()).run?.steps.get("slow")?.attempts).toBe(2);
  });

  it("whoever carries it out is killed, and somebody else goes on", async () => {
    let gate: Gate | undefined;
    const hold = "exec 9>alive.pipe; read -r _ <gate.pipe";
    const story = await Story.signed({
      plan: {
        steps: [
          command("one", "echo one >> log.txt"),
          command("two", `echo two >> log.txt; ${hold}; echo late >> log.txt`, {
            ...{ depends_on: ["one"], verify: "grep -qx two log.txt" },
          }),
          command("three", "echo three >> log.txt", { depends_on: ["two"] }),
        ],
      },
      prepare: (project) => {
        gate = makeGate(project);
      },
    });
    const executor = new ExecutorProcess(story.project.home, [[story.project.cwd, story.id]]);
    await gate?.reached;
    executor.child.kill("SIGKILL");
    await executor.ended;
    expect(executor.complaints).toBe("");
    expect(await story.plan()).toMatchObject({ status: "executing" });
    expect(await story.steps()).toEqual({ one: "completed", two: "in_progress", three: "pending" });
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    await gate?.ended;
    expect(await story.journal()).toEqual([
      ...["run_started", "one in_progress", "one completed", "two in_progress", "lease_taken", "two completed"],
      ...["three in_progress", "three completed", "completed"],
    ]);
    expect(story.project.read("log.txt")).toBe("one\ntwo\nthree\n");
    expect(await story.inbox()).toEqual([]);
    expect(story.watched).toContain("note: Step two was interrupted; its check decides.");
  });

  it("everything is taken back, to the last byte, and done again", async () => {
    const story = await Story.signed({
      files: { "b.txt": "b\n", "gone.txt": "gone\n", "dir/c.txt": "c\n" },
      prepare: (project) => {
        // Staged, changed since, and never added: all of it is the user's.
        project.write("staged.txt", "staged\n");
        project.git("add", "staged.txt");
        project.write("b.txt", "changed\n");
        project.write("untracked.txt", "untracked\n");
      },
      plan: {
        steps: [
          { ...CHECKED },
          command(
            "spread",
            "echo x >> b.txt; rm gone.txt; rm -r dir; echo y > untracked.txt; mkdir new; echo z > new/z",
            {
              depends_on: ["write"],
            },
          ),
          command("fails", "test -e allowed.txt", { depends_on: ["spread"] }),
        ],
      },
      responses: [calls(WRITE_TWO), calls(finish()), calls(WRITE_TWO), calls(finish())],
    });
    const [tree, repository] = [story.tree(), story.repository()];
    expect(must(await story.run())).toMatchObject({ how: "failed" });
    expect(story.repository()).toEqual(repository);
    expect(story.tree()).not.toBe(tree);
    const env = { ...process.env, ...story.project.env };
    const { run } = await story.plan();
    const snapshots = await openSnapshots(story.project.cwd, { env, planId: story.id, runId: run?.id ?? "" });
    if ("none" in snapshots) throw new Error(snapshots.none);
    const trees = await snapshotsOfPlan(story.desk, story.id, await snapshots.list());
    const back = { expected: trees.last ?? "", only: () => true };
    // What the user did meanwhile is not taken back, and nothing is.
    appendFileSync(join(story.project.cwd, "b.txt"), "mine\n");
    const afterwards = story.tree();
    expect(await snapshots.rollback(trees.before ?? "", back)).toMatchObject({
      ok: false,
      conflicts: [{ path: "b.txt" }],
    });
    expect(story.tree()).toBe(afterwards);
    story.project.write("b.txt", "changed\nx\n");
    expect(await snapshots.rollback(trees.before ?? "", back)).toMatchObject({ ok: true });
    expect(story.tree()).toBe(tree);
    expect(story.repository()).toEqual(repository);
    must(await story.send({ type: "roll_back", steps: ["write", "spread", "fails"], to: trees.before ?? "" }));
    expect(await story.steps()).toEqual({ write: "pending", spread: "pending", fails: "pending" });
    story.project.write("allowed.txt", "");
    must(await story.send({ type: "retry" }));
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    expect([story.project.read("a.txt"), story.project.read("b.txt")]).toEqual(["two\n", "changed\nx\n"]);
    expect(story.repository()).toEqual(repository);
    expect(await story.inbox()).toEqual([]);
    expect(await story.journal()).toEqual(expect.arrayContaining(["failed", "rolled_back", "retried", "completed"]));
  });
});

describe("a tool that is gone", () => {
  it("keeps a plan from beginning, with every reason at once", async () => {
    const story = await Story.signed({
      plan: {
        steps: [
          { id: "a", title: "a", tools: ["odoo-toolbox"] },
          { id: "b", title: "b", tools: ["read", "web_search"] },
        ],
      },
    });
    const { kind, message } = refusalOf(await story.run());
    expect(kind).toBe("wrong_state");
    for (const name of ["odoo-toolbox", "web_search"]) expect(message).toContain(name);
    expect(await story.plan()).toMatchObject({ status: "approved" });
    expect(await story.journal()).toEqual([]);
  });

  it("is an error for the agent that calls it, and nothing else", async () => {
    const story = await Story.signed({
      plan: { steps: [CHECKED] },
      responses: [calls(["web_search", { query: "two" }]), calls(WRITE_TWO), calls(finish())],
    });
    expect(must(await story.run())).toMatchObject({ how: "completed" });
    expect(story.model.saw.results[0]).toMatchObject(["web_search", true, expect.stringMatching(/not found/i)]);
    expect(await story.inbox()).toEqual([]);
  });
});
