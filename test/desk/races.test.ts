import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import { Desk } from "../../src/desk/desk.ts";
import { localActor } from "../../src/desk/persons.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { contradictions } from "./contradictions.ts";
import { planId, samplePlan } from "./sample-plan.ts";
import { Workplace } from "./workers.ts";

let workplace: Workplace;
let desk: Desk;

beforeEach(() => {
  workplace = new Workplace();
  desk = new Desk({ directory: workplace.directory, env: workplace.env });
});

afterEach(async () => {
  desk.close();
  await workplace.close();
});

async function propose(id: string): Promise<LivePlan> {
  const outcome = await desk.propose(samplePlan(id), localActor(workplace.env));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value.plan;
}

describe("two processes", () => {
  it("approve and reject the same plan 200 times: one of them succeeds, and everything agrees on which", async () => {
    const [one, two] = await workplace.hire(2);
    if (!one || !two) throw new Error("nobody came");
    const winners: Record<string, number> = {};
    const expected: Record<string, string> = {};
    for (let round = 0; round < 200; round++) {
      const id = planId(round);
      const { proposal } = await propose(id);
      const { revision, digest } = proposal;
      const [approver, rejecter] = round % 2 === 0 ? [one, two] : [two, one];
      const [approved, rejected] = await Promise.all([
        approver.do({ do: "send", id, command: { type: "approve", revision, digest } }),
        rejecter.do({ do: "send", id, command: { type: "reject", revision } }),
      ]);
      expect([approved.ok, rejected.ok].filter(Boolean), `round ${round}`).toHaveLength(1);
      const loser = approved.ok ? rejected : approved;
      if (!loser.ok) expect(loser.refusal).toMatchObject({ kind: "wrong_state", message: expect.any(String) });
      expected[id] = approved.ok ? "approved" : "rejected";
      const winner = `${expected[id]} by ${(approved.ok ? approver : rejecter).name}`;
      winners[winner] = (winners[winner] ?? 0) + 1;
    }
    const { rows } = await desk.plans({ limit: 1000 });
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual(expected);
    const verdicts = (await audit(desk, { action: ["approved", "rejected"] })).entries;
    expect(Object.fromEntries(verdicts.map(({ journal, action }) => [journal, action]))).toEqual(expected);
    expect(verdicts).toHaveLength(200);
    expect(await contradictions(desk)).toEqual([]);
    // A race that always ends the same way is none.
    expect(Object.keys(winners).length).toBeGreaterThan(1);
  });
});

describe("eight processes", () => {
  it("update one plan 50 times each: what they report as written is what was recorded", async () => {
    const { id } = await propose(planId(1));
    const workers = await workplace.hire(8);
    const results = await Promise.all(workers.map((worker) => worker.do({ do: "update", id, times: 50 })));
    expect(results.flatMap(({ others }) => others)).toEqual([]);
    const written = results.flatMap((result) => result.written).sort((a, b) => a - b);
    const conflicts = results.flatMap((result) => result.conflicts);
    expect(written.length + conflicts.length).toBe(400);
    for (const { expected, found } of conflicts) expect(found).toBeGreaterThan(expected);
    // Every version after the proposal was reported by exactly one of them.
    const { records } = await desk.store.loadJournal(id);
    expect(written).toEqual(records.slice(1).map(({ seq }) => seq));
    expect(conflicts.length).toBeGreaterThan(0);
    expect(await contradictions(desk)).toEqual([]);
  });

  it("start at once where nobody has been before, and agree on one key", async () => {
    const workers = await workplace.hire(8);
    const entered = await Promise.all(
      workers.map((worker) => worker.do({ do: "sendAgent", id: worker.name, command: { type: "enter" } })),
    );
    expect(entered.map(({ ok }) => ok)).toEqual(workers.map(() => true));
    const { journals } = await audit(desk);
    expect(journals).toEqual(workers.map(({ name }) => ({ journal: name, records: 1 })));
    const keys = await Promise.all(
      workers.map(async ({ name }) => (await desk.store.loadJournal(name)).records[0]?.key),
    );
    expect(new Set(keys).size).toBe(1);
  });
});

describe("while somebody deletes the database again and again", () => {
  it("four processes lose nothing, and no two write at once", async () => {
    const { id } = await propose(planId(1));
    const workers = await workplace.hire(4);
    let deletions = 0;
    const deleting = setInterval(() => {
      deletions++;
      const ending = ["", "-journal", "-wal", "-shm"][deletions % 4];
      rmSync(join(desk.project, ".pi/plans/.state", `state.db${ending}`), { force: true });
    }, 12);
    const updates = workers.map((worker) => worker.do({ do: "update", id, times: 60 }));
    const results = await Promise.all(updates).finally(() => clearInterval(deleting));
    expect(deletions).toBeGreaterThan(5);
    expect(results.flatMap(({ others }) => others)).toEqual([]);
    const written = results.flatMap((result) => result.written).sort((a, b) => a - b);
    const { records, broken } = await desk.store.loadJournal(id);
    expect(broken).toBeUndefined();
    expect(written).toEqual(records.slice(1).map(({ seq }) => seq));
    expect(await contradictions(desk)).toEqual([]);
  });

  it("a process that waited for its turn keeps its rows in the new one", async () => {
    const state = (ending = "") => join(desk.project, ".pi/plans/.state", `state.db${ending}`);
    const [worker] = await workplace.hire(1);
    await propose(planId(1));
    await desk.plans({ limit: 1 });
    desk.close();
    const saved = readFileSync(state());
    // The worker gets its turn at the database, and waits for the user's directory.
    const home = new DatabaseSync(join(workplace.home, "home.db"));
    home.exec("BEGIN IMMEDIATE");
    const entering = worker?.do({ do: "sendAgent", id: "late", command: { type: "enter" } });
    const probe = new DatabaseSync(state(), { timeout: 0 });
    while (isFree(probe)) await sleep(1);
    probe.close();
    for (const ending of ["", "-journal"]) rmSync(state(ending), { force: true });
    writeFileSync(state(), saved);
    home.exec("COMMIT");
    home.close();
    expect(await entering).toMatchObject({ ok: true });
    expect((await desk.store.listAgents()).map(({ id }) => id)).toEqual(["late"]);
  });
});

function isFree(database: DatabaseSync): boolean {
  try {
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
