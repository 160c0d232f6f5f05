import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const PLAN = {
  title: "Two pages",
  steps: [
    { id: "one", title: "The first", mode: "docs", files: ["docs/one/**"], tools: ["edit"] },
    { id: "two", title: "The second", mode: "docs", files: ["docs/two/**"], tools: ["edit"] },
    { id: "check", title: "Check them", run: "make check", depends_on: ["one", "two"] },
  ],
};

describe("simulate", () => {
  it("shows what would run, in which order, with what; and changes nothing", () => {
    const id = bench.run(["propose", "-", "--json"], { input: JSON.stringify(PLAN) }).json.plan.id;
    const before = bench.run(["show", id, "--json"]).json.plan.version;
    const { out } = bench.run(["simulate", id]);
    expect(out).toContain(`Dry run of ${id}:`);
    expect(out).toContain("3.  check: Check them\n      runs make check");
    const waves = (...more: string[]) =>
      bench
        .run(["simulate", id, "--json", ...more])
        .json.simulation.waves.map((wave: { step: { id: string } }[]) => wave.map(({ step }) => step.id));
    expect(waves()).toEqual([["one"], ["two"], ["check"]]);
    expect(waves("--max-parallel", "2")).toEqual([["one", "two"], ["check"]]);
    expect(bench.run(["show", id, "--json"]).json.plan.version).toBe(before);
    expect(bench.run(["simulate", id, "--max-parallel", "0"]).code).toBe(2);
    expect(bench.run(["simulate", "PLAN-00000000"]).code).toBe(1);
  });
});
