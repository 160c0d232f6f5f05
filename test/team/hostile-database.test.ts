import { type AddressInfo, connect as connectTo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadCodec } from "../../src/desk/codec.ts";
import { findHome } from "../../src/desk/home.ts";
import { localActor } from "../../src/desk/persons.ts";
import type { NewRecord, Store } from "../../src/desk/store.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import { TeamDatabase } from "../../src/team/team-database.ts";
import { planId, samplePlan } from "../desk/sample-plan.ts";
import { Installation, type Server } from "./installation.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

const ID = planId(1);

let postgres: TestPostgres;
let place: Installation;
let one: Server;
let two: Server;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  place = await Installation.make(postgres);
  [one, two] = [await place.server({ name: "one" }), await place.server({ name: "two" })];
});
afterEach(() => place.close());

function sql(query: string, ...values: unknown[]) {
  return two.database.pool.query(query, values);
}

async function propose({ desk, env }: Server, id = ID): Promise<void> {
  expect(await desk.propose(samplePlan(id), localActor(env))).toMatchObject({ ok: true });
}

let asked = 0;
function ask(store: Store, name = "agent"): Promise<number> {
  const at = "2026-01-01T00:00:00.000Z";
  const id = `${name}/question-${asked++}`;
  const request = { kind: "question", question: "Why?", id, opened_at: at, opened_by: HOST };
  const record: NewRecord = { at, by: HOST, events: [{ type: "request_opened", request }] };
  return store.changeJournal(name, ({ records }) => ({ result: records.length + 1, records: [record] }));
}

async function brokenKind({ store }: Server): Promise<string | undefined> {
  return (await store.loadPlan(ID)).journal.broken?.kind;
}

/** Of a server, without the one that listens. */
function connectionsInUse({ database: { pool } }: Server): number {
  return pool.totalCount - pool.idleCount - 1;
}

/** Runs this at the end of each transaction that changes a head. */
async function atCommit(statement: string): Promise<void> {
  await sql(
    `CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`,
  );
  await sql(`CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON countersign.head DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION at_commit()`);
}

