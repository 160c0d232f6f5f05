import { execSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeGate } from "../../agent/bench/gate.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { RunBench } from "./run-bench.ts";

const has = (bench: RunBench, name: string) => existsSync(join(bench.project, name));
const read = (bench: RunBench, name: string) => readFileSync(join(bench.project, name), "utf8");

const ASKS = {
  title: "Asks in between",
  steps: [
    { id: "a", title: "A", run: "echo a > a.txt" },
    { id: "b", title: "B", run: "echo b > b.txt; echo b >> README.md", depends_on: ["a"], decision_id: "when" },
  ],
  decisions: [
    { decision_id: "when", header: "When", question: "Now?", options: [{ label: "now" }, { label: "later" }] },
  ],
};

/** Runs it, and has a person work while it waits for the decision. */
async function workedBetween(bench: RunBench, work: () => void): Promise<{ id: string; out: string }> {
  const id = await bench.signed(ASKS);
  const run = bench.start("run", id);
  await run.says(/waits for a decision/);
  work();
  expect(bench.ana("decide", id, "when", "now").code).toBe(0);
  const { out, code } = await run.ended;
  expect(code).toBe(0);
  return { id, out };
}

describe("the files before a rollback", () => {
  it("are kept, and the command that the reply names restores them", async () => {
    const bench = new RunBench({ git: true });
    const id = await bench.signed({
      title: "One",
      steps: [{ id: "a", title: "A", run: "echo a > a.txt; rm kept.txt" }],
    });
    expect(bench.run(["run", id]).code).toBe(0);
    const { out } = bench.ana("rollback", id, "--yes");
    expect([has(bench, "a.txt"), has(bench, "kept.txt")]).toEqual([false, true]);
    const [, command = ""] = /this restores them: (git .*)/.exec(out) ?? [];
    execSync(command, { cwd: bench.root });
    expect(read(bench, "a.txt")).toBe("a\n");
  });
});

describe("a person's work", () => {
  it("while a step waits for a decision is not the step's, and stays at a rollback", async () => {
    const bench = new RunBench({ git: true });
    const { id, out } = await workedBetween(bench, () => {
      bench.write("mine.txt", "mine\n");
      bench.write("kept.txt", "changed by me\n");
    });
    expect(out).toContain("+ b.txt (added by b)");
    expect(out).not.toContain("mine.txt");
    expect(bench.ana("rollback", id, "--yes").code).toBe(0);
    expect([has(bench, "a.txt"), has(bench, "b.txt"), read(bench, "README.md")]).toEqual([false, false, "hello\n"]);
    expect([read(bench, "mine.txt"), read(bench, "kept.txt")]).toEqual(["mine\n", "changed by me\n"]);
  });

  it("on a file that the step then changed too is named, and nothing is rolled back", async () => {
    const bench = new RunBench({ git: true });
    const { id } = await workedBetween(bench, () => bench.write("README.md", "hello\nmine\n"));
    const back = bench.ana("rollback", id, "--yes");
    expect([back.code, back.err]).toEqual([1, expect.stringContaining("README.md")]);
    expect(read(bench, "README.md")).toBe("hello\nmine\nb\n");
    expect(bench.ana("rollback", id, "b", "--yes").code).toBe(0);
    expect(read(bench, "README.md")).toBe("hello\nmine\n");
  });

  // Without a sandbox the command outlives its killed host, and works until the next process ends it.
  it.skipIf(!hasSandbox)(
    "after its process was killed is not the step's, also if the check finds the step done",
    async () => {
      const bench = new RunBench({ git: true });
      const gate = makeGate({ cwd: bench.project });
      const step = { id: "a", title: "A", run: `echo a >> a.txt; ${gate.wait}`, verify: "test -e a.txt" };
      const id = await bench.signed({ title: "Killed", steps: [step] });
      const run = bench.start("run", id);
      await gate.reached;
      run.child.kill("SIGKILL");
      await run.ended;
      // A working process writes down four times a second that it lives: a second later nothing is its own.
      await sleep(1_100);
      bench.write("a.txt", `${read(bench, "a.txt")}b\n`);
      bench.write("mine.txt", "mine\n");
      expect(bench.ana("resume", id).code).toBe(0);
      expect(await bench.steps(id)).toEqual({ a: "completed" });
      expect(bench.ana("rollback", id, "--yes").code).toBe(0);
      expect([read(bench, "a.txt"), read(bench, "mine.txt")]).toEqual(["a\nb\n", "mine\n"]);
    },
  );
});
