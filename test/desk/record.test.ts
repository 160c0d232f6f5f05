import { beforeEach, describe, expect, it } from "vitest";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { newLease } from "../../src/run/lease.ts";
import { type Fixture, fixture, must } from "./fixture.ts";

let f: Fixture;
let id: string;
let lease: string;
let version: number;

beforeEach(async () => {
  f = fixture();
  const steps = ["a", "b", "c"].map((step) => ({ id: step, title: `Step ${step}` }));
  const { plan } = must(await f.desk.propose({ title: "Three steps", steps }, f.person));
  id = plan.id;
  must(await f.desk.send(id, { type: "approve", revision: 1, digest: plan.proposal.digest }, f.person));
  const taken = must(await acquireRun(f.desk, id, newLease()));
  lease = taken.run.lease?.id ?? "";
  version = taken.version;
});

const start = (step_id: string): PlanCommand => ({ type: "start_step", step_id });
const completed = (step_id: string): PlanCommand => ({
  ...{ type: "end_step", step_id, outcome: "completed" },
  result: { output: "", stats: NO_STATS },
});
const lost = (step_id: string): PlanCommand => ({ type: "end_step", step_id, outcome: "interrupted", ask: true });

/** The kinds of events that were recorded, one list for each record, as another process reads them. */
async function recorded(): Promise<string[][]> {
  const { records, broken } = await f.open().store.loadJournal(id);
  expect(broken).toBeUndefined();
  return records.slice(version).map(({ events }) => (events as PlanEvent[]).map(({ type }) => type));
}

describe("what an executor says at once", () => {
  it("is one record where steps move on, and says which version it was decided on", async () => {
    expect(await f.desk.record(id, [start("a"), start("b")], lease)).toMatchObject({ done: 2, on: version });
    const next = await f.desk.record(id, [completed("a"), completed("b"), start("c")], lease);
    expect(next).toMatchObject({ done: 3, on: version + 1, plan: { version: version + 2 } });
    expect(await recorded()).toEqual([Array(2).fill("step_updated"), Array(3).fill("step_updated")]);
    const steps = next.plan?.run?.steps;
    expect(["a", "b", "c"].map((step) => steps?.get(step)?.status)).toEqual(["completed", "completed", "in_progress"]);
  });

  it("is read by others as it was decided", async () => {
    await f.desk.record(id, [start("a"), start("b")], lease);
    const { plan } = await f.desk.record(id, [completed("a"), start("c")], lease);
    const found = must(await f.open().plan(id));
    expect(found.kind === "standing" && found.state.version).toBe(plan?.version);
    for (const step of ["a", "b", "c"])
      expect(found.kind === "standing" && found.state.run?.steps.get(step)).toEqual(plan?.run?.steps.get(step));
  });

  it("has a record for each request, which is named after it", async () => {
    await f.desk.record(id, [start("a"), start("b"), start("c")], lease);
    const { plan } = await f.desk.record(id, [completed("a"), lost("b"), lost("c")], lease);
    const ids = openRequests(plan?.requests ?? {}).map((request) => request.id);
    expect(ids).toEqual([`${id}/interruption-${version + 3}.1`, `${id}/interruption-${version + 4}.2`]);
  });

  it("ends at the first that is refused, and what came before it stands", async () => {
    const said = await f.desk.record(id, [start("a"), completed("b"), start("c")], lease);
    expect(said).toMatchObject({ done: 1, on: version, refusal: { kind: expect.any(String) } });
    expect(await recorded()).toEqual([["step_updated"]]);
  });
});
