import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { changeAgent } from "../src/desk/agents.ts";
import { changePlan } from "../src/desk/change-plan.ts";
import { loadCodec } from "../src/desk/codec.ts";
import type { NewRecord, Store } from "../src/desk/store.ts";
import { type Actor, HOST } from "../src/lifecycle/actor.ts";
import type { AgentCommand } from "../src/lifecycle/agent-phase.ts";
import { ANYONE } from "../src/lifecycle/approvers.ts";
import type { PlanCommand } from "../src/lifecycle/plan-command.ts";
import { defined } from "../src/plan/defined.ts";
import type { PlanId } from "../src/plan/plan.ts";

/** A place that is empty at first. */
export interface StoreUnderTest {
  /** Opens the place once more, as another process would. */
  open(): Store | Promise<Store>;
  close(): void | Promise<void>;
}

/** What the suite needs of a test runner; those of vitest, node:test and most others fit. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** What every store promises (`desk/store.ts`), as tests. */
export function describeStore(
  name: string,
  make: () => StoreUnderTest | Promise<StoreUnderTest>,
  { describe, it }: TestRunner,
): void {
  const holds = (sentence: string, body: (store: Store, another: Store) => Promise<void>) =>
    it(sentence, async () => {
      const place = await make();
      const [store, another] = [await place.open(), await place.open()];
      try {
        await body(store, another);
      } finally {
        await store.close();
        await another.close();
        await place.close();
      }
    });

  describe(name, () => {
    holds("has nothing at first", async (store) => {
      const { journal, file } = await store.loadPlan(ID);
      assert.deepEqual([journal.records, journal.broken, file], [[], undefined, { kind: "missing" }]);
      assert.deepEqual(await store.listPlans({ limit: 10, count: true }), { rows: [], outdated: [], total: 0 });
      assert.deepEqual(await store.listRequests({ limit: 10 }), []);
      assert.equal(await store.countRequests({}), 0);
      assert.deepEqual(await store.listAgents(), []);
      assert.deepEqual(await store.journalNames(), []);
    });

    holds("gives another process what one has committed, sealed and numbered", async (store, another) => {
      await propose(store, ID, 1);
      await send(store, ID, 2, { type: "cancel" }, PERSON);
      const { journal, file } = await another.loadPlan(ID);
      assert.deepEqual(
        journal.records.map(({ seq, at, by }) => [seq, at, by]),
        [
          [1, time(1), AGENT],
          [2, time(2), PERSON],
        ],
      );
      const [first, second] = journal.records;
      assert.equal(second?.prev, first?.seal);
      assert.equal(journal.broken, undefined);
      assert.ok(file.kind === "present" && file.text.includes("status: cancelled"));
      assert.equal(second?.file, file.hash);
    });

    holds("writes nothing for a change without records", async (store) => {
      await store.changePlan(ID, () => ({ result: 0, file: { text: "not to be written", place: "plans" } }));
      const { journal, file } = await store.loadPlan(ID);
      assert.deepEqual([journal.records.length, file.kind], [0, "missing"]);
    });

    holds("writes nothing when the work throws, and lets the next one in", async (store, another) => {
      await propose(store, ID, 1);
      const broken = store.changePlan(ID, () => {
        throw new Error("out of luck");
      });
      await assert.rejects(broken, /out of luck/);
      assert.equal((await another.loadPlan(ID)).journal.records.length, 1);
      await send(another, ID, 2, { type: "cancel" }, PERSON);
    });

    holds("shows every change what the one before it has left", async (store, another) => {
      const seen: number[] = [];
      const change = (from: Store) =>
        from.changeJournal("agent", ({ records }) => {
          seen.push(records.length);
          return { result: undefined, records: [asked(records.length)] };
        });
      await Promise.all(Array.from({ length: 20 }, (_, n) => change(n % 2 ? store : another)));
      assert.deepEqual(
        seen,
        Array.from({ length: 20 }, (_, n) => n),
      );
      const { records } = await store.loadJournal("agent");
      assert.deepEqual(
        records.map(({ seq }) => seq),
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
    });

    holds("appends several records of one change in order", async (store) => {
      await store.changeJournal("agent", () => ({ result: 0, records: [1, 2, 3].map(asked) }));
      const { records } = await store.loadJournal("agent");
      assert.deepEqual(
        records.map(({ seq, at }) => [seq, at]),
        [1, 2, 3].map((n) => [n, time(n)]),
      );
    });

    holds("pages through plans, newest first, each of them once", async (store, another) => {
      for (let n = 1; n <= 7; n++) await propose(store, planId(n), n);
      const pages: PlanId[][] = [];
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const page = await another.listPlans({ limit: 3, count: true, ...defined({ after }) });
        assert.equal(page.total, 7);
        pages.push(page.rows.map(({ id }) => id));
        after = page.next;
      }
      assert.deepEqual(pages, [[7, 6, 5].map(planId), [4, 3, 2].map(planId), [1].map(planId)]);
    });

    holds("lists by status, and what is in the archive apart", async (store, another) => {
      for (let n = 1; n <= 3; n++) await propose(store, planId(n), n);
      await send(store, planId(2), 4, { type: "cancel" }, PERSON);
      await send(store, planId(3), 5, { type: "cancel" }, PERSON);
      await send(store, planId(3), 6, { type: "archive" }, HOST);
      const ids = async (query: object) => (await another.listPlans({ limit: 10, ...query })).rows.map(({ id }) => id);
      assert.deepEqual(await ids({}), [planId(2), planId(1)]);
      assert.deepEqual(await ids({ status: ["proposed"] }), [planId(1)]);
      assert.deepEqual(await ids({ status: ["proposed", "cancelled"] }), [planId(2), planId(1)]);
      assert.deepEqual(await ids({ archived: true }), [planId(3)]);
      const { file } = await another.loadPlan(planId(3));
      assert.ok(file.kind === "present" && file.place === "archive");
    });

    holds("sorts plans in either order, and leaves out the first ones", async (store, another) => {
      for (let n = 1; n <= 3; n++) await propose(store, planId(n), n);
      const ids = async (query: object) => (await another.listPlans({ limit: 10, ...query })).rows.map(({ id }) => id);
      const upwards = [1, 2, 3].map(planId);
      for (const sort of ["updated", "created", "title", "status", "risk", "progress"]) {
        assert.deepEqual(await ids({ sort, order: "asc" }), upwards, sort);
        assert.deepEqual(await ids({ sort }), upwards.toReversed(), sort);
      }
      assert.deepEqual(await ids({ order: "asc", offset: 1, limit: 1 }), [planId(2)]);
    });

    holds("finds plans by words of their files, in any case, each of the words", async (store, another) => {
      for (let n = 1; n <= 3; n++) await propose(store, planId(n), n);
      const found = async (words: string) => {
        const { rows, total } = await another.listPlans({ limit: 10, count: true, words });
        assert.equal(total, rows.length);
        return rows.map(({ id }) => id);
      };
      assert.deepEqual(await found(planId(2).toLowerCase()), [planId(2)]);
      assert.deepEqual(await found(`${planId(2)} TITLE`), [planId(2)]);
      assert.deepEqual(await found(`${planId(2)} ${planId(3)}`), []);
      await propose(store, planId(4), 4);
      assert.deepEqual(await found(planId(4)), [planId(4)]);
      assert.deepEqual(await found("%"), []);
      assert.deepEqual((await found("")).length, 4);
    });

    holds(
      "finds ids by their beginning, in any case, in the archive too, and at most so many",
      async (store, another) => {
        for (let n = 1; n <= 3; n++) await propose(store, planId(n), n);
        await send(store, planId(3), 5, { type: "cancel" }, PERSON);
        await send(store, planId(3), 6, { type: "archive" }, HOST);
        const start = planId(1).slice(0, -1);
        assert.deepEqual(await another.planIds(start, 10), [1, 2, 3].map(planId));
        assert.deepEqual(await another.planIds(start.toLowerCase(), 2), [1, 2].map(planId));
        assert.deepEqual(await another.planIds(planId(2), 10), [planId(2)]);
        assert.deepEqual(await another.planIds("PLAN-%", 10), []);
        await propose(store, "PLAN-aBcDeFgH", 7);
        assert.deepEqual(await another.planIds("plan-AbC", 10), ["PLAN-aBcDeFgH"]);
        assert.equal((await another.planIds("p", 10)).length, 4);
      },
    );

    holds("lists what waits, and forgets nothing that was answered", async (store, another) => {
      await propose(store, ID, 1);
      await ask(store, "agent", 2, { type: "enter" });
      await ask(store, "agent", 3, { type: "ask", question: "Why?", timeout_minutes: 1 });
      await ask(store, "agent", 4, { type: "ask", question: "How?" });
      await ask(store, "agent", 5, {
        type: "answer",
        request_id: "agent/question-3",
        answer: { kind: "question", text: "So." },
      });
      const ids = async (query: object) => (await another.listRequests({ limit: 10, ...query })).map(({ id }) => id);
      assert.deepEqual(await ids({}), [`${ID}/review-1`, "agent/question-2", "agent/question-3"]);
      assert.deepEqual(await ids({ open: true }), [`${ID}/review-1`, "agent/question-2"]);
      assert.deepEqual(await ids({ journal: "agent", open: true }), ["agent/question-2"]);
      assert.deepEqual(await ids({ expired_before: time(100) }), ["agent/question-2"]);
      assert.deepEqual(
        (await another.closedRequests(5)).map(({ id }) => id),
        ["agent/question-3"],
      );
      assert.deepEqual(await ids({ expired_before: time(4) }), []);
      const [first] = await another.listRequests({ limit: 1 });
      const after = `${first?.opened_at} ${first?.id}`;
      assert.deepEqual(await ids({ after }), ["agent/question-2", "agent/question-3"]);
      assert.deepEqual(await ids({ after, open: true, limit: 1 }), ["agent/question-2"]);
      assert.deepEqual([await another.countRequests({}), await another.countRequests({ open: true })], [3, 2]);
      assert.deepEqual(await another.listAgents(), [{ id: "agent", phase: "gathering", updated_at: time(5) }]);
    });

    holds("finds plans that were not touched for long", async (store, another) => {
      await propose(store, planId(1), 1);
      await propose(store, planId(2), 2);
      assert.deepEqual(await another.idlePlans({ statuses: ["proposed"], before: time(1) }), [planId(1)]);
      assert.deepEqual(await another.idlePlans({ statuses: ["approved"], before: time(9) }), []);
    });

    holds("finds what may be overdue, at once", async (store, another) => {
      await propose(store, planId(1), 1);
      await propose(store, planId(2), 2);
      await ask(store, "agent", 3, { type: "enter" });
      await ask(store, "agent", 4, { type: "ask", question: "Why?", timeout_minutes: 1 });
      const idle = [{ statuses: ["proposed"], before: time(1) }];
      const { requests, plans, agents } = await another.overdue(time(100), idle);
      const found = [requests.map(({ id }) => id), plans, agents.map(({ id }) => id)];
      assert.deepEqual(found, [["agent/question-2"], [planId(1)], ["agent"]]);
      assert.deepEqual((await another.overdue(time(4), [])).requests, []);
    });

    holds("finds what runs out next", async (store, another) => {
      await propose(store, planId(1), 1);
      await ask(store, "submitted", 2, { type: "enter" });
      await ask(store, "submitted", 3, { type: "submit", plan_id: planId(1) });
      await ask(store, "agent", 3, { type: "enter" });
      assert.equal((await another.upcoming(time(4))).expires_at, undefined);
      await ask(store, "agent", 4, { type: "ask", question: "Why?", timeout_minutes: 2 });
      await ask(store, "agent", 5, { type: "ask", question: "When?", timeout_minutes: 1 });
      const { expires_at, gathering } = await another.upcoming(time(6));
      assert.deepEqual([expires_at, gathering.map(({ id }) => id)], [time(65), ["agent"]]);
      assert.equal((await another.upcoming(time(65))).expires_at, time(124));
      assert.equal((await another.upcoming(time(124))).expires_at, undefined);
    });

    holds("remembers the latest sign of life, if it has signs, and no record comes of it", async (store, another) => {
      await propose(store, ID, 1);
      const now = { at: time(9) };
      const load = () => Promise.all([another.loadPlan(ID), another.loadJournal("agent")]);
      await load();
      assert.equal(another.lastSign(ID, now), undefined);
      await store.sign(ID, { at: time(3) });
      await store.sign(ID, { at: time(2) });
      await store.sign("agent", { at: time(4) });
      await load();
      assert.deepEqual([another.lastSign(ID, now), another.lastSign("agent", now)], [time(3), time(4)]);
      await another.changePlan(ID, ({ journal }) => {
        assert.deepEqual([another.lastSign(ID, now), journal.records.length], [time(3), 1]);
        return { result: undefined };
      });
      assert.deepEqual([await another.journalNames(), await another.listAgents()], [[ID], []]);
    });

    holds("tells how long ago a heartbeat was within a boot, however the clock was set", async (store, another) => {
      await propose(store, ID, 1);
      const boot = (at: number) => ({ id: "here", at: Date.parse(time(0)) / 1000 + at });
      await store.sign(ID, { at: time(10), boot: boot(0) });
      await another.loadPlan(ID);
      // The clock was set an hour forward, and five seconds have passed.
      const now = { at: time(3615), boot: boot(3600) };
      assert.deepEqual([another.lastSign(ID, now), another.silentSince(ID, now)], [time(3610), time(3610)]);
      // It was set back, and the executor reports again.
      await store.sign(ID, { at: time(6), boot: boot(-10) });
      await another.loadPlan(ID);
      assert.equal(another.lastSign(ID, { at: time(7), boot: boot(-10) }), time(6));
    });

    holds("counts a heartbeat of another boot from when this one first saw it", async (store, another) => {
      await propose(store, ID, 1);
      const from = (at: number) => ({ at: time(at), boot: { id: "here", at: 0 } });
      const there = (at: number) => ({ at: time(at), boot: { id: "there", at: 0 } });
      // Both know it as of their last look, and a look waits for what this store has seen.
      const load = async () => {
        for (const one of [store, another]) await one.loadPlan(ID);
      };
      await store.sign(ID, there(5000));
      await load();
      assert.equal(store.silentSince(ID, from(20)), time(20));
      await load();
      assert.equal(another.silentSince(ID, from(50)), time(20));
      assert.equal(another.lastSign(ID, from(50)), time(5000));
      await store.sign(ID, there(5005));
      await load();
      assert.equal(another.silentSince(ID, from(60)), time(60));
      for (const one of [another, store]) await one.loadPlan(ID);
      assert.equal(store.silentSince(ID, from(70)), time(60));
    });

    holds("names every journal it has", async (store, another) => {
      await propose(store, ID, 1);
      await ask(store, "agent", 2, { type: "enter" });
      assert.deepEqual(await another.journalNames(), [ID, "agent"]);
    });

    holds("feeds every record once, in the order of the commits", async (store, another) => {
      await propose(store, planId(2), 1);
      const { feed, n, versions } = await another.feedPoint();
      assert.deepEqual(versions, new Map([[planId(2), 1]]));
      await propose(another, planId(1), 2);
      await ask(store, "agent", 3, { type: "enter" });
      await send(another, planId(2), 4, { type: "cancel" }, PERSON);
      const page = await store.feed(n, 2);
      assert.deepEqual([page.feed, page.records.map(nameOf), page.isEnd], [feed, [`${planId(1)} 1`, "agent 1"], false]);
      const rest = await store.feed(page.end, 2);
      assert.deepEqual([rest.records.map(nameOf), rest.isEnd], [[`${planId(2)} 2`], true]);
      assert.deepEqual((await store.feed(rest.end, 2)).records, []);
      assert.deepEqual(
        (await store.feedPoint(page.end)).versions,
        new Map([
          [planId(1), 1],
          [planId(2), 1],
          ["agent", 1],
        ]),
      );
    });

    holds(
      "has a pulse that tells within two seconds of what others commit, and of nothing else",
      async (store, another) => {
        await propose(store, ID, 1);
        let before = another.pulse();
        for (let isQuiet = false; !isQuiet; isQuiet = another.pulse() === before) {
          before = another.pulse();
          await delay(QUIET_MS);
        }
        const end = performance.now() + NEWS_MS;
        await send(store, ID, 2, { type: "cancel" }, PERSON);
        while (another.pulse() === before && performance.now() < end) await delay(10);
        assert.notEqual(another.pulse(), before);
      },
    );

    holds("derives the same rows again", async (store, another) => {
      for (let n = 1; n <= 3; n++) await propose(store, planId(n), n);
      await send(store, planId(2), 4, { type: "cancel" }, PERSON);
      await ask(store, "agent", 5, { type: "ask", question: "Why?" });
      const everything = async () => [
        await another.listPlans({ limit: 10 }),
        await another.listRequests({ limit: 10 }),
        await another.listAgents(),
        await another.feedPoint(),
      ];
      const before = await everything();
      await store.rebuild();
      assert.deepEqual(await everything(), before);
    });

    holds("puts a journal aside, and its plan can be proposed again", async (store, another) => {
      await propose(store, ID, 1);
      await store.setAside(ID);
      const { journal } = await another.loadPlan(ID);
      assert.deepEqual([journal.records, journal.broken], [[], undefined]);
      assert.deepEqual(await another.listRequests({ limit: 10 }), []);
      await propose(another, ID, 2);
      assert.equal((await store.loadPlan(ID)).journal.records.length, 1);
    });
  });
}

