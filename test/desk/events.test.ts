import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DeskEvent } from "../../src/desk/events.ts";
import { inbox } from "../../src/desk/requests.ts";
import { HOST } from "../builders.ts";
import { approve, type Fixture, fixture, ID, must, propose, standing } from "./fixture.ts";

let f: Fixture;
let told: DeskEvent[];
beforeEach(() => {
  f = fixture();
  told = [];
  f.desk.listen((event) => told.push(event));
});

const CHOICE = {
  goal: "Fewer waits",
  steps: [
    { id: "look", title: "Look around" },
    { id: "swap", title: "Swap it", depends_on: ["look"], decision_id: "store" },
  ],
  decisions: [{ decision_id: "store", header: "Store", question: "Which?", options: ["redis", "disk"] }],
};

const named = (name: DeskEvent["name"]) => told.filter((event) => event.name === name);

describe("events", () => {
  it("of a proposal say which plan, its goal and its steps", async () => {
    await propose(f, CHOICE);
    expect(named("plan.proposed")).toMatchObject([
      {
        journal: ID,
        version: 1,
        by: { kind: "local" },
        data: { revision: 1, plan: { id: ID, goal: "Fewer waits", steps: [{ id: "look" }, { id: "swap" }] } },
      },
    ]);
  });

  it("of a decision say its question and options when it is asked, and what was chosen", async () => {
    await propose(f, CHOICE);
    await approve(f);
    must(await f.desk.send(ID, { type: "decide", decision_id: "store", selections: ["disk"] }, f.person));
    expect(named("decision.requested")).toMatchObject([
      { journal: ID, data: { request: { decision_id: "store", question: "Which?", options: ["redis", "disk"] } } },
    ]);
    expect(named("decision.resolved")).toMatchObject([
      { journal: ID, data: { decision_id: "store", selections: ["disk"] }, by: { kind: "person" } },
    ]);
  });

  it("of a budget that is used up warn of it, under a name of its own", async () => {
    await propose(f, { steps: [{ id: "look", title: "Look around" }] });
    await approve(f);
    must(await f.desk.send(ID, { type: "start", run_id: "run-1" }, HOST));
    must(await f.desk.send(ID, { type: "start_step", step_id: "look" }, HOST));
    must(await f.desk.send(ID, { type: "hit_budget", of: "plan", what: "tokens", used: 12, limit: 10 }, HOST));
    expect(named("resource.warning")).toMatchObject([
      { journal: ID, data: { request: { kind: "budget", what: "tokens", used: 12, limit: 10 } } },
    ]);
  });

  it("of a run say its beginning, each step from what to what and why, and its end", async () => {
    await propose(f, { steps: [{ id: "look", title: "Look around" }] });
    await approve(f);
    must(await f.desk.send(ID, { type: "start", run_id: "run-1" }, HOST));
    must(await f.desk.send(ID, { type: "start_step", step_id: "look" }, HOST));
    const end = { type: "end_step", step_id: "look", outcome: "completed", notes: "three callers" } as const;
    must(await f.desk.send(ID, end, HOST));
    must(await f.desk.send(ID, { type: "complete", summary: "done" }, HOST));
    const run = told.filter(({ name }) => /started|step|completed/.test(name));
    expect(run.map(({ name, journal, data }) => ({ name, journal, data }))).toEqual([
      { name: "plan.started", journal: ID, data: { type: "run_started", run_id: "run-1" } },
      {
        name: "step.updated",
        journal: ID,
        data: { type: "step_updated", step_id: "look", from: "pending", to: "in_progress" },
      },
      {
        name: "step.updated",
        journal: ID,
        data: { type: "step_updated", step_id: "look", from: "in_progress", to: "completed", notes: "three callers" },
      },
      { name: "plan.completed", journal: ID, data: { type: "completed", summary: "done" } },
    ]);
  });

  it("are told after the write: a listener that looks sees what it was told", async () => {
    const seen: Promise<number>[] = [];
    f.desk.listen(() => seen.push(standing(f.open()).then(({ version }) => version)));
    await propose(f);
    expect(await Promise.all(seen)).toEqual(told.map(() => 1));
  });

  it("do no harm when a listener throws: the others hear them, and nothing is lost", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    f = fixture();
    f.desk.listen(() => {
      throw new Error("no listener of yours");
    });
    f.desk.listen((event) => told.push(event));
    await propose(f);
    await approve(f);
    expect(told.map(({ name }) => name)).toEqual([
      "plan.proposed",
      "request.opened",
      "plan.signed",
      "request.answered",
      "plan.approved",
    ]);
    expect(await standing(f.open())).toMatchObject({ status: "approved", version: 2 });
    expect(warned).toHaveBeenCalledTimes(5);
    warned.mockRestore();
  });

  it("may be missed: whoever heard nothing finds the plan, and what it waits for", async () => {
    await propose(f);
    const late = f.open();
    expect((await late.plans({ limit: 10 })).rows).toMatchObject([{ id: ID, status: "proposed", waiting: 1 }]);
    expect(await inbox(late)).toMatchObject([{ id: `${ID}/review-1`, kind: "review" }]);
  });

  it("of a refusal are none", async () => {
    await propose(f);
    const before = told.length;
    await f.desk.send(ID, { type: "approve", revision: 9, digest: "sha256:0" }, f.person);
    expect(told).toHaveLength(before);
  });
});
