import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { RunBench } from "./run-bench.ts";

const LONG = {
  title: "Long",
  steps: [
    { id: "a", title: "Short", run: "true" },
    { id: "b", title: "Long", run: "while [ ! -f go ]; do sleep 0.05; done", depends_on: ["a"] },
  ],
};

describe("a run that is followed by others", () => {
  it("has its plan's file written within two seconds, once, and its journal readable as lines of JSON", async () => {
    const bench = new RunBench();
    const id = await bench.signed(LONG);
    const run = bench.start("run", id);
    await run.says(/b started/);
    const file = () => readFileSync(join(bench.project, `.pi/plans/${id}.md`), "utf8");
    await pause(2_500);
    expect(file()).toMatch(/\[x\].*Short/);
    const lines = bench.run(["export", id, "--jsonl"]).out.trimEnd().split("\n");
    const records = lines.map((line) => JSON.parse(line));
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    expect(records.at(-1)).toMatchObject({ events: [], file: expect.any(String) });
    await pause(2_500);
    expect((await bench.plan(id)).version).toBe(records.length);
    bench.write("go", "");
    expect((await run.ended).code).toBe(0);
    expect(bench.run(["audit", "--verify"]).code).toBe(0);
    expect(bench.run(["show", id]).out).toContain(`version ${(await bench.plan(id)).version}`);
  });
});