describe("somebody with all rights on the database", () => {
  it("cannot bring in a journal of another project", async () => {
    await propose(await place.server({ project: "site" }));
    await sql("INSERT INTO countersign.head SELECT 'shop', journal, life, seq, seal FROM countersign.head");
    await sql("INSERT INTO countersign.record SELECT 'shop', journal, life, seq, line, n FROM countersign.record");
    for (const server of [one, two]) expect(await brokenKind(server)).toBe("foreign");
  });

  it("cannot empty a journal by beginning another life, on any server, even for a moment", async () => {
    await propose(one);
    const { seal, seq } = (await sql("SELECT seal, seq FROM countersign.head")).rows[0];
    for (const forged of ["", "x", seal]) {
      await sql("UPDATE countersign.head SET life = 7, seq = 0, seal = $1", forged);
      for (const server of [one, two]) expect(await brokenKind(server)).toBe("replaced");
    }
    await sql("UPDATE countersign.head SET life = 1, seq = $1, seal = $2", seq, seal);
    for (const server of [one, two]) expect(await brokenKind(server)).toBeUndefined();
  });

  it("cannot choose what the first record of a journal follows", async () => {
    await sql("INSERT INTO countersign.head (project, journal, seal) VALUES ('shop', $1, 'x')", ID);
    expect(await brokenKind(one)).toBe("replaced");
  });

  it("cannot keep a journal from being quarantined by setting its life back", async () => {
    await propose(one);
    await one.store.setAside(ID);
    await propose(one);
    await sql("UPDATE countersign.head SET life = 1");
    expect(await brokenKind(one)).toBe("replaced");
    await one.store.setAside(ID);
    for (const server of [one, two]) expect(await brokenKind(server)).toBeUndefined();
    await propose(two);
    await sql("DELETE FROM countersign.head");
    await one.store.setAside(ID);
    for (const server of [one, two]) expect(await brokenKind(server)).toBeUndefined();
    await propose(one);
  });

  it("gets no change acknowledged that is not recorded", async () => {
    await sql("DELETE FROM countersign.project");
    await expect(ask(one.store)).rejects.toThrow("counter");
    expect((await two.store.loadJournal("agent")).records).toEqual([]);
  });

  it("brings in no name that is not one of a journal", async () => {
    await propose(one);
    await sql("INSERT INTO countersign.head VALUES ('shop', '../x', 1, 3, ''), ('shop', 'a#life', 1, 3, '')");
    await sql("INSERT INTO countersign.record VALUES ('shop', '../x', 1, 3, 'x', 2)");
    expect(await one.store.journalNames()).toEqual([ID]);
    expect((await one.store.feed(0, 10)).records.map(({ journal }) => journal)).toEqual([ID]);
    for (const name of ["../x", `${ID}#life`, "a\0b", ""]) {
      await expect(ask(one.store, name)).rejects.toThrow("has no journal");
      await expect(one.store.loadJournal(name)).rejects.toThrow("has no journal");
    }
  });

  it("makes a text that is no text, or too large, unusable", async () => {
    await propose(one);
    await sql("UPDATE countersign.plan_text SET text = '\\xff'");
    expect((await one.store.loadPlan(ID)).file).toMatchObject({ kind: "unusable", reason: "it is not UTF-8 text" });
    await sql("UPDATE countersign.plan_text SET text = convert_to(repeat('a', 8388609), 'UTF8')");
    expect((await one.store.loadPlan(ID)).file).toMatchObject({ kind: "unusable", reason: "it is larger than 8 MB" });
    expect(await one.store.replaceText(ID, undefined, "x")).toBe(false);
  });

  it("shows no server anything but what was recorded, whatever is swapped, cut, doubled or renumbered", async () => {
    for (let n = 0; n < 6; n++) await ask(one.store, n % 3 === 2 ? "other" : "agent");
    await one.store.setAside("agent");
    for (let n = 0; n < 4; n++) await ask(one.store);
    const truth = (await one.store.loadJournal("agent")).records.map(({ seal }) => seal);
    const home = findHome(two.env);
    await sql("CREATE TABLE heads AS TABLE countersign.head");
    await sql("CREATE TABLE records AS TABLE countersign.record");
    await sql("ALTER TABLE countersign.record DROP CONSTRAINT record_pkey");
    await sql("DROP INDEX countersign.record_by_n");
    const { rows } = await sql("SELECT journal, life, seq, right(line, 66)::text AS line FROM records");
    const seals = ["", "x", ...rows.map(({ line }) => line.slice(0, 64))];
    let state = 7;
    const below = (most: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * most);
    };
    const any = () => `(SELECT ctid FROM countersign.record ORDER BY random() LIMIT 1)`;
    const acts = [
      () => sql(`DELETE FROM countersign.record WHERE ctid = ${any()}`),
      () => sql(`UPDATE countersign.record SET seq = $1 WHERE ctid = ${any()}`, below(8)),
      () => sql(`UPDATE countersign.record SET life = $1 WHERE ctid = ${any()}`, below(4)),
      () => sql(`UPDATE countersign.record SET life = $1`, 1 + below(3)),
      () => sql(`UPDATE countersign.record SET journal = 'agent' WHERE ctid = ${any()}`),
      () => sql(`INSERT INTO countersign.record SELECT * FROM countersign.record WHERE ctid = ${any()}`),
      () =>
        sql(`UPDATE countersign.record SET line = line || E'\\n' || (SELECT line FROM countersign.record WHERE ctid = ${any()})
          WHERE ctid = ${any()}`),
      () =>
        sql(`UPDATE countersign.record SET line = (SELECT line FROM countersign.record WHERE ctid = ${any()})
          WHERE ctid = ${any()}`),
      () => sql("UPDATE countersign.head SET life = $1", below(4)),
      () => sql("UPDATE countersign.head SET seq = $1", below(7) - 1),
      () => sql("UPDATE countersign.head SET seal = $1", seals[below(seals.length)]),
    ];
    let intact = 0;
    for (let round = 0; round < 150; round++) {
      for (let n = below(4); n >= 0; n--) await acts[below(acts.length)]?.();
      two.desk.homeDatabase().access.exec("DELETE FROM heads");
      const fresh = await two.database.store("shop", { home: home, reader: async () => (await loadCodec()).read });
      const [seen, first] = [await one.store.loadJournal("agent"), await fresh.loadJournal("agent")];
      await fresh.close();
      const found = first.records.map(({ seal }) => seal);
      if (!seen.broken)
        expect(
          seen.records.map(({ seal }) => seal),
          `round ${round}`,
        ).toEqual(truth);
      // A server that has never looked may be shown an earlier state of a life, which is a part of what was recorded.
      const isEarlier = rows.some(({ life }) => {
        const whole = rows.filter((row) => row.journal === "agent" && row.life === life).sort((a, b) => a.seq - b.seq);
        return whole.slice(0, found.length).every(({ line }, index) => line.slice(0, 64) === found[index]);
      });
      if (!first.broken) expect(isEarlier, `round ${round}`).toBe(true);
      if (!seen.broken && !first.broken) intact++;
      await sql("TRUNCATE countersign.head, countersign.record");
      await sql("INSERT INTO countersign.head TABLE heads");
      await sql("INSERT INTO countersign.record TABLE records");
      expect((await one.store.loadJournal("agent")).broken, `round ${round}`).toBeUndefined();
    }
    expect(intact).toBeGreaterThan(0);
  });

  it("silences no server with a false notification", async () => {
    await propose(one);
    await sql("SELECT pg_notify('countersign', 'Infinity shop')");
    await vi.waitFor(() => expect(one.store.pulse()).toBe(1), { timeout: 4_000 });
    await ask(two.store);
    await vi.waitFor(() => expect(one.store.pulse()).toBe(2), { timeout: 4_000 });
  });
});