const AGENT: Actor = { kind: "agent", surface: "test", id: "agent", name: "agent" };
const PERSON: Actor = { kind: "person", surface: "test", id: "ada", name: "Ada", person: "ada" };
const ID = planId(1);
const NEWS_MS = 2_000;
/** Later news of an earlier commit would be taken for those of the next one. */
const QUIET_MS = 1_500;

function planId(n: number): PlanId {
  return `PLAN-${String(n).padStart(8, "0")}`;
}

/** The nth second of a day. */
function time(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
}

function nameOf({ journal, seq }: { journal: string; seq: number }): string {
  return `${journal} ${seq}`;
}

function asked(n: number): NewRecord {
  const request = {
    kind: "question",
    question: "Why?",
    id: `agent/question-${n}`,
    opened_at: time(n),
    opened_by: AGENT,
  };
  return { at: time(n), by: AGENT, events: [{ type: "request_opened", request }] };
}

async function propose(store: Store, id: PlanId, second: number): Promise<void> {
  const codec = await loadCodec();
  const plan = { id, title: "Tidy the shed", steps: [{ id: "look", title: "Look" }] };
  const text = codec.write(plan, {});
  await send(store, id, second, { type: "propose", plan, text, digest: codec.digest(plan) }, AGENT);
}

async function send(store: Store, id: PlanId, second: number, command: PlanCommand, by: Actor): Promise<void> {
  const never = { review_timeout_minutes: 0, stale_after_days: 0, decision_timeout_seconds: 0 };
  const rules = { approvers: ANYONE, ...never, executor_timeout_minutes: 0 };
  const { outcome } = await changePlan(
    store,
    id,
    { command, terms: { at: time(second), by, ...rules } },
    await loadCodec(),
  );
  assert.ok(outcome.ok, JSON.stringify(outcome));
}

async function ask(store: Store, id: string, second: number, command: AgentCommand): Promise<void> {
  const { outcome } = await changeAgent(store, id, command, { by: PERSON, at: time(second), approvers: ANYONE });
  assert.ok(outcome.ok, JSON.stringify(outcome));
}
