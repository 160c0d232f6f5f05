import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeGate } from "../../agent/bench/gate.ts";
import { RunBench } from "./run-bench.ts";

const TWO = {
  title: "Two files",
  steps: [
    { id: "a", title: "The first", run: "echo one > a.txt", verify: "test -e a.txt" },
    { id: "b", title: "The second", run: "echo two > b.txt", depends_on: ["a"] },
  ],
};

const ASKS = {
  title: "One that asks",
  steps: [{ id: "a", title: "The first", run: "echo done > a.txt", decision_id: "when" }],
  decisions: [
    { decision_id: "when", header: "When", question: "Now?", options: [{ label: "now" }, { label: "later" }] },
  ],
};

/** `a` waits at the gate. */
async function gated(bench: RunBench, more: object = {}) {
  const gate = makeGate({ cwd: bench.project });
  const steps = [
    { id: "a", title: "Waits", run: `echo once >> count.txt; ${gate.wait}`, ...more },
    { id: "b", title: "Comes after", run: "echo b > b.txt", depends_on: ["a"] },
  ];
  return { gate, id: await bench.signed({ title: "Waits at a gate", steps }) };
}

const count = (bench: RunBench) => readFileSync(join(bench.project, "count.txt"), "utf8").match(/once/g)?.length;

