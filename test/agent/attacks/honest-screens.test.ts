import { describe, expect, it } from "vitest";
import { HOST } from "../../../src/lifecycle/actor.ts";
import { openPlanBench, PLAN } from "../../surfaces/terminal/plan-bench.ts";
import { calls, says } from "../bench/model.ts";

describe("what a person is shown", () => {
  it("is not that plan mode is off, while the agent only reads after a time-out", async () => {
    const bench = await openPlanBench();
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    const [{ id } = { id: "" }] = await bench.desk.store.listAgents();
    await bench.desk.sendAgent(id, { type: "leave", how: "timed_out" }, HOST);
    await bench.shows("timed out");
    await bench.submit("/plan status");
    expect(await bench.shows(/lifts\s+it\./)).not.toContain("Plan mode is off.");
  });

  it("is not the tree of another planning: who plans something else sees nothing of it", async () => {
    const bench = await openPlanBench();
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    const proposed = await bench.desk.propose(
      { title: "Else", steps: [{ id: "s", title: "S" }] },
      { kind: "agent", surface: "cli", id: "other", name: "other", person: "local" },
    );
    if (!proposed.ok) throw new Error(proposed.refusal.message);
    await bench.submit(`/plan review ${proposed.value.plan.id}`);
    await bench.shows("1 approve");
    expect(await bench.screen()).not.toContain("planning changed nothing");
  });

  it("is told that there is a plan that needs them, when they say go ahead", async () => {
    const bench = await openPlanBench();
    bench.says(calls(["submit_plan", { plan: PLAN }] as never));
    await bench.submit("/plan let a.txt say two");
    for (const n of [1, 2, 3]) {
      await bench.shows(new RegExp(`revision ${n}\\n[\\s\\S]*1 approve`));
      if (n < 3) bench.says(calls(["submit_plan", { plan: { ...PLAN, summary: `No. ${n}` } }] as never));
      await bench.press("2");
      await bench.type("again");
      await bench.press("enter");
    }
    await bench.until(({ status }) => status === "needs_review");
    await bench.shows("1 approve");
    await bench.press("escape");
    bench.says(says("Well."));
    await bench.submit("go ahead");
    expect(await bench.shows("has no revisions left")).not.toContain("There is no plan to approve yet");
  });
});
