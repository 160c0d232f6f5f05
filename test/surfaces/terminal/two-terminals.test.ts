import { describe, expect, it } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { countersign, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

const REVIEW = /revision 1\n[\s\S]*1 approve/;

async function planning(bench: PlanBench, goal: string, title: string): Promise<void> {
  bench.says(calls(["submit_plan", { plan: { ...PLAN, title } }]));
  await bench.submit(`/plan ${goal}`);
  await bench.shows(REVIEW);
}

describe("two terminals on one project", () => {
  it("plan different things at once, and each carries out its own", async () => {
    const one = await openPlanBench();
    const two = await openPlanBench({ project: one.project });
    await planning(one, "say two", "First plan");
    await planning(two, "say three", "Second plan");
    expect(await one.screen()).toContain("First plan");
    expect(await two.screen()).toContain("Second plan");
    expect((await one.agents()).sort()).toEqual(["submitted say three", "submitted say two"]);
    two.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("Second done."),
    );
    await approve(two);
    await two.shows("Second done.");
    expect(await one.screen()).toContain("First plan");
    expect(one.saw.requests).toHaveLength(1);
    await one.press("3");
    await one.shows("Why");
    await one.press("enter", "enter");
    await one.until(({ status }) => status === "rejected" || status === "completed");
    await one.shows(/rejected PLAN-\w+/);
    const { rows } = await one.desk.plans({ limit: 5 });
    expect(rows.map(({ title, status }) => [title, status]).sort()).toEqual([
      ["First plan", "rejected"],
      ["Second plan", "completed"],
    ]);
  });

  it("say who was first when a review is answered elsewhere, and keep what was being typed", async () => {
    const bench = await openPlanBench();
    await planning(bench, "say two", "First plan");
    const { id } = await bench.plan();
    await bench.press("2");
    await bench.type("say wh");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    countersign(bench, "approve", id);
    const screen = await bench.shows("rita approved revision 1");
    expect(screen).toContain("say wh");
    await bench.press("escape");
    await bench.shows("All done.");
    expect((await bench.plan()).status).toBe("completed");
  });

  it("say who was first also where the plan is of another session, and show its next revision", async () => {
    const one = await openPlanBench();
    await planning(one, "say two", "First plan");
    const { id } = await one.plan();
    const two = await openPlanBench({ project: one.project });
    await two.submit(`/plan review ${id}`);
    await two.shows(REVIEW);
    const told = Promise.withResolvers<void>();
    const revised = calls(["submit_plan", { plan: { ...PLAN, title: "First plan, said why" } }]);
    one.says(() => told.promise.then(() => revised));
    countersign(one, "request-changes", id, "-m", "say why");
    await two.shows("rita requested changes on revision 1");
    await two.press("escape");
    told.resolve();
    await one.shows("First plan, said why");
    await two.submit(`/plan review ${id}`);
    await two.shows(/First plan, said why[\s\S]*1 approve/);
    one.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    countersign(one, "approve", id);
    await two.shows("rita approved revision 2");
    await one.press("escape");
    await one.shows("All done.");
  });

  it("close a question that was answered elsewhere, and the model gets that answer", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["ask_user", { question: "Which word?", options: ["two", "three"] }]), says("Three it is."));
    await bench.submit("/plan say a word");
    await bench.shows("Which word?");
    const [request] = countersign(bench, "inbox", "--json").match(/pi-[\w-]+\/question-\d+/) ?? [];
    countersign(bench, "answer", request ?? "", "three");
    await bench.shows("rita answered: three");
    await bench.press("escape");
    await bench.shows("Three it is.");
  });

  it("never carry out one plan twice", async () => {
    const one = await openPlanBench();
    await planning(one, "say two", "First plan");
    one.says(() => new Promise<never>(() => {}));
    await approve(one);
    await one.shows("◐ write");
    const { id } = await one.plan();
    const two = await openPlanBench({ project: one.project });
    await two.submit(`/plan run ${id}`);
    await two.shows(/is\s+run\s+by\s+process/);
    expect(two.saw.requests).toEqual([]);
    await one.kill();
    await two.submit(`/plan resume ${id}`);
    // The one is soon followed by the other, which takes its place.
    await two.shows(/checked first|after a check|was interrupted: its check does not pass/);
    await two.shows("! write");
    two.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("All done."),
    );
    await two.submit("/plan resume");
    await two.shows("Step write was interrupted");
    await two.press("1");
    await two.shows("All done.");
    expect((await two.plan()).status).toBe("completed");
    expect(await two.agents()).toEqual(["inactive", "inactive"]);
  });

  it("take the first answer: the second person is told who gave it", async () => {
    const bench = await openPlanBench();
    await planning(bench, "say two", "First plan");
    const { id } = await bench.plan();
    bench.says(says("I stop."));
    await bench.press("3");
    await bench.shows("Why");
    await bench.press("enter", "enter");
    await bench.until(({ status }) => status === "rejected");
    expect(() => countersign(bench, "approve", id)).toThrow(/rejected/);
  });
});