describe("rows that lie", () => {
  it("are gone after a rebuild, and those that are missing come back, also of a plan without a journal", async () => {
    await propose(one);
    await one.store.replaceText(planId(5), undefined, samplePlan(planId(5)));
    await ask(one.store);
    const everything = async () => [
      (await one.store.listPlans({ limit: 10 })).rows.map(({ id, status }) => [id, status]),
      (await one.store.listRequests({ limit: 10 })).map(({ id }) => id),
      (await one.store.listAgents()).map(({ id }) => id),
    ];
    const before = await everything();
    await sql("UPDATE countersign.plan SET id = 'PLAN-00000077' WHERE id = $1", ID);
    await sql("DELETE FROM countersign.plan WHERE id = $1", planId(5));
    await sql("INSERT INTO countersign.agent VALUES ('shop', 'ghost', 'gathering', '{}')");
    await sql("UPDATE countersign.request SET journal = 'ghost', id = 'ghost/' || id");
    await one.store.rebuild();
    expect(await everything()).toEqual(before);
  });

  it("of an agent whose journal is broken ask nothing after a rebuild", async () => {
    await ask(one.store);
    await sql("UPDATE countersign.record SET line = replace(line, 'Why', 'How')");
    await two.store.rebuild();
    expect(await two.store.listRequests({ limit: 10 })).toEqual([]);
  });
});

describe("a quarantined journal", () => {
  it("is not named any more, until another one begins", async () => {
    await propose(one);
    await one.store.setAside(ID);
    for (const { store } of [one, two]) expect(await store.journalNames()).toEqual([]);
  });

  it("is as it was if the quarantine was not committed", async () => {
    await propose(one);
    await atCommit("RAISE 'out of luck'");
    await expect(one.store.setAside(ID)).rejects.toThrow("out of luck");
    expect(await brokenKind(one)).toBeUndefined();
    expect((await one.store.loadPlan(ID)).journal.records).toHaveLength(1);
  });
});

it("finds nothing for a NUL instead of failing", async () => {
  await propose(one);
  const { store } = one;
  expect(await store.planIds("PLAN\0", 10)).toEqual([]);
  expect(await store.listRequests({ id: "a\0", limit: 10 })).toEqual([]);
  expect(await store.listRequests({ journal: "a\0", after: "a b\0", limit: 10 })).toEqual([]);
  expect((await store.listPlans({ status: ["a\0" as never], limit: 10 })).rows).toEqual([]);
});

it("reads again what was committed while it read, instead of calling it cut", async () => {
  await ask(one.store);
  const { pool } = one.database;
  const query = pool.query.bind(pool);
  pool.query = (async (text: string, values: unknown[]) => {
    const found = await query(text, values);
    if (!text.includes("array_agg")) return found;
    pool.query = query as never;
    // The answer comes late.
    await ask(one.store);
    return found;
  }) as never;
  const { broken, records } = await one.store.loadJournal("agent");
  expect([broken, records.length]).toEqual([undefined, 2]);
});

