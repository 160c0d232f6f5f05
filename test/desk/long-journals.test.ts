import { beforeEach, describe, expect, it } from "vitest";
import { viewPlan } from "../../src/desk/plan-view.ts";
import type { SealedRecord } from "../../src/desk/seal.ts";
import { watch } from "../../src/desk/watch.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { opening } from "../../src/lifecycle/request.ts";
import { type Fixture, fixture, ID, must, propose } from "./fixture.ts";

// What is counted here must not grow faster than the journal.

const NOTHING: PlanEvent = { type: "journal_repaired", lost_bytes: 1 };

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

describe("a journal that does not hold, and makes no sense from its middle on", () => {
  const LENGTH = 600;
  const MIDDLE = 300;
  let reads: number;

  async function viewed() {
    await propose(f);
    const { journal, file } = await f.desk.store.loadPlan(ID);
    const [first] = journal.records;
    if (first === undefined) throw new Error("Nothing was recorded.");
    const asked = opening(
      { kind: "question", question: "Which?" },
      { journal: ID, version: MIDDLE, at: first.at, by: HOST, minutes: undefined },
    );
    reads = 0;
    const records = Array.from({ length: LENGTH }, (_, index): SealedRecord => {
      const seq = index + 1;
      const senseless: PlanEvent[] = [asked, { type: "queued", priority: 1 }];
      const events = seq === 1 ? first.events : seq === MIDDLE ? senseless : [NOTHING];
      const record = { ...first, seq };
      return Object.defineProperty(record, "events", { get: () => ++reads && events });
    });
    const broken = { kind: "changed", seq: 2, message: "Record 2 was changed after it was sealed." } as const;
    const view = viewPlan({ id: ID, journal: { ...journal, records, broken }, file });
    return view?.kind === "broken" ? view.state : undefined;
  }

  it("is shown as it was before the first record that makes none", async () => {
    const state = await viewed();
    expect(state?.version).toBe(MIDDLE - 1);
    expect(Object.keys(state?.requests ?? {})).toEqual([`${ID}/review-1`]);
  });

  it("is gone through twice at the most", async () => {
    await viewed();
    // Of each record the events are looked up, and then applied.
    expect(reads).toBeLessThanOrEqual(2 * 2 * LENGTH);
  });
});

it("a long feed is read in few pages, for each of them reads its journals", async () => {
  must(await f.desk.sendAgent("bot", { type: "enter" }, f.local));
  const records = Array.from({ length: 8_000 }, () => ({ at: f.desk.at(), by: HOST, events: [NOTHING] }));
  await f.desk.store.changeJournal("bot", () => ({ result: undefined, records }));
  const { store } = f.desk;
  const feed = store.feed.bind(store);
  let pages = 0;
  store.feed = (...args) => {
    pages += 1;
    return feed(...args);
  };
  const stop = new AbortController();
  let last = 0;
  for await (const { version } of watch(f.desk, { since: 0, signal: stop.signal })) {
    expect(version).toBe(last + 1);
    last = version;
    if (version === 1 + records.length) stop.abort();
  }
  expect(pages).toBeLessThanOrEqual(5);
});
