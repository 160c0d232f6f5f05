import { describe, expect, it } from "vitest";
import { runGroups } from "../../../../../src/surfaces/web/page/pages/runs/run-groups.ts";
import { planItem } from "../fixtures.ts";

const item = (id: string, more: Partial<ReturnType<typeof planItem>>) => ({ ...planItem(0), id, waiting: 0, ...more });

describe("the list of runs", () => {
  it("has what needs a person first, then what runs, the queue in its order, and what ended", () => {
    const plans = [
      item("PLAN-done", { status: "completed" }),
      item("PLAN-runs", { status: "executing", holder: "here" }),
      item("PLAN-last", { status: "approved" }),
      item("PLAN-asks", { status: "executing", holder: "here", waiting: 1 }),
      item("PLAN-next", { status: "approved" }),
      item("PLAN-stop", { status: "paused" }),
      item("PLAN-lost", { status: "executing", holder: "none" }),
      item("PLAN-sign", { status: "approved" }),
    ];
    const project = plans[0]?.project ?? "";
    const queue = [
      { project, id: "PLAN-next", place: 1 },
      { project, id: "PLAN-last", place: 2 },
    ];
    expect(runGroups(plans, queue).map(({ group, plans: ones }) => [group, ...ones.map(({ id }) => id)])).toEqual([
      ["person", "PLAN-asks", "PLAN-stop", "PLAN-lost"],
      ["running", "PLAN-runs"],
      ["queued", "PLAN-next", "PLAN-last"],
      ["ready", "PLAN-sign"],
      ["ended", "PLAN-done"],
    ]);
  });

  it("has no empty groups", () => {
    expect(runGroups([], [])).toEqual([]);
  });
});
