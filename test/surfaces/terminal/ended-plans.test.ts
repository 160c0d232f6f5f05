import { describe, expect, it } from "vitest";
import { localActor } from "../../../src/desk/persons.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { approve } from "../../agent/bench/approve.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { countersign, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

const WRITES = {
  title: "Write two files",
  steps: [
    { id: "one", title: "Writes b.txt", run: "echo b > b.txt" },
    { id: "two", title: "Writes c.txt", run: "echo c > c.txt", depends_on: ["one"] },
  ],
};

/** A plan that another process has carried out: this session never was at it. */
async function completed(): Promise<{ bench: PlanBench; id: string }> {
  const bench = await openPlanBench({ rows: 40 });
  const proposed = await bench.desk.propose(WRITES, localActor({}));
  if (!proposed.ok) throw new Error(proposed.refusal.message);
  const { id } = proposed.value.plan;
  countersign(bench, "approve", id);
  countersign(bench, "run", id);
  return { bench, id };
}

async function planOf(bench: PlanBench, id: string): Promise<LivePlan> {
  const found = await bench.desk.plan(id);
  if (!found.ok || found.value.kind !== "standing") throw new Error(`There is no ${id}.`);
  return found.value.state;
}

describe("a plan that has ended", () => {
  it("shows in the session that planned it what its steps came to, and what planning alone changed", async () => {
    const bench = await openPlanBench({ rows: 40 });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("1 approve");
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "It says two now." }]),
      says("All done."),
    );
    await approve(bench);
    await bench.shows("All done.");
    bench.project.write("c.txt", "mine\n");
    await bench.submit("/plans");
    await bench.shows("z archive");
    await bench.press("enter");
    const screen = await bench.shows("esc close");
    const { id } = await bench.plan();
    expect(screen).toMatch(new RegExp(`${id} · completed · 2 steps +✓ planning changed nothing`));
    expect(screen).toMatch(/✓ {2}1 ● low +Write it +done\n[\s\S]* → It says two now\.\n/);
    expect(screen).toMatch(/✓ {2}2 · +Look at it +done\n[\s\S]* → two\n/);
    for (const offered of ["comment", "edit", "approve", "[x]", "Your approval"]) expect(screen).not.toContain(offered);
  });

  it("is cloned by /plan clone: the copy waits for its review", async () => {
    const { bench, id } = await completed();
    await bench.submit(`/plan clone ${id}`);
    const screen = await bench.shows(/Proposed PLAN-\w+, a copy of PLAN-\w+\./);
    const [, copy = ""] = /Proposed (PLAN-\w+)/.exec(screen) ?? [];
    expect(screen).toContain(`To review it: /plan review ${copy}`);
    expect(await planOf(bench, copy)).toMatchObject({
      status: "proposed",
      proposal: { plan: { title: WRITES.title } },
    });
  });

  it("is archived and restored by /plan archive", async () => {
    const { bench, id } = await completed();
    await bench.submit(`/plan archive ${id.slice(0, 9)}`);
    await bench.shows(`${id} moved to the archive.`);
    expect((await planOf(bench, id)).archived).toBe(true);
    await bench.submit(`/plan archive ${id} --undo`);
    await bench.shows(`${id} moved out of the archive.`);
    expect((await planOf(bench, id)).archived).toBe(false);
  });

  it("is rolled back by its name, one step or everything, after a look at what that changes", async () => {
    const { bench, id } = await completed();
    await bench.submit(`/plan rollback ${id} two`);
    expect(await bench.shows("Roll back 1 change of step two?")).toContain("remove c.txt");
    await bench.press("1");
    await bench.shows("Rolled back: 1 file as before.");
    expect([bench.project.has("b.txt"), bench.project.has("c.txt")]).toEqual([true, false]);
    bench.project.write("d.txt", "mine\n");
    await bench.submit(`/plan rollback ${id} --everything`);
    expect(await bench.shows(`of ${id}?`)).toMatch(/remove b\.txt\n[\s\S]*remove d\.txt/);
    await bench.press("1");
    await bench.shows("Rolled back: 2 files as before.");
    expect([bench.project.has("b.txt"), bench.project.has("d.txt")]).toEqual([false, false]);
  });

  it("is not asked about where files stand in the way: they are listed", async () => {
    const { bench, id } = await completed();
    bench.project.write("b.txt", "mine\n");
    await bench.submit(`/plan rollback ${id} one`);
    expect(await bench.shows(/in the way|Roll back \d+ change/)).toMatch(/b\.txt: it was changed since/);
    expect(await bench.screen()).not.toContain("Roll back 1 change");
    expect(bench.project.read("b.txt")).toBe("mine\n");
  });

  it("is cloned, archived, restored and rolled back with a key in /plans", async () => {
    const { bench, id } = await completed();
    await bench.submit("/plans");
    expect(await bench.shows("z archive")).toMatch(/Done\n › ✓ Write two files[\s\S]*b roll back {2}c clone/);
    await bench.press("b");
    await bench.shows(`Roll back 2 changes of ${id}?`);
    await bench.press("1");
    await bench.shows("Rolled back: 2 files as before.");
    expect(bench.project.has("b.txt")).toBe(false);
    await bench.submit("/plans");
    await bench.shows("z archive");
    await bench.press("z");
    await bench.shows(/Archive\n › . Write two files/);
    expect((await planOf(bench, id)).archived).toBe(true);
    await bench.shows("z restore");
    await bench.press("z");
    await bench.shows(/Done\n › . Write two files/);
    await bench.press("c");
    await bench.shows(/Proposed PLAN-\w+, a copy of/);
  });
});
