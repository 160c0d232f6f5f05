import { describe, expect, it } from "vitest";
import type { Desk } from "../../src/desk/desk.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import type { Snapshot, SnapshotName } from "../../src/run/snapshot.ts";
import { snapshotsOfPlan } from "../../src/run/snapshots-of-plan.ts";

const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.500Z`;

const started = { type: "run_started", run_id: "r", snapshot: "s0" } as PlanEvent;
const takenUp = { type: "lease_taken", lease: {} } as PlanEvent;
const begins = (step_id: string) =>
  ({ type: "step_updated", step_id, from: "pending", to: "in_progress" }) as PlanEvent;

function ends(step_id: string, snapshot: string, ...paths: string[]): PlanEvent {
  const artifacts = paths.map((path) => ({ path, how: "changed" as const }));
  const result = { output: "", stats: NO_STATS, snapshot, artifacts };
  return { type: "step_updated", step_id, from: "in_progress", to: "completed", result };
}

/** Events and looks at their seconds. */
function read(events: [number, PlanEvent][], looks: [number, string, SnapshotName][]) {
  const records = events.map(([second, event]) => ({ at: time(second), events: [event] }));
  const desk = { store: { loadJournal: async () => ({ records }) } } as unknown as Desk;
  const listed = looks.map(([second, id, name], at): Snapshot => {
    return { id, run: "r", number: at + 1, name, at: time(second).replace(".500", ".000") };
  });
  return snapshotsOfPlan(desk, "PLAN-0000abcd", listed);
}

const a: SnapshotName = { step: "a", attempt: 1 };
const b: SnapshotName = { step: "b", attempt: 1 };

describe("the trees of a plan", () => {
  it("are those before and after each step, one after the other", async () => {
    const trees = await read(
      [
        [1, started],
        [2, begins("a")],
        [3, ends("a", "s1", "x")],
        [3, begins("b")],
        [4, ends("b", "s2", "y")],
      ],
      [
        [0, "s0", "before"],
        [3, "s1", a],
        [4, "s2", b],
      ],
    );
    expect(trees).toMatchObject({ before: "s0", last: "s2", gaps: [] });
    expect([...trees.steps]).toEqual([
      ["a", { before: "s0", after: "s1", paths: ["x"], during: [] }],
      ["b", { before: "s1", after: "s2", paths: ["y"], during: [] }],
    ]);
  });

  it("begin anew where a run was taken up, also if the look was dated after the step began", async () => {
    const trees = await read(
      [
        [1, started],
        [2, begins("a")],
        [3, ends("a", "s1", "x")],
        [8, takenUp],
        [8, begins("b")],
        [10, ends("b", "s3", "y")],
      ],
      [
        [0, "s0", "before"],
        [3, "s1", a],
        [9, "s2", "before"],
        [10, "s3", b],
      ],
    );
    expect(trees.steps.get("b")).toEqual({ before: "s2", after: "s3", paths: ["y"], during: [] });
    expect(trees.gaps).toEqual([{ from: "s1", to: "s2", excused: [] }]);
  });

  it("give a step that was broken off what it did before, and excuse it", async () => {
    const trees = await read(
      [
        [1, started],
        [2, begins("a")],
        [3, ends("a", "s1")],
        [4, begins("b")],
        [8, takenUp],
        [9, begins("b")],
        [10, ends("b", "s3", "y")],
      ],
      [
        [0, "s0", "before"],
        [3, "s1", a],
        [8, "s2", "before"],
        [10, "s3", b],
      ],
    );
    expect(trees.steps.get("b")).toEqual({ before: "s1", after: "s3", paths: ["y"], during: [] });
    expect(trees.gaps).toEqual([{ from: "s1", to: "s2", excused: ["b"] }]);
  });

  it("begin before a lost step, also if the run was taken over within the same second", async () => {
    const trees = await read(
      [
        [1, started],
        [2, begins("a")],
        [3, takenUp],
        [4, ends("a", "s2", "x")],
      ],
      [
        [0, "s0", "before"],
        [3, "s1", "before"],
        [4, "s2", a],
      ],
    );
    expect(trees.steps.get("a")).toEqual({ before: "s0", after: "s2", paths: ["x"], during: [] });
    expect(trees.gaps).toEqual([{ from: "s0", to: "s1", excused: ["a"] }]);
  });

  it("forget what was taken back, and hold nobody else responsible for it", async () => {
    const back: PlanEvent = { type: "rolled_back", steps: ["a"], to: "s0" };
    const trees = await read(
      [
        [1, started],
        [2, begins("a")],
        [3, ends("a", "s1", "x")],
        [6, back],
        [8, takenUp],
        [9, begins("a")],
        [10, ends("a", "s5", "x")],
      ],
      [
        [0, "s0", "before"],
        [3, "s1", a],
        [5, "s2", "before rollback"],
        [5, "s3", "after rollback"],
        [8, "s4", "before"],
        [10, "s5", a],
      ],
    );
    expect(trees.steps.get("a")).toEqual({ before: "s4", after: "s5", paths: ["x"], during: [] });
    expect(trees.gaps).toEqual([
      { from: "s1", to: "s2", excused: ["a"] },
      { from: "s2", to: "s3", excused: ["a"], isRollback: true },
      { from: "s3", to: "s4", excused: [] },
    ]);
  });
});