describe("run", () => {
  it("carries out what was signed, tells it line by line in a pipe, and ends with 0", async () => {
    const bench = new RunBench();
    const id = await bench.signed(TWO);
    const { code, out } = bench.run(["run", id]);
    expect(out).toMatch(
      /a started: The first\na completed in .* s, 1 file changed\nb started: The second\nb completed/,
    );
    expect(out).toMatch(new RegExp(`${id} completed in .*: 2 of 2 steps done\\.`));
    expect(out).toMatch(/✓ a: The first +\S+ s \(1 min\)/);
    expect(out).toContain("+ a.txt (added by a)");
    expect(code).toBe(0);
    expect((await bench.plan(id)).status).toBe("completed");
    expect(readFileSync(join(bench.project, "b.txt"), "utf8")).toBe("two\n");
  });

  it("names the processes that a step left running and that were ended: at once, in the summary and in JSON", async () => {
    const bench = new RunBench();
    // It has become the program that it is when it makes a file, and waits in itself.
    const run = "mkfifo g; bash -c 'echo > up; read x < g' & until test -e up; do :; done; rm g up";
    const steps = [{ id: "a", title: "Leaves one", run }];
    const plan = { title: "Leaves a process", steps };
    const { out } = bench.run(["run", await bench.signed(plan)]);
    const words = /left a process running, which was ended: bash -c echo/;
    expect(out.split(words)).toHaveLength(3);
    const told = await bench.start("run", await bench.signed(plan), "--json").ended;
    expect(JSON.parse(told.out.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      end: { report: { left_behind: { drift: [{ step: "a", what: expect.stringMatching(words) }] } } },
    });
  });

  it("tells programs every event in a line of JSON, and how it ended in the last", async () => {
    const bench = new RunBench();
    const id = await bench.signed(TWO);
    const { code, out } = await bench.start("run", id, "--json").ended;
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const moves = lines.flatMap(({ event }) =>
      event?.name === "step.updated" ? `${event.data.step_id} ${event.data.to}` : [],
    );
    expect(moves).toEqual(["a in_progress", "a completed", "b in_progress", "b completed"]);
    expect(lines[0].event).toMatchObject({ name: "run.begun", plan_id: id, data: { steps: ["a", "b"] } });
    expect(lines.at(-1).end).toMatchObject({ how: "completed", exit: 0, plan: { status: "completed" } });
    expect(code).toBe(0);
  });

  it("ends with 1 and the report when a step fails, and goes on after a retry with what is not done", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Fails once",
      steps: [
        { id: "a", title: "Counts", run: "echo once >> count.txt" },
        { id: "b", title: "Needs a file", run: "cat needed.txt", depends_on: ["a"] },
      ],
    });
    const failed = bench.run(["run", id]);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/b failed in/);
    expect(failed.out).toContain(`${id} failed`);
    expect(failed.out).toContain(`countersign retry ${id} b`);
    expect(failed.out).toContain(`countersign skip ${id} b --reason`);
    expect(bench.run(["run", id]).err).toContain(`countersign retry ${id}`);
    bench.write("needed.txt", "here\n");
    expect(bench.ana("retry", id, "b").out).toContain(`To run it: countersign run ${id}`);
    for (const again of [bench.ana("retry", id, "b"), bench.ana("retry", id)]) {
      expect(again.err).toContain(
        `was retried already; its unfinished steps run when it is run.\nTo run it: countersign run ${id}`,
      );
      expect(again.code).toBe(1);
    }
    expect(bench.run(["run", id]).code).toBe(0);
    expect(count(bench)).toBe(1);
  });

  it("goes on when a decision is taken in another process", async () => {
    const bench = new RunBench();
    const id = await bench.signed(ASKS);
    const run = bench.start("run", id);
    await run.says(/waits for a decision/);
    expect(run.out).not.toContain("a started");
    expect(bench.ana("decide", id, "when", "soon")).toMatchObject({ code: 1, err: expect.stringContaining("soon") });
    expect(bench.ana("decide", id, "when", "now").code).toBe(0);
    const { code, out } = await run.ended;
    expect(out).toContain("when: ana chose now");
    expect(code).toBe(0);
  });

  it("waits for nobody where it is told so: it ends with 3 and says how to go on", async () => {
    const bench = new RunBench();
    const id = await bench.signed(ASKS);
    const { code, out } = bench.run(["run", id, "--no-wait"]);
    expect(out).toContain(`countersign decide ${id} when now|later`);
    expect(out).toContain(`Then: countersign run ${id} --resume`);
    expect(code).toBe(3);
    expect(bench.ana("decide", id, "when", "now").code).toBe(0);
    expect(bench.ana("run", id, "--resume").code).toBe(0);
  });

  it("ends with 3 at a decision whose time is over and that has no default; it is overdue in the inbox", async () => {
    const bench = new RunBench();
    bench.write("../home/plans.json", JSON.stringify({ decision_timeout_seconds: 600 }));
    const id = await bench.signed(ASKS, new Date(Date.now() - 3_600_000));
    const { code, out } = bench.run(["run", id, "--no-wait"]);
    expect(out).toContain(`countersign decide ${id} when now|later`);
    expect(code).toBe(3);
    expect(bench.run(["inbox"]).out).toMatch(/decision .*overdue since 50 minutes ago/);
    const queued = await bench.signed(ASKS, new Date(Date.now() - 3_600_000));
    const other = await bench.signed(TWO);
    for (const one of [queued, other]) expect(bench.run(["queue", "add", one]).code).toBe(0);
    const worked = bench.run(["queue", "run"]);
    expect(worked.out).toContain(`${other}  completed`);
    expect([worked.code, (await bench.plan(queued)).status]).toEqual([3, "paused"]);
    expect(bench.ana("decide", id, "when", "now").code).toBe(0);
    expect(bench.ana("run", id, "--resume").code).toBe(0);
  });

  it("leaves in order when it is interrupted: nothing is left running, and nothing happens twice unasked", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGINT");
    const { code, out } = await run.ended;
    await gate.ended;
    expect(out).toContain(`countersign run ${id} --resume`);
    expect(code).toBe(130);
    expect((await bench.plan(id)).status).toBe("paused");
    expect(await bench.steps(id)).toEqual({ a: "interrupted", b: "pending" });
    expect(bench.ana("resume", id)).toMatchObject({ code: 1, err: expect.stringContaining("--again") });
    expect(bench.ana("resume", id, "--skip").code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "skipped", b: "completed" });
    expect(count(bench)).toBe(1);
  });

  it("ends at once when it is told twice, and can be taken up again", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench, { verify: "test -e count.txt" });
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGTERM");
    run.child.kill("SIGHUP");
    const { code, err } = await run.ended;
    expect([129, 143]).toContain(code);
    expect(err).toContain("Stopped at once.");
    expect(bench.ana("run", id, "--resume").code).toBe(0);
    expect(count(bench)).toBe(1);
  });

  it("takes up what a killed process left: the check decides, and what is done is not done again", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench, { verify: "test -e count.txt" });
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    for (const command of ["plans", "inbox"]) {
      const { out } = bench.run([command]);
      expect(out).toContain(`${id} is unfinished: started just now, 0 of 2 steps done`);
      expect(out).toMatch(
        new RegExp(`To continue it: countersign resume ${id}\\n.*countersign fail ${id}\\n.*countersign cancel ${id}`),
      );
    }
    expect(bench.run(["plans", "--json"]).json.stuck).toMatchObject([{ id, steps: 2, steps_done: 0 }]);
    expect(bench.run(["run", id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("and is not run now"),
    });
    const again = bench.run(["run", id, "--resume"]);
    await gate.ended;
    expect(again.out).toContain("Step a was interrupted; its check decides.");
    expect(again.code).toBe(0);
    expect(count(bench)).toBe(1);
    expect(bench.run(["plans"]).out).not.toContain("unfinished");
  });

  it("asks what becomes of a step that a killed process left, and does what is answered", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    const again = bench.start("run", id, "--resume");
    await again.says(/countersign answer (\S+) again\|failed\|skip/);
    const [, request = ""] = /countersign answer (\S+) /.exec(again.out) ?? [];
    expect(bench.ana("answer", request, "skip").code).toBe(0);
    expect((await again.ended).code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "skipped", b: "completed" });
  });

  it("lets somebody mark the step alone as failed that a killed process left, and the run goes on by that", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    expect(bench.ana("fail", id, "a").err).toContain("Step a is in progress; it cannot become failed.");
    run.child.kill("SIGKILL");
    await run.ended;
    expect(bench.run(["fail", id, "a"], { env: { COUNTERSIGN_AGENT: "bot" } }).code).toBe(1);
    expect(bench.run(["fail", id, "a", "--json"]).json.error.kind).toBe("no_person");
    const failed = bench.ana("fail", id, "a", "--reason", "it hung");
    expect(failed).toMatchObject({ code: 0, out: expect.stringContaining(`countersign resume ${id}`) });
    await gate.ended;
    expect(await bench.steps(id)).toEqual({ a: "failed", b: "blocked" });
    const again = bench.ana("resume", id);
    expect(again).toMatchObject({ code: 1, out: expect.stringContaining("it hung") });
  });

  it.each([
    "fail",
    "cancel",
  ])("lets somebody %s what a killed process left, and ends what that one had started", async (command) => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGKILL");
    await run.ended;
    expect(bench.ana(command, id).code).toBe(0);
    await gate.ended;
    expect((await bench.plan(id)).status).toBe(command === "fail" ? "failed" : "cancelled");
    expect(await bench.steps(id)).toMatchObject({ a: "interrupted" });
  });

  it.each([
    "plans",
    "show",
  ])("lets %s end what a plan left running whose process was killed as it was cancelled", async (look) => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    run.child.kill("SIGSTOP");
    expect(bench.ana("cancel", id).code).toBe(0);
    // As long as it lives, it is about to say so itself.
    bench.run(["plans"]);
    expect(await bench.steps(id)).toMatchObject({ a: "in_progress" });
    run.child.kill("SIGKILL");
    await run.ended;
    expect(bench.run(look === "show" ? ["show", id] : ["plans"]).code).toBe(0);
    await gate.ended;
    expect(await bench.steps(id)).toMatchObject({ a: "interrupted" });
    expect(await bench.plan(id)).toMatchObject({ status: "cancelled" });
  });

  it("never robs a process that is alive", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    for (const args of [
      ["run", id],
      ["run", id, "--resume"],
      ["resume", id],
    ]) {
      const { code, err } = bench.ana(...args);
      expect(err).toContain(`${id} is run by process ${run.child.pid}`);
      expect(code).toBe(1);
    }
    expect(bench.ana("fail", id).err).toContain("Still running: a.");
    gate.open();
    expect((await run.ended).code).toBe(0);
  });

  it("is paused, resumed and cancelled from elsewhere", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    expect(bench.run(["pause", id]).out).toContain("Step a ends first");
    expect(bench.run(["pause", id, "--now"]).code).toBe(0);
    await run.says(/a was interrupted[\s\S]*waiting: It is paused/);
    await gate.ended;
    expect(bench.ana("resume", id, "--again").out).toContain(`${id} continues: process ${run.child.pid}`);
    await run.says(/a started: Waits \(attempt 2\)/);
    expect(bench.ana("cancel", id).code).toBe(0);
    expect((await run.ended).code).toBe(4);
  });

  it("waits for its turn among other plans, is left there in order, and ends with 3 where it is not to wait", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const other = await bench.signed(TWO);
    const run = bench.start("run", id);
    await gate.reached;
    expect(bench.run(["run", other, "--no-wait"])).toMatchObject({ code: 3, err: expect.stringContaining(id) });
    const impatient = bench.start("run", other);
    await impatient.says(/waiting: /);
    impatient.child.kill("SIGINT");
    expect((await impatient.ended).code).toBe(130);
    expect(await bench.plan(other)).not.toHaveProperty("queued");
    const patient = bench.start("run", other);
    await patient.says(/waiting: .*max_parallel_plans/);
    gate.open();
    expect((await patient.ended).code).toBe(0);
    expect((await run.ended).code).toBe(0);
  });

  it("ends with 1 and the reason where a plan that it needs is missing or was cancelled, also if it is not to wait", async () => {
    const bench = new RunBench();
    const other = await bench.signed(TWO);
    expect(bench.ana("cancel", other).code).toBe(0);
    for (const [before, why] of [
      ["PLAN-00000001", "is not in this project"],
      [other, "was cancelled"],
    ]) {
      const id = await bench.signed({ ...TWO, depends_on_plans: [before] });
      for (const ended of [bench.run(["run", id]), bench.run(["run", id, "--no-wait"])]) {
        expect(ended.err).toContain(`${id} cannot run: it waits for ${before}, which ${why}.`);
        expect(ended.code).toBe(1);
      }
    }
  });

  it("goes on when nobody reads what it says any more", async () => {
    const bench = new RunBench();
    const { gate, id } = await gated(bench);
    const run = bench.start("run", id);
    await gate.reached;
    run.child.stdout?.destroy();
    gate.open();
    expect((await run.ended).code).toBe(0);
    expect((await bench.plan(id)).status).toBe("completed");
  });

  it("says what to do where it cannot be carried out", async () => {
    const bench = new RunBench();
    const { id } = bench.run(["propose", "-", "--json"], { input: JSON.stringify(TWO) }).json.plan;
    expect(bench.run(["run", id])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`countersign approve ${id}`),
    });
    expect(bench.run(["run", "PLAN-00000000"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("countersign plans"),
    });
    expect(bench.run(["run", id, "--max-parallel", "0"]).code).toBe(2);
    bench.ana("approve", id);
    const inside = bench.run(["run", id], { env: { COUNTERSIGN_AGENT: "bot" } });
    expect(inside).toMatchObject({ code: 1, err: expect.stringContaining("started by an agent") });
    bench.write(".pi/plans.json", "{ not json");
    expect(bench.run(["run", id])).toMatchObject({ code: 1, err: expect.stringContaining("countersign config") });
    expect(existsSync(join(bench.project, "a.txt"))).toBe(false);
  });

  it("shows what was printed, without what would play with a terminal", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Loud",
      steps: [{ id: "a", title: "Prints", run: "printf '\\033[31mred\\033[0m \\342\\200\\256x\\n'" }],
    });
    expect(bench.run(["run", id]).code).toBe(0);
    expect(bench.run(["logs", id, "a"]).out).toBe("red ‹U+202E›x\n");
    expect(bench.run(["logs", id, "--json"]).json.logs).toMatchObject([{ step: "a", attempt: 1 }]);
    expect(bench.run(["logs", id, "nope"]).err).toContain("Its steps: a.");
  });
});

