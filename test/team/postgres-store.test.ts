import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rotateKey } from "../../src/desk/keyring.ts";
import { localActor, type Person } from "../../src/desk/persons.ts";
import type { NewRecord } from "../../src/desk/store.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { describeStore } from "../../testing/index.ts";
import { planId, samplePlan, withWord } from "../desk/sample-plan.ts";
import { Installation, type Server } from "./installation.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

const ID = planId(1);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describeStore(
  "PostgreSQL store",
  async () => {
    const place = await Installation.make(postgres);
    return { open: async () => (await place.server()).store, close: () => place.close() };
  },
  { describe, it },
);

let place: Installation;
let one: Server;
let two: Server;
beforeEach(async () => {
  place = await Installation.make(postgres);
  [one, two] = [await place.server({ name: "one" }), await place.server({ name: "two" })];
});
afterEach(() => place.close());

function person({ desk }: Server): Person {
  const found = desk.authenticate({ via: "surface", surface: "discord", id: "1", name: "ana" });
  if (!found.ok) throw new Error(found.refusal.message);
  return found.value;
}

async function propose({ desk, env }: Server, id = ID, text = samplePlan(id)): Promise<LivePlan> {
  const outcome = await desk.propose(text, localActor(env));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value.plan;
}

function sql(query: string, ...values: unknown[]) {
  return one.database.pool.query(query, values);
}

let asked = 0;
/** A question that an agent asks. */
function note(text: string): NewRecord {
  const at = "2026-01-01T00:00:00.000Z";
  const request = { kind: "question", question: text, id: `agent/question-${asked++}`, opened_at: at, opened_by: HOST };
  return { at, by: HOST, events: [{ type: "request_opened", request }] };
}

function textOf({ events }: { events: unknown[] }): string {
  return (events[0] as { request: { question: string } }).request.question;
}

/** What a server says of the plan's journal. */
async function broken({ store }: Server): Promise<{ kind: string; seq: number } | undefined> {
  const found = (await store.loadPlan(ID)).journal.broken;
  return found && { kind: found.kind, seq: found.seq };
}

describe("two servers", () => {
  it("approve and reject the same plan 200 times: one succeeds, and both agree on which", async () => {
    const expected: Record<string, string> = {};
    for (let round = 0; round < 200; round++) {
      const id = planId(round);
      const { proposal } = await propose(one, id);
      const { revision, digest } = proposal;
      const [approver, rejecter] = round % 2 ? [one, two] : [two, one];
      const [approved, rejected] = await Promise.all([
        approver.desk.send(id, { type: "approve", revision, digest }, person(approver)),
        rejecter.desk.send(id, { type: "reject", revision, feedback: "no" }, person(rejecter)),
      ]);
      expect([approved.ok, rejected.ok].filter(Boolean), `round ${round}`).toHaveLength(1);
      expected[id] = approved.ok ? "approved" : "rejected";
    }
    for (const { desk } of [one, two]) {
      const { rows } = await desk.plans({ limit: 1000 });
      expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual(expected);
    }
    expect(new Set(Object.values(expected)).size).toBe(2);
  });

  it("write to one journal at once, and to eight: no record is lost, doubled or out of order", async () => {
    const names = Array.from({ length: 8 }, (_, n) => `agent-${n}`);
    const writes = Array.from({ length: 160 }, (_, n) => {
      const { store } = n % 2 ? one : two;
      const name = n < 80 ? "agent-0" : (names[n % 8] ?? "");
      return store.changeJournal(name, ({ records }) => ({ result: records.length, records: [note(`${n}`)] }));
    });
    await Promise.all(writes);
    for (const { store } of [one, two]) {
      const { records, end } = await store.feed(0, 1000);
      expect(records).toHaveLength(160);
      expect(new Set(records.map(({ events }) => JSON.stringify(events))).size).toBe(160);
      for (const name of names) {
        const seqs = records.filter(({ journal }) => journal === name).map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, index) => index + 1));
      }
      expect(end).toBe(160);
    }
  });

  it("follow the feed by the last number they saw, and miss nothing that is committed meanwhile", async () => {
    const seen: string[] = [];
    let last = 0;
    let isOver = false;
    const following = (async () => {
      for (let isRest = false; !isRest; ) {
        isRest = isOver;
        const { records, end } = await two.store.feed(last, 7);
        seen.push(...records.map(({ events }) => JSON.stringify(events)));
        last = end;
        if (records.length > 0) isRest = false;
      }
    })();
    const writes = Array.from({ length: 200 }, (_, n) =>
      one.store.changeJournal(`agent-${n % 16}`, () => ({ result: n, records: [note(`${n}`)] })),
    );
    await Promise.all(writes);
    isOver = true;
    await following;
    expect(new Set(seen).size).toBe(200);
    expect(seen).toHaveLength(200);
  });

  it("have projects of their own", async () => {
    const other = await place.server({ project: "site" });
    await propose(one);
    expect((await other.store.listPlans({ limit: 10 })).rows).toEqual([]);
    expect(await other.store.journalNames()).toEqual([]);
    expect((await other.store.feed(0, 10)).records).toEqual([]);
  });

  it("show an edit of the file that is not in the journal yet, and record it", async () => {
    await propose(one);
    const before = (await one.store.loadPlan(ID)).file;
    if (before.kind !== "present") throw new Error("There is no file.");
    expect(await two.store.replaceText(ID, "another text", "x")).toBe(false);
    expect(await two.store.replaceText(ID, before.text, withWord(before.text, "second"))).toBe(true);
    const page = await one.desk.plans({ limit: 10 });
    expect(page.rows.map(({ version }) => version)).toEqual([2]);
    expect((await one.store.listPlans({ limit: 10 })).outdated).toEqual([]);
  });
});

