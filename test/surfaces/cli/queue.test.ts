import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { columns } from "../../../src/plan/wrap.ts";
import { BINARY, type Ran, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

/** A signed plan that is one command. */
function signed(title: string, run: string, more: object = {}): string {
  const plan = { title, steps: [{ id: "do", title: "Do it", run }], ...more };
  const { id } = bench.run(["propose", "-", "--json"], { input: JSON.stringify(plan) }).json.plan;
  expect(bench.as("ann", ["approve", id]).code).toBe(0);
  return id;
}

const order = (ran: Ran) => ran.json.queue.map((entry: { id: string }) => entry.id);

/** The whole command, without waiting for it. */
function started(args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd: bench.project, env: { ...bench.env, ...env } });
  let out = "";
  let heard = () => {};
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      out += data;
      heard();
    });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const says = async (words: string) => {
    while (!out.includes(words)) {
      await new Promise<void>((resolve, reject) => {
        heard = resolve;
        void ended.then(() => (out.includes(words) ? resolve() : reject(new Error(`It ended, and said: ${out}`))));
      });
    }
  };
  return { child, ended, says, said: () => out };
}

describe("queue", () => {
  it("is empty at first, and says how to fill it", () => {
    const { code, out } = bench.run(["queue"]);
    expect([code, out]).toEqual([0, expect.stringContaining("countersign queue add <plan>")]);
    expect(existsSync(join(bench.project, ".pi"))).toBe(false);
  });

  it("takes approved plans, in order of priority, and lets them be moved", () => {
    const [a, b, c] = [signed("First", "true"), signed("Second", "true"), signed("Third", "true", { priority: 2 })];
    const [added] = bench.runAll([
      ["queue", "add", a],
      ["queue", "add", b],
      ["queue", "add", c],
    ]);
    expect(added?.out).toContain(`${a} is in the queue: number 1 of 1, priority 0.`);
    const [before, up, down, last, first, priority, shown, gone] = bench.runAll([
      ["queue", "--json"],
      ["queue", "up", b, "--json"],
      ["queue", "down", c, "--json"],
      ["queue", "up", b],
      ["queue", "first", a, "--json"],
      ["queue", "priority", a, "9", "--json"],
      ["queue"],
      ["queue", "remove", a, "--json"],
    ]) as [Ran, Ran, Ran, Ran, Ran, Ran, Ran, Ran];
    expect(order(before)).toEqual([c, a, b]);
    expect(before.json).toMatchObject({ running: [], max_parallel_plans: 1 });
    expect(order(up)).toEqual([c, b, a]);
    expect(order(down)).toEqual([b, c, a]);
    expect([last.code, last.err]).toEqual([1, expect.stringContaining(`${b} is the first already.`)]);
    expect(order(first)).toEqual([a, b, c]);
    expect(order(priority)).toEqual([a, b, c]);
    expect(shown.out).toMatch(/Waiting: 3 plans\n {2}1\. {2}PLAN-\w+ {2}First +priority 9/);
    expect(shown.out.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
    expect(order(gone)).toEqual([b, c]);
  });

  it("refuses what cannot wait for its turn, and says what is wrong with a call", () => {
    const plan = { title: "Not signed", steps: [{ id: "do", title: "Do it", run: "true" }] };
    const { id } = bench.run(["propose", "-", "--json"], { input: JSON.stringify(plan) }).json.plan;
    const lines = [
      ["queue", "add", id],
      ["queue", "add", "PLAN-00000000"],
      ["queue", "remove", id],
      ["queue", "up", id],
      ["queue", "sideways", id],
      ["queue", "add"],
      ["queue", "priority", id, "high"],
      ["queue", "add", id, "extra"],
      ["queue", "--watch"],
      ["queue", "run", id],
    ];
    expect(bench.runAll(lines).map(({ code }) => code)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    // An agent's shell may look, and change nothing.
    const inside = bench.runAll([["queue"], ["queue", "add", id], ["queue", "run"]], {
      env: { COUNTERSIGN_AGENT: "planner" },
    });
    expect(inside.map(({ code }) => code)).toEqual([0, 1, 1]);
  });

  it("is cleared at once, says how many it held, and leaves the plans approved", () => {
    const ids = [signed("First", "true"), signed("Second", "true")];
    bench.runAll(ids.map((id) => ["queue", "add", id]));
    const inside = bench.run(["queue", "clear"], { env: { COUNTERSIGN_AGENT: "planner" } });
    expect([inside.code, order(bench.run(["queue", "--json"]))]).toEqual([1, ids]);
    expect(bench.run(["queue", "clear", ids[0] ?? ""]).code).toBe(2);
    expect(bench.run(["queue", "clear"]).out).toBe("Took 2 plans out of the queue; they stay approved.\n");
    expect(ids.map((id) => bench.run(["show", id, "--json"]).json.plan.status)).toEqual(["approved", "approved"]);
    expect(bench.run(["queue", "clear", "--json"]).json).toMatchObject({ queue: [], removed: [] });
  });

  it("says what a plan waits for", () => {
    const a = signed("First", "true");
    const b = signed("Second", "true", { depends_on_plans: [a, "PLAN-00000009"] });
    const ran = bench.run(["queue", "add", b, "--priority", "7"]);
    expect(ran.out).toContain("number 1 of 1, priority 7");
    expect(ran.out).toContain(`It waits for ${a}, which is approved but not in the queue.`);
    expect(bench.run(["queue"]).out).toContain("waits for PLAN-00000009, which is not in this project");
    const worked = bench.run(["queue", "run"]);
    expect([worked.code, worked.out]).toEqual([3, expect.stringContaining(`${b} waits for ${a}`)]);
  });
});

describe("queue run", () => {
  it("carries out what waits, one after the other, and tells how each ended", () => {
    const a = signed("First", "echo a >> log");
    const b = signed("Second", "echo b >> log", { depends_on_plans: [a] });
    const c = signed("Third", "echo c >> log; exit 4");
    for (const id of [b, c, a]) bench.run(["queue", "add", id, ...(id === b ? ["--priority", "5"] : [])]);
    const { code, out } = bench.run(["queue", "run"]);
    expect([code, readFileSync(join(bench.project, "log"), "utf8")]).toEqual([1, "c\na\nb\n"]);
    expect(out).toContain(`${b}  started: Second\n`);
    expect(out).toContain(`${b}  completed\n`);
    expect(out).toMatch(new RegExp(`${c}  failed: `));
    expect(out).toContain("2 of 3 plans completed; the queue is empty.");
    const again = bench.run(["queue", "run"]);
    expect([again.code, again.out]).toEqual([0, "No plan could run; the queue is empty.\n"]);
  });

  it("tells programs the same, a line each", async () => {
    const id = signed("First", "true");
    bench.run(["queue", "add", id]);
    const ran = started(["queue", "run", "--json"]);
    expect(await ran.ended).toBe(0);
    const lines = ran.said().trim().split("\n");
    const said = lines.map((line) => JSON.parse(line)).filter(({ event }) => event?.name !== "run.note");
    expect(said).toMatchObject([
      { event: { name: "queue.started", data: { plan_id: id, title: "First" } } },
      { event: { name: "queue.ended", data: { plan_id: id, how: "completed", status: "completed" } } },
      { end: { plans: [{ plan_id: id, how: "completed", status: "completed" }], left: [] } },
    ]);
  });

  it("never has more plans at work than the settings allow, however many work at it", async () => {
    // Whoever finds the directory there is not alone.
    const alone = "mkdir alone && sleep 0.05 && rmdir alone && echo done >> log";
    const ids = Array.from({ length: 6 }, (_, n) => signed(`Plan ${n}`, alone));
    bench.runAll(ids.map((id) => ["queue", "add", id]));
    const workers = [1, 2, 3].map(() => started(["queue", "run"]));
    const ended = await Promise.all(workers.map(async (worker) => [await worker.ended, worker.said()]));
    expect(ended).toEqual(ended.map(() => [0, expect.stringContaining("the queue is empty")]));
    expect(readFileSync(join(bench.project, "log"), "utf8")).toBe("done\n".repeat(6));
  });

  it("stays with --watch until it is stopped, and leaves what runs paused", async () => {
    const worker = started(["queue", "run", "--watch"]);
    const a = signed("First", "true");
    bench.run(["queue", "add", a]);
    await worker.says(`${a}  completed`);
    const b = signed("Second", "echo begun > begun; sleep 100");
    bench.run(["queue", "add", b]);
    await worker.says(`${b}    do started`);
    expect(bench.run(["queue"]).out).toMatch(/Running: 1 of 1 plan that may run at once\n +▶ +PLAN-/);
    worker.child.kill("SIGTERM");
    expect(await worker.ended).toBe(1);
    expect(worker.said()).toContain(`${b}  interrupted, and paused`);
    expect(bench.run(["show", b, "--json"]).json.plan.status).toBe("paused");
  });

  it("goes on with the next plan when a worker was killed, and leaves what that one was at to a person", async () => {
    const a = signed("First", "sleep 100");
    const b = signed("Second", "echo b > log");
    bench.runAll([a, b].map((id) => ["queue", "add", id]));
    const first = started(["queue", "run"]);
    await first.says("do started");
    const second = started(["queue", "run"]);
    await second.says(`Waits: ${a} is run by process ${first.child.pid}`);
    first.child.kill("SIGKILL");
    expect(await second.ended).toBe(0);
    expect(readFileSync(join(bench.project, "log"), "utf8")).toBe("b\n");
    expect(second.said()).not.toContain(`${a}  started`);
  });
});