describe("a step that leaves programs for others to run", () => {
  it.each([
    "off",
    "auto",
  ])("has them taken back, and the user's git runs nothing of it, with the sandbox %s", async (sandbox) => {
    const bench = new RunBench({ git: true });
    writeFileSync(join(bench.home, "plans.json"), JSON.stringify({ sandbox }));
    bench.write(
      "plant.sh",
      "git init -q sub && cd sub && git config core.fsmonitor ../ran.sh && echo x > .git/hooks/post-commit\n",
    );
    bench.write("ran.sh", "#!/bin/sh\ntouch ../ran ran\n");
    chmodSync(join(bench.project, "ran.sh"), 0o755);
    const id = await bench.signed({ title: "Plants", steps: [{ id: "a", title: "Plants", run: "sh plant.sh" }] });
    const { code, out } = bench.run(["run", id]);
    expect(code, out).toBe(0);
    expect(out).toContain("sub/.git/config was added");
    expect(out).toContain("sub/.git/hooks/post-commit was added: a hook, which git runs; it was removed");
    expect(out).toContain("sub is a new git repository");
    expect((await bench.plan(id)).run?.steps.get("a")?.result?.drift?.join()).toContain(bench.home);
    bench.git("status");
    bench.git("-C", "sub", "status");
    expect([join(bench.project, "ran"), join(bench.project, "sub/ran")].filter((path) => existsSync(path))).toEqual([]);
  });
});