it("does not call a change failed that was committed and not yet remembered", async () => {
  one.desk.homeDatabase().access.exec("CREATE TRIGGER no BEFORE INSERT ON heads BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(await ask(one.store)).toBe(1);
  one.desk.homeDatabase().access.exec("DROP TRIGGER no");
  expect(await ask(one.store)).toBe(2);
});

it("hears of commits after the counter was set back by a restored database", async () => {
  for (let n = 0; n < 5; n++) await ask(one.store);
  await vi.waitFor(() => expect(two.store.pulse()).toBe(5), { timeout: 4_000 });
  await sql("DELETE FROM countersign.record WHERE seq > 1");
  await sql("UPDATE countersign.project SET n = 1");
  await vi.waitFor(() => expect(two.store.pulse()).toBe(1), { timeout: 4_000 });
});

it("notifies others ten times a second at most, and not again without news", async () => {
  const { pool } = one.database;
  const query = vi.spyOn(pool, "query");
  const sent = () => query.mock.calls.filter(([text]) => String(text).includes("pg_notify")).length;
  await ask(one.store);
  await delay(300);
  expect(sent()).toBe(1);
  const began = performance.now();
  for (let n = 0; n < 30; n++) await ask(one.store);
  await delay(150);
  const most = Math.floor((performance.now() - began) / 100) + 1;
  expect(sent() - 1).toBeLessThanOrEqual(most);
  query.mockRestore();
});

it("listens again after the listening connection broke", async () => {
  const listening = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
  const pids = async () => (await sql(listening)).rows.map(({ pid }) => pid as number).sort();
  const before = await pids();
  expect(before).toHaveLength(2);
  await sql("SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE pid = ANY($1)", before);
  await vi.waitFor(async () => expect(await pids()).toHaveLength(2), { timeout: 4_000 });
  expect(connectionsInUse(one)).toBe(0);
});

describe("connections that break", () => {
  it("at the commits of more changes than there are connections are not waited for in a circle", async () => {
    await propose(one);
    await atCommit("PERFORM pg_terminate_backend(pg_backend_pid())");
    const began = performance.now();
    const changes = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => ask(one.store, `agent-${n}`)));
    expect(changes.map(({ status }) => status)).toEqual(changes.map(() => "rejected"));
    expect(performance.now() - began).toBeLessThan(9_000);
    await sql("DROP TRIGGER at_commit ON countersign.head");
    expect(await ask(one.store)).toBe(1);
    await vi.waitFor(() => expect(connectionsInUse(one)).toBe(0), { timeout: 4_000 });
  });

  it("at any statement, before or after it, leave the change whole or undone, as the caller is told, and no connection behind", async () => {
    const { pool } = one.database;
    const connect = pool.connect.bind(pool);
    let committed = 0;
    let isOver = false;
    for (let at = 0; !isOver; at++) {
      for (const isAfter of [false, true]) {
        let count = 0;
        let isBroken = false;
        pool.connect = ((callback?: never) => {
          if (callback) return connect(callback);
          return connect().then((client) => {
            const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
            client.query = (async (...given: unknown[]) => {
              const isHere = !isBroken && count++ === at;
              if (!isHere) return query(...given);
              isBroken = true;
              client.query = query as never;
              if (isAfter) await query(...given);
              const [{ pid }] = ((await query("SELECT pg_backend_pid() AS pid")) as { rows: [{ pid: number }] }).rows;
              await sql("SELECT pg_terminate_backend($1, 1000)", pid);
              return query(...given);
            }) as never;
            return client;
          });
        }) as never;
        const told = await ask(one.store).then(
          () => 1,
          () => 0,
        );
        pool.connect = connect as never;
        isOver = !isBroken;
        const { records, broken } = await two.store.loadJournal("agent");
        expect([broken, records.length], `statement ${at}`).toEqual([undefined, committed + told]);
        committed = records.length;
      }
    }
    expect(committed).toBeGreaterThan(0);
    await vi.waitFor(() => expect(connectionsInUse(one)).toBe(0), { timeout: 4_000 });
  });

  it("by falling silent at the commit leave no doubt whether it happened", async () => {
    const url = new URL(place.url);
    let isNext = false;
    const proxy = createServer((client) => {
      const server = connectTo(Number(url.port), url.hostname);
      let isSilent = false;
      client.on("data", (bytes) => {
        if (isNext && bytes.includes("COMMIT")) [isSilent, isNext] = [true, false];
        server.write(bytes);
      });
      server.on("data", (bytes) => isSilent || client.write(bytes));
      for (const socket of [client, server]) socket.on("error", () => {});
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
    });
    const port = await new Promise<number>((resolve) => {
      proxy.listen(0, "127.0.0.1", () => resolve((proxy.address() as AddressInfo).port));
    });
    const behind = new URL(url);
    [behind.port, behind.search] = [String(port), "query_timeout=500"];
    const database = await TeamDatabase.open(behind.href);
    const reader = async () => (await loadCodec()).read;
    const store = await database.store("shop", { home: findHome(one.env), reader });
    isNext = true;
    expect(await ask(store)).toBe(1);
    expect(isNext).toBe(false);
    expect(await ask(store)).toBe(2);
    await store.close();
    await database.close();
    proxy.close();
  });
});
