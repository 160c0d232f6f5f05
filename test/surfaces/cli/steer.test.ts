import { describe, expect, it } from "vitest";
import type { PlanCommand } from "../../../src/lifecycle/plan-command.ts";
import { newLease } from "../../../src/run/lease.ts";
import { takeRun } from "../../../src/run/take-run.ts";
import { must } from "../../desk/fixture.ts";
import { RunBench } from "./run-bench.ts";

const FAILS = {
  title: "Fails",
  steps: [
    { id: "a", title: "Fails", run: "false" },
    { id: "b", title: "Comes after", run: "echo b > b.txt", depends_on: ["a"] },
  ],
};

const ASKS = {
  title: "Asks",
  steps: [{ id: "a", title: "Waits", run: "true", decision_id: "when" }],
  decisions: [
    { decision_id: "when", header: "When", question: "When?", options: [{ label: "now" }, { label: "never" }] },
  ],
};

describe("steering a run", () => {
  it("skips a step with a reason that stands in the record, and goes on without it", async () => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    expect(bench.ana("skip", id, "a")).toMatchObject({ code: 2, err: expect.stringContaining("--reason") });
    expect(bench.ana("skip", id, "a", "--reason", "done by hand")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`countersign retry ${id}`),
    });
    expect(bench.run(["audit", id]).out).toContain("done by hand");
    expect(bench.ana("retry", id).code).toBe(0);
    expect(bench.run(["run", id]).code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "skipped", b: "completed" });
  });

  it("retries only what failed, and refuses a step that did not", async () => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    expect(bench.ana("retry", id, "b").err).toContain("which failed; retry or skip that one");
    expect(bench.ana("retry", id, "nope").err).toContain("no step nope");
    expect(bench.ana("retry", id, "--json").json.plan.status).toBe("approved");
    expect(bench.ana("retry", id).code).toBe(1);
  });

  it("says what becomes of a step that was left over its budget, also once an answer has let the run go on", async () => {
    const bench = new RunBench();
    const id = await bench.signed({ title: "Costs", steps: [{ id: "a", title: "Costs", run: "echo a > a.txt" }] });
    await bench.at(async (desk) => {
      const lease = newLease();
      must(await takeRun(desk, id, lease));
      const over: PlanCommand = { type: "hit_budget", of: { step_id: "a" }, what: "tokens", used: 2, limit: 1 };
      const left: PlanCommand = { type: "end_step", step_id: "a", outcome: "interrupted" };
      const all: PlanCommand[] = [{ type: "start_step", step_id: "a" }, over, left, { type: "release_lease" }];
      expect(await desk.record(id, all, lease.id)).toMatchObject({ done: 4 });
    });
    expect(bench.ana("run", id, "--resume").err).toContain("Say what becomes of what was interrupted (a)");
    const [, budget = ""] = /(\S+\/budget-\S+)/.exec(bench.run(["inbox"]).out) ?? [];
    expect(bench.ana("answer", budget, "go_on").code).toBe(0);
    expect((await bench.plan(id)).status).toBe("executing");
    expect(bench.ana("resume", id, "--again").code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "completed" });
  });

  it("takes a decision before the run, several at once, and refuses what is no choice", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Decides",
      steps: [{ id: "a", title: "Goes by it", run: "true", decision_id: "which" }],
      decisions: [
        {
          ...{ decision_id: "which", header: "Which", question: "Which ones?", multi_select: true },
          options: [{ label: "one" }, { label: "two" }, { label: "three" }],
        },
      ],
    });
    expect(bench.ana("decide", id, "which", "one,four", "--json").json.error.kind).toBe("unknown_option");
    expect(bench.ana("decide", id, "that", "one").err).toContain("that");
    expect(bench.ana("decide", id, "which", "one,three")).toMatchObject({
      code: 0,
      out: expect.stringContaining("one, three"),
    });
    expect(bench.run(["run", id, "--no-wait"]).code).toBe(0);
    expect((await bench.plan(id)).selections).toEqual({ which: ["one", "three"] });
  });

  it("marks a paused plan as failed, with a reason and what became of its steps", async () => {
    const bench = new RunBench();
    const id = await bench.signed(ASKS);
    expect(bench.run(["run", id, "--no-wait"]).code).toBe(3);
    expect(bench.run(["fail", id], { env: { COUNTERSIGN_AGENT: "bot" } })).toMatchObject({ code: 1 });
    expect(bench.run(["fail", id, "--reason", "nobody knows"]).out).toContain(`countersign retry ${id}`);
    expect((await bench.plan(id)).status).toBe("failed");
    expect(bench.run(["run", id]).err).toContain("has failed: nobody knows");
  });

  it("clones a plan: the same text, another id, signed by nobody", async () => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    const { plan, cloned_from } = bench.run(["clone", id, "--json"]).json;
    expect(cloned_from).toBe(id);
    expect(plan).toMatchObject({ status: "proposed", revision: 1, title: "Fails" });
    expect(plan.id).not.toBe(id);
    expect(plan.steps.map(({ id: step, status, run }: Record<string, string>) => [step, status, run])).toEqual([
      ["a", "pending", "false"],
      ["b", "pending", "echo b > b.txt"],
    ]);
    expect(bench.run(["run", plan.id]).err).toContain(`countersign approve ${plan.id}`);
  });

  it.each([
    ["retry", ["PLAN"]],
    ["skip", ["PLAN", "a", "--reason", "x"]],
    ["decide", ["PLAN", "when", "now"]],
  ])("lets no agent and nobody unknown %s", async (command, words) => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    const { version } = await bench.plan(id);
    const args = [command, ...words.map((word) => (word === "PLAN" ? id : word)), "--json"];
    expect(bench.run(args).json.error.kind).toBe("no_person");
    const env = { COUNTERSIGN_AGENT: "bot", COUNTERSIGN_APPROVER_TOKEN: bench.secret };
    expect(bench.run(args, { env }).json.error.kind).toBe("inside_agent");
    expect((await bench.plan(id)).version).toBe(version);
  });

  it("lets no agent and nobody unknown resume", async () => {
    const bench = new RunBench();
    const id = await bench.signed(ASKS);
    expect(bench.run(["run", id, "--no-wait"]).code).toBe(3);
    const { version } = await bench.plan(id);
    for (const args of [
      ["resume", id, "--json"],
      ["run", id, "--resume", "--json"],
    ]) {
      expect(bench.run(args).json.error.kind).toBe("no_person");
      expect(bench.run(args, { env: { COUNTERSIGN_AGENT: "bot" } }).json.error.kind).toBe("inside_agent");
    }
    expect((await bench.plan(id)).version).toBe(version);
  });

  it("lets no agent pause", async () => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    expect(bench.run(["pause", id], { env: { COUNTERSIGN_AGENT: "bot" } }).code).toBe(1);
    expect(bench.run(["pause", id]).err).toContain("cannot be paused");
  });
});