describe("a step that names host files by their literal path", () => {
  it.each([
    "off",
    "auto",
  ])("makes and changes them, beside a step that may not, with the sandbox %s", async (sandbox) => {
    const bench = new RunBench({ git: true });
    writeFileSync(join(bench.home, "plans.json"), JSON.stringify({ sandbox }));
    bench.git("config", "core.hooksPath", ".husky");
    bench.write(".husky/pre-commit", "mine\n");
    bench.write(".husky/pre-push", "mine\n");
    bench.write("plant.sh", "echo theirs > .husky/pre-push; mkdir -p packages/a; echo theirs > packages/a/.envrc\n");
    const id = await bench.signed({
      title: "Tasks",
      steps: [
        {
          id: "a",
          title: "Tasks and a hook",
          run: "mkdir -p .vscode && echo '{}' > .vscode/tasks.json && echo signed > .husky/pre-commit",
          verify: "test -e .vscode/tasks.json",
          files: ["./.vscode/tasks.json", ".husky/pre-commit"],
        },
        { id: "b", title: "Plants", run: "sh plant.sh" },
      ],
    });
    const { code, out } = bench.run(["run", id]);
    expect(code, out).toBe(0);
    const text = (path: string) => readFileSync(join(bench.project, path), "utf8");
    expect([".vscode/tasks.json", ".husky/pre-commit", ".husky/pre-push"].map(text)).toEqual([
      "{}\n",
      "signed\n",
      "mine\n",
    ]);
    expect(out).toContain(".vscode/tasks.json was added: loaded as settings by VS Code");
    expect(out).toContain("packages/a/.envrc was added: loaded as code by shells");
  });
});