describe("a line in the database", () => {
  it("is the one that was sealed, byte for byte, whatever is in it", async () => {
    const text = 'NUL \u0000, half a pair \ud800, "quoted" \\ and   spaces';
    await one.store.changeJournal("agent", () => ({ result: 0, records: [note(text)] }));
    const { records, broken: wrong } = await two.store.loadJournal("agent");
    expect([records.map(textOf), wrong]).toEqual([[text], undefined]);
  });

  it("keeps a text with a NUL as it is", async () => {
    await one.store.changePlan(ID, () => ({
      result: 0,
      records: [note("x")],
      file: { text: "a\u0000b", place: "plans" },
      artifacts: [{ name: "a.txt", text: "c\u0000d" }],
    }));
    expect((await two.store.loadPlan(ID)).file).toMatchObject({ text: "a\u0000b" });
  });
});

describe("a database that somebody changed", () => {
  beforeEach(async () => {
    const { revision } = (await propose(one)).proposal;
    await one.desk.send(ID, { type: "request_changes", revision, feedback: "Shorter." }, person(one));
    await propose(one, ID, withWord(samplePlan(ID), "second"));
    await one.desk.send(ID, { type: "cancel" }, person(one));
    expect((await one.store.loadPlan(ID)).journal.records.length).toBe(4);
    // It starts again, and knows only what it remembers.
    await one.close();
    one = await place.server({ name: "one" });
  });

  it("shows an edited line", async () => {
    await sql("UPDATE countersign.record SET line = replace(line, 'Shorter', 'Longer') WHERE seq = 2");
    for (const server of [one, two]) expect(await broken(server)).toEqual({ kind: "changed", seq: 2 });
  });

  it("shows a deleted last record", async () => {
    await sql("DELETE FROM countersign.record WHERE seq = 4");
    for (const server of [one, two]) expect(await broken(server)).toEqual({ kind: "cut", seq: 4 });
  });

  it("shows a journal that was set back with its head, to a server that has seen more", async () => {
    const [third] = (await one.store.loadPlan(ID)).journal.records.slice(2);
    await sql("DELETE FROM countersign.record WHERE seq = 4");
    await sql("UPDATE countersign.head SET seq = 3, seal = $1", third?.seal);
    expect(await broken(one)).toEqual({ kind: "cut", seq: 4 });
    const refused = await one.desk.send(ID, { type: "cancel" }, person(one));
    expect(refused).toMatchObject({ ok: false, refusal: { kind: "broken_journal" } });
    // A server that never looked at it has nothing to compare it with: the head is on every server that has.
    expect(await broken(two)).toBeUndefined();
  });

  it("shows a journal that is gone with its head", async () => {
    await sql("DELETE FROM countersign.record");
    await sql("DELETE FROM countersign.head");
    expect(await broken(one)).toEqual({ kind: "cut", seq: 1 });
    expect(await one.store.journalNames()).toEqual([ID]);
  });

  it("does not let a quarantined journal come back, in its own life or in the next", async () => {
    const { rows: records } = await sql("SELECT * FROM countersign.record ORDER BY seq");
    const last = records.at(-1);
    const seal = /"seal":"([0-9a-f]{64})"\}$/.exec(last.line)?.[1];
    await one.store.setAside(ID);
    expect((await one.store.loadPlan(ID)).journal.records).toEqual([]);
    await sql("UPDATE countersign.head SET life = 1, seq = 4, seal = $1", seal);
    expect(await broken(one)).toEqual({ kind: "replaced", seq: 1 });
    await sql("UPDATE countersign.head SET life = 2");
    await sql("UPDATE countersign.record SET life = 2");
    for (const server of [one, two]) expect(await broken(server)).toMatchObject({ kind: "replaced", seq: 1 });
  });

  it("is unverified without the key, and takes no record of another one", async () => {
    const stranger = await place.server({ name: "stranger", hasKey: false });
    expect(await broken(stranger)).toEqual({ kind: "unverified", seq: 1 });
    await expect(stranger.store.changePlan(ID, () => ({ result: 0, records: [note("I approve.")] }))).rejects.toThrow(
      "The journal is broken",
    );
  });

  it("holds after the key was rotated on every server", async () => {
    const key = rotateKey({ directory: one.env["COUNTERSIGN_HOME"] ?? "", config: "" });
    const { importKey } = await import("../../src/desk/keyring.ts");
    importKey({ directory: two.env["COUNTERSIGN_HOME"] ?? "", config: "" }, key.secret, true);
    await propose(one, planId(2));
    expect([await broken(one), await broken(two)]).toEqual([undefined, undefined]);
    expect((await two.store.loadPlan(planId(2))).journal.broken).toBeUndefined();
  });
});

