import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import type { PlanCommand } from "../../../src/lifecycle/plan-command.ts";
import { acquireRun } from "../../../src/run/acquire-run.ts";
import { newLease } from "../../../src/run/lease.ts";
import { runQuestions } from "../../../src/surfaces/cli/run/run-questions.ts";
import { deadRun } from "../../../testing/plan-stages.ts";
import { amend } from "../../builders.ts";
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
      out: expect.stringContaining(`To continue with the other steps: countersign retry ${id}`),
    });
    expect(bench.run(["audit", id]).out).toContain("done by hand");
    expect(bench.ana("retry", id)).toMatchObject({ code: 0, out: expect.stringContaining(`${id} can continue.\n`) });
    expect(bench.run(["run", id]).code).toBe(0);
    expect(await bench.steps(id)).toEqual({ a: "skipped", b: "completed" });
  });

  it.each([
    ["retry"],
    ["skip", "--reason", "x"],
  ])("names the steps there are before a person is asked: %s", async (command, ...more) => {
    const bench = new RunBench();
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    expect(bench.run([command, id, "nope", ...more]).err).toContain("The plan has no step nope.\nIts steps: a, b.");
  });

  it("fail names the steps there are before a person is asked", async () => {
    const bench = new RunBench();
    const id = await bench.at((desk) => {
      const person = must(desk.authenticate({ via: "token", secret: bench.secret }));
      return deadRun({ desk, person });
    });
    expect(bench.run(["fail", id, "nope"]).err).toContain("The plan has no step nope.\nIts steps: one, two, three.");
  });

  it("show counts as rolled back the steps that it names", async () => {
    const bench = new RunBench({ git: true });
    const id = await bench.signed(FAILS);
    bench.run(["run", id]);
    bench.ana("skip", id, "a", "--reason", "x");
    bench.ana("retry", id);
    bench.run(["run", id]);
    bench.ana("rollback", id);
    const { out } = bench.run(["show", id]);
    expect(out).toContain("completed, 1 of 2 steps rolled back");
    expect(out).toMatch(/ana rolled back b just now; a stays skipped/);
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
      must(await acquireRun(desk, id, lease));
      const over: PlanCommand = { type: "hit_budget", of: { step_id: "a" }, what: "tokens", used: 2, limit: 1 };
      const left: PlanCommand = { type: "end_step", step_id: "a", outcome: "interrupted" };
      const all: PlanCommand[] = [{ type: "start_step", step_id: "a" }, over, left, { type: "release_lease" }];
      expect(await desk.record(id, all, lease.id)).toMatchObject({ done: 4 });
    });
    expect(bench.ana("run", id, "--resume").err).toContain("Decide on the interrupted steps (a)");
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
    ["retry", ["PLAN"], FAILS],
    ["skip", ["PLAN", "a", "--reason", "x"], FAILS],
    ["decide", ["PLAN", "when", "now"], ASKS],
  ])("lets no agent and nobody unknown %s", async (command, words, draft) => {
    const bench = new RunBench();
    const id = await bench.signed(draft);
    bench.run(["run", id, "--no-wait"]);
    const { version } = await bench.plan(id);
    const args = [command, ...words.map((word) => (word === "PLAN" ? id : word)), "--json"];
    expect(bench.run(args).json.error.kind).toBe("no_person");
    const env = { COUNTERSIGN_AGENT: "bot", COUNTERSIGN_APPROVER_TOKEN: bench.secret };
    expect(bench.run(args, { env }).json.error.kind).toBe("inside_agent");
    expect((await bench.plan(id)).version).toBe(version);
  });

  it("says which steps were done by the default of a decision that is answered late", async () => {
    const bench = new RunBench();
    const [asked] = ASKS.decisions;
    const draft = {
      ...ASKS,
      steps: [...ASKS.steps, { id: "b", title: "Fails", run: "false", depends_on: ["a"] }],
      decisions: [{ ...asked, default: ["now"], deadline_minutes: 1 }],
    };
    const yesterday = new Date(Date.now() - 86_400_000);
    const desk = new Desk({ directory: bench.project, env: bench.env, now: () => yesterday });
    const { plan } = must(await desk.propose(draft, localActor({})));
    const { revision, digest } = plan.proposal;
    const ana = must(desk.authenticate({ via: "token", secret: bench.secret }));
    must(await desk.send(plan.id, { type: "approve", revision, digest }, ana));
    desk.close();
    expect(bench.run(["run", plan.id]).code).toBe(1);
    expect(await bench.steps(plan.id)).toEqual({ a: "completed", b: "failed" });
    expect(bench.ana("answer", `${plan.id}/when`, "never").out).toMatch(
      /^Answered .*\. Done by an earlier answer: a\.\n$/,
    );
  });

  it("keeps the note of a refusal that was given while it ran", async () => {
    const bench = new RunBench();
    const id = await bench.signed({
      title: "Wants more",
      steps: [{ id: "a", title: "A", tools: ["edit"], files: ["src/**"] }],
    });
    await bench.at(async (desk) => {
      const lease = newLease();
      must(await acquireRun(desk, id, lease));
      expect(await desk.record(id, [{ type: "start_step", step_id: "a" }, amend("a")], lease.id)).toMatchObject({
        done: 2,
      });
      const [question] = runQuestions(await bench.plan(id));
      const ana = must(desk.authenticate({ via: "token", secret: bench.secret }));
      const refusing = question?.choices.filter(({ refuses }) => refuses) ?? [];
      expect(question?.note).toContain("What should be done instead?");
      expect(await question?.give(refusing, desk, ana, "use docs")).toMatchObject({ ok: true });
    });
    expect(bench.run(["inbox", "--all"]).out).toContain("ana refused it: use docs");
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
