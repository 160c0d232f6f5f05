import { mkdirSync, readdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Desk } from "../../src/desk/desk.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import { inbox } from "../../src/desk/requests.ts";
import { watch } from "../../src/desk/watch.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { newLease } from "../../src/run/lease.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { type Fixture, fixture, must } from "./fixture.ts";

// The rows of a run whose steps move on quickly follow a moment later. What others wait for does not.

let f: Fixture;
let other: Desk;
let id: string;
let lease: string;

beforeEach(async () => {
  f = fixture();
  const steps = Array.from({ length: 9 }, (_, n) => ({ id: `s${n}`, title: `Step ${n}` }));
  const { plan } = must(await f.desk.propose({ title: "Many steps", steps }, f.person));
  id = plan.id;
  must(await f.desk.send(id, { type: "approve", revision: 1, digest: plan.proposal.digest }, f.person));
  const taken = must(await acquireRun(f.desk, id, newLease()));
  lease = taken.run.lease?.id ?? "";
  other = f.open();
  // From here on it goes by the rows it finds.
  await other.plans({ limit: 10 });
});

async function start(n: number): Promise<void> {
  const { refusal } = await f.desk.record(id, [{ type: "start_step", step_id: `s${n}` }], lease);
  expect(refusal).toBeUndefined();
}

async function end(n: number, more: object = {}): Promise<void> {
  const result = { output: "", stats: NO_STATS };
  const command = { type: "end_step", step_id: `s${n}`, outcome: "completed", result, ...more } as const;
  const { refusal } = await f.desk.record(id, [command], lease);
  expect(refusal).toBeUndefined();
}

/** How far the feed of another process goes, without looking at any journal. */
async function heard(): Promise<number> {
  return (await other.store.feedPoint()).versions.get(id) ?? 0;
}

describe("steps that move on faster than anybody looks", () => {
  it("are heard of by others a tenth of a second later, each once and in order", async () => {
    const stop = new AbortController();
    const all: string[] = [];
    const listening = (async () => {
      const events: AsyncGenerator<DeskEvent> = watch(other, { signal: stop.signal });
      for await (const { name, version } of events) {
        all.push(`${version} ${name}`);
        if (all.length === 8) return;
      }
    })();
    await vi.waitUntil(async () => (await heard()) > 0);
    const version = must(await f.desk.plan(id));
    const from = version.kind === "standing" ? version.state.version : 0;
    for (let n = 0; n < 4; n++) {
      await start(n);
      await end(n);
    }
    await listening;
    stop.abort();
    expect(all).toEqual(Array.from({ length: 8 }, (_, n) => `${from + n + 1} step.updated`));
  });

  it("are in the lists of others as soon as these ask, however far the rows are", async () => {
    for (let n = 0; n < 4; n++) {
      await start(n);
      await end(n);
    }
    const { rows } = await other.plans({ limit: 10 });
    expect(rows[0]).toMatchObject({ id, steps_done: 4 });
  });

  it("are in the lists and the feed of their own process at once", async () => {
    await start(0);
    await end(0);
    await start(1);
    const { rows } = await f.desk.plans({ limit: 10 });
    expect(rows[0]).toMatchObject({ id, steps_done: 1 });
    const { versions } = await f.desk.store.feedPoint();
    expect(versions.get(id)).toBe(rows[0]?.version);
  });

  it("do not keep others from hearing at once of what is asked of a person, and what came before it", async () => {
    await start(0);
    await start(1);
    await end(1, { outcome: "interrupted", ask: true });
    const waiting = await inbox(other);
    expect(waiting.map(({ kind }) => kind)).toEqual(["interruption"]);
    expect(await heard()).toBe((await f.desk.store.loadPlan(id)).journal.records.length);
  });

  it("do not keep others from hearing at once of an answer, a pause or an end", async () => {
    await start(0);
    await end(0);
    must(await f.desk.send(id, { type: "pause" }, f.person));
    expect(await heard()).toBe((await f.desk.store.loadPlan(id)).journal.records.length);
  });

  it("are all in the rows once the desk is closed", async () => {
    await start(0);
    await end(0);
    await start(1);
    const { length } = (await f.desk.store.loadPlan(id)).journal.records;
    f.desk.close();
    expect(await heard()).toBe(length);
  });

  it("keep records that somebody was given as they were", async () => {
    const { records } = (await f.desk.store.loadPlan(id)).journal;
    const { length } = records;
    await start(0);
    await end(0);
    expect(records).toHaveLength(length);
    expect((await f.desk.store.loadPlan(id)).journal.records).toHaveLength(length + 2);
  });
});

describe("a directory that looked untouched for a while", () => {
  beforeEach(async () => {
    await start(0);
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 60_000);
    afterTest(() => vi.restoreAllMocks());
    await end(0);
    await start(1);
  });

  it("is not written to once it is a link that leads elsewhere", async () => {
    const outside = join(f.root, "outside", "sessions");
    renameSync(join(f.project, ".pi/plans/sessions"), outside);
    symlinkSync(outside, join(f.project, ".pi/plans/sessions"));
    await expect(end(1)).rejects.toThrow(/is a link that leads elsewhere/);
  });

  it("is not written to once what is above it is a link that leads elsewhere", async () => {
    const outside = join(f.root, "outside", "pi");
    renameSync(join(f.project, ".pi"), outside);
    symlinkSync(outside, join(f.project, ".pi"));
    await expect(end(1)).rejects.toThrow(/is a link that leads elsewhere/);
  });

  it("is looked at again when a commit was left there unfinished", async () => {
    const unfinished = join(f.project, ".pi/plans/.unfinished");
    mkdirSync(join(unfinished, `${id}.99.none`));
    await end(1);
    expect(readdirSync(unfinished)).toEqual([]);
  });
});