describe("a connection", () => {
  it("that stops in a transaction does not hold up the others for long", async () => {
    await propose(one);
    const stopped = await two.database.pool.connect();
    const lost = new Promise((resolve) => stopped.once("error", resolve));
    await stopped.query("SET idle_in_transaction_session_timeout = 500");
    await stopped.query("BEGIN");
    await stopped.query("SELECT FROM countersign.head WHERE journal = $1 FOR UPDATE", [ID]);
    const sent = await one.desk.send(ID, { type: "cancel" }, person(one));
    expect(sent.ok).toBe(true);
    expect(await lost).toMatchObject({ code: "25P03" });
    stopped.release(true);
  });

  it("that breaks at the commit leaves no doubt whether it happened", async () => {
    await propose(one);
    // The answer to a COMMIT gets lost, once after the server did it and once before.
    for (const isDone of [true, false]) {
      const text = randomUUID();
      const { pool } = one.database;
      const connect = pool.connect.bind(pool);
      let isFirst = true;
      pool.connect = (async (callback?: never) => {
        // Of statements outside transactions.
        if (callback) return connect(callback);
        const client = await connect();
        if (!isFirst) return client;
        isFirst = false;
        const query = client.query.bind(client);
        client.query = (async (statement: string, values?: unknown[]) => {
          if (statement !== "COMMIT") return query(statement, values);
          if (isDone) await query(statement);
          const { rows } = await query("SELECT pg_backend_pid() AS pid");
          await two.database.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
          return query(statement);
        }) as never;
        return client;
      }) as never;
      const changed = one.store.changeJournal("agent", () => ({ result: text, records: [note(text)] }));
      if (isDone) expect(await changed).toBe(text);
      else await expect(changed).rejects.toThrow();
      pool.connect = connect as never;
      const { records } = await two.store.loadJournal("agent");
      expect(JSON.stringify(records).includes(text)).toBe(isDone);
    }
  });
});

describe("the tables", () => {
  it("are made once, by whichever server comes first, and by several at once", async () => {
    const empty = await Installation.make(postgres);
    const servers = await Promise.all(Array.from({ length: 4 }, () => empty.server()));
    expect(servers).toHaveLength(4);
    await empty.close();
  });

  it("of a newer Countersign are refused", async () => {
    await sql("INSERT INTO countersign.migration VALUES (999)");
    await expect(place.server()).rejects.toThrow("tables of a newer Countersign (version 999");
  });
});

it.skipIf(process.env["COUNTERSIGN_TEST_POSTGRES"] !== undefined)(
  "keeps every acknowledged change when the database crashes, and goes on by itself",
  { timeout: 60_000 },
  async () => {
    const own = await startPostgres();
    const crashing = await Installation.make(own);
    const server = await crashing.server();
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        const text = `${n}`;
        await server.store
          .changeJournal("agent", () => ({ result: 0, records: [note(text)] }))
          .then(() => acknowledged.push(text))
          .catch(() => new Promise((resolve) => setTimeout(resolve, 20)));
      }
    })();
    const until = async (count: number) => {
      while (acknowledged.length < count && !isOver) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await until(30);
    const crashed = await own.crash?.();
    await crashed?.start();
    await until(acknowledged.length + 30);
    isOver = true;
    await writing;
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    const { records, broken: wrong } = await server.store.loadJournal("agent");
    expect(wrong).toBeUndefined();
    const texts = records.map(textOf);
    expect(texts.filter((text) => acknowledged.includes(text))).toEqual(acknowledged);
    expect(new Set(texts).size).toBe(texts.length);
    await crashing.close();
    await own.stop();
  },
);
