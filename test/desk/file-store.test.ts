import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCodec } from "../../src/desk/codec.ts";
import { Desk } from "../../src/desk/desk.ts";
import { FileStore } from "../../src/desk/file-store/file-store.ts";
import { openRows } from "../../src/desk/file-store/row-database.ts";
import { findHome } from "../../src/desk/home.ts";
import { rotateKey } from "../../src/desk/keyring.ts";
import { localActor, type Person } from "../../src/desk/persons.ts";
import { inbox } from "../../src/desk/requests.ts";
import { createToken } from "../../src/desk/tokens.ts";
import { describeStore } from "../../testing/index.ts";
import { lacks } from "../system-programs.ts";
import { childEnvironment } from "./child-environment.ts";
import { contradictions } from "./contradictions.ts";
import type { Call } from "./disk-calls.process.ts";
import { planId, samplePlan } from "./sample-plan.ts";

const ID = planId(1);
let project: string;
let home: string;
let desk: Desk;
let person: Person;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "countersign-project-"));
  home = mkdtempSync(join(tmpdir(), "countersign-home-"));
  desk = open();
  const claim = desk.authenticate({ via: "surface", surface: "test", id: "ada", name: "Ada" });
  if (claim.ok) person = claim.value;
});

afterEach(() => {
  desk.close();
  for (const path of [project, home]) rmSync(path, { recursive: true, force: true });
});

const open = () => new Desk({ directory: project, env: { COUNTERSIGN_HOME: home } });
const plans = (...names: string[]) => join(project, ".pi", "plans", ...names);
const journalOf = (name: string) => plans("sessions", `${name}.jsonl`);

async function propose(id = ID) {
  const outcome = await desk.propose(samplePlan(id), localActor({}));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value.plan;
}

async function ids(from = desk): Promise<string[]> {
  return (await from.plans({ limit: 100 })).rows.map(({ id }) => id).sort();
}

async function eventsOf(name: string): Promise<string[]> {
  const { records } = await desk.store.loadJournal(name);
  return records.flatMap(({ events }) => (events as { type: string }[]).map(({ type }) => type));
}

describeStore(
  "the file store",
  () => {
    const root = mkdtempSync(join(tmpdir(), "countersign-store-"));
    return {
      open: () => {
        const reader = async () => (await loadCodec()).read;
        return new FileStore({ project: root, home: findHome({ COUNTERSIGN_HOME: join(root, "home") }), reader });
      },
      close: () => rmSync(root, { recursive: true, force: true }),
    };
  },
  { describe, it },
);

describe("a project nobody has kept plans in", () => {
  it("stays as it was when somebody looks", async () => {
    expect(await ids()).toEqual([]);
    expect(await desk.plan(ID)).toMatchObject({ ok: false, refusal: { kind: "not_found" } });
    expect(await desk.store.listRequests({ limit: 1 })).toEqual([]);
    expect(readdirSync(project)).toEqual([]);
  });
});

describe("a torn last line", () => {
  it("is cut off at whichever byte the crash came, reported, and nothing before it is lost", async () => {
    await propose();
    // What a crash leaves is past the head: the next record, as far as it got.
    const next = `{"seq":2,"journal":"${ID}","at":"2026-01-01T00:00:00.000Z","by":{"kind":"host"},"events":[{"type":"cancelled"}],"seal":"${"0".repeat(64)}"}`;
    for (let bytes = 1; bytes <= next.length; bytes += bytes < next.length - 1 ? 7 : 1) {
      const whole = readFileSync(journalOf(ID));
      writeFileSync(journalOf(ID), Buffer.concat([whole, Buffer.from(next.slice(0, bytes))]));
      const found = await desk.plan(ID);
      expect(found, `${bytes} bytes`).toMatchObject({
        ok: true,
        value: { kind: "standing", state: { status: "proposed" } },
      });
      const { records, broken, tornBytes } = await desk.store.loadJournal(ID);
      expect({ broken, tornBytes, events: records.at(-1)?.events }).toEqual({
        broken: undefined,
        tornBytes: 0,
        events: [{ type: "journal_repaired", lost_bytes: bytes }],
      });
      expect(readFileSync(journalOf(ID)).subarray(0, whole.length).equals(whole)).toBe(true);
      await startAnew();
    }
  });

  it("is reported in an agent's journal with the next thing it does", async () => {
    await desk.sendAgent("agent", { type: "enter" }, person);
    appendFileSync(journalOf("agent"), '{"seq":2,"half');
    expect(await desk.sendAgent("agent", { type: "ask", question: "Why?" }, person)).toMatchObject({ ok: true });
    expect(await eventsOf("agent")).toEqual(["planning_entered", "journal_repaired", "request_opened"]);
  });

  it("is none where only the line break is missing", async () => {
    await propose();
    truncateSync(journalOf(ID), readFileSync(journalOf(ID)).length - 1);
    expect(await desk.send(ID, { type: "cancel" }, person)).toMatchObject({ ok: true });
    expect(await eventsOf(ID)).not.toContain("journal_repaired");
    expect(await contradictions(desk)).toEqual([]);
  });

  it("that had been acknowledged is not repaired in silence: the head remembers it", async () => {
    await propose();
    await desk.send(ID, { type: "reject", revision: 1 }, person);
    const whole = readFileSync(journalOf(ID));
    const start = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let end = start; end < whole.length - 1; end += 37) {
      writeFileSync(journalOf(ID), whole.subarray(0, end));
      const found = await desk.plan(ID);
      expect(found, `cut at ${end}`).toMatchObject({
        ok: true,
        value: { kind: "broken", broken: { kind: "cut", seq: 2 } },
      });
      expect(await desk.send(ID, { type: "cancel" }, person)).toMatchObject({
        ok: false,
        refusal: { kind: "broken_journal" },
      });
    }
    writeFileSync(journalOf(ID), whole);
    expect(await contradictions(desk)).toEqual([]);
  });

  /** Another project in the same state as the first was. */
  async function startAnew() {
    desk.close();
    rmSync(plans(), { recursive: true });
    rmSync(home, { recursive: true });
    desk = open();
    await propose();
    const fresh = readFileSync(journalOf(ID), "utf8");
    expect(fresh.split("\n")).toHaveLength(2);
  }
});

describe("a commit that a crash cut short", () => {
  it("is discarded if its record never came to be, and leaves nothing behind", async () => {
    await desk.sendAgent("agent", { type: "enter" }, person);
    mkdirSync(plans(".unfinished", `${ID}.1.none`));
    writeFileSync(plans(".unfinished", `${ID}.1.none`, "plans.md"), samplePlan(ID));
    writeFileSync(journalOf(ID), '{"seq":1,"jour');
    expect(await ids()).toEqual([]);
    expect(readdirSync(plans(".unfinished"))).toEqual([]);
    expect(existsSync(journalOf(ID))).toBe(false);
    expect(existsSync(plans(`${ID}.md`))).toBe(false);
    await propose();
    expect(await contradictions(desk)).toEqual([]);
  });

  it("is completed if its record is there", async () => {
    await propose();
    const before = readFileSync(plans(`${ID}.md`));
    const { hash } = await fileOf(ID);
    await desk.send(ID, { type: "cancel" }, person);
    const after = readFileSync(plans(`${ID}.md`));
    mkdirSync(plans(".unfinished", `${ID}.2.${hash}`));
    renameSync(plans(`${ID}.md`), plans(".unfinished", `${ID}.2.${hash}`, "plans.md"));
    writeFileSync(plans(`${ID}.md`), before);
    expect(await desk.plan(ID)).toMatchObject({
      value: { kind: "standing", state: { status: "cancelled", version: 2 } },
    });
    expect(readFileSync(plans(`${ID}.md`)).equals(after)).toBe(true);
    expect(await contradictions(desk)).toEqual([]);
  });

  it("does not overwrite what somebody wrote into the file since", async () => {
    await propose();
    const { hash } = await fileOf(ID);
    await desk.send(ID, { type: "cancel" }, person);
    mkdirSync(plans(".unfinished", `${ID}.2.${hash}`));
    renameSync(plans(`${ID}.md`), plans(".unfinished", `${ID}.2.${hash}`, "plans.md"));
    writeFileSync(plans(`${ID}.md`), samplePlan(ID, "written by hand"));
    await desk.plan(ID);
    expect(readFileSync(plans(`${ID}.md`), "utf8")).toContain("written by hand");
    expect(readdirSync(plans(".unfinished"))).toEqual([]);
  });
});

async function fileOf(id: string) {
  const { file } = await desk.store.loadPlan(id);
  if (file.kind !== "present") throw new Error(file.kind);
  return file;
}

describe("files that come and go by other hands", () => {
  it("are listed, also when something was committed in between", async () => {
    await propose();
    await ids();
    writeFileSync(plans(`${planId(2)}.md`), samplePlan(planId(2)));
    await desk.sendAgent("agent", { type: "enter" }, person);
    await desk.send(ID, { type: "cancel" }, person);
    expect(await ids()).toEqual([ID, planId(2)]);
    rmSync(plans(`${planId(2)}.md`));
    expect(await ids()).toEqual([ID]);
  });

  it("show in the list as they are: unreadable, and readable again", async () => {
    await propose();
    const text = readFileSync(plans(`${ID}.md`), "utf8");
    writeFileSync(plans(`${ID}.md`), "---\nid: [\n---\n");
    expect((await desk.plans({ limit: 1 })).rows[0]).toMatchObject({ id: ID, problem: { kind: "unreadable" } });
    expect(readFileSync(plans(`${ID}.md`), "utf8")).toBe("---\nid: [\n---\n");
    writeFileSync(plans(`${ID}.md`), text);
    expect((await desk.plans({ limit: 1 })).rows[0]?.problem).toBeUndefined();
  });

  it("are not overwritten if they change while we write", async () => {
    await propose();
    const mine = samplePlan(ID, "written at the same moment");
    await desk.store.changePlan(ID, ({ journal }) => {
      writeFileSync(plans(`${ID}.md`), mine);
      const records = [{ at: desk.at(), by: person, events: [{ type: "cancelled", why: "person" }] }];
      expect(journal.records).toHaveLength(1);
      return { result: 0, records, file: { text: "lost", place: "plans" } };
    });
    expect(readFileSync(plans(`${ID}.md`), "utf8")).toBe(mine);
  });
});

describe("the database", () => {
  const DATABASE = [".state/state.db", ".state/state.db-journal"];

  const deleteAll = (names: string[]) => {
    for (const name of names) rmSync(plans(name), { force: true });
  };

  it.each([
    ["is deleted", () => deleteAll(DATABASE)],
    ["loses its journal", () => deleteAll(DATABASE.slice(1))],
    ["is filled with rubbish", () => writeFileSync(plans(".state", "state.db"), "rubbish".repeat(999))],
  ])("can be lost: when it %s under an open desk, everything is listed as before", async (_, lose) => {
    await propose();
    await ids();
    await desk.sendAgent("agent", { type: "ask", question: "Why?" }, person);
    const everything = async () => [
      (await desk.plans({ limit: 9 })).rows,
      await desk.store.listRequests({ limit: 9 }),
      await desk.store.listAgents(),
    ];
    const before = await everything();
    lose();
    expect(await everything()).toEqual(before);
    await propose(planId(2));
    expect(await ids()).toEqual([ID, planId(2)]);
    expect(await contradictions(desk)).toEqual([]);
  });

  it("of a newer program is refused with words", async () => {
    await propose();
    desk.close();
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(plans(".state", "state.db"));
    database.exec("PRAGMA user_version = 99");
    database.close();
    await expect(open().plans({ limit: 1 })).rejects.toThrow(/newer Countersign/);
  });

  it.each([
    [
      "a view that never ends",
      `DROP TABLE meta; CREATE VIEW meta AS WITH RECURSIVE more(key, value) AS (SELECT 'a', 'b' UNION ALL
         SELECT key, value FROM more) SELECT key, value FROM more WHERE value = 'never'`,
    ],
    [
      "a trigger that closes what is open",
      "CREATE TRIGGER hide AFTER INSERT ON requests BEGIN UPDATE requests SET closed_at = '2020' WHERE id = NEW.id; END",
    ],
    ["an index that leaves room for one request", "CREATE UNIQUE INDEX one ON requests (kind)"],
    ["another table, and of an older version", "PRAGMA user_version = 1; DROP TABLE plans; CREATE TABLE plans (id)"],
  ])("of a project that somebody made, with %s, is thrown away", async (_, sql) => {
    desk.close();
    const { DatabaseSync } = await import("node:sqlite");
    mkdirSync(plans(".state"), { recursive: true });
    openRows(plans(".state", "state.db")).close();
    const database = new DatabaseSync(plans(".state", "state.db"));
    database.exec(sql);
    database.close();
    desk = open();
    await propose();
    await propose(planId(2));
    expect((await inbox(desk)).map(({ journal }) => journal).sort()).toEqual([ID, planId(2)]);
  });

  it("is written by a program that runs since before a newer one added columns to it", async () => {
    await propose();
    const { DatabaseSync } = await import("node:sqlite");
    for (const file of [plans(".state", "state.db"), join(home, "home.db")]) {
      const database = new DatabaseSync(file);
      const tables = database.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      );
      for (const { name } of tables.all())
        database.exec(`ALTER TABLE ${name} ADD COLUMN later INTEGER NOT NULL DEFAULT 1`);
      database.close();
    }
    await propose(planId(2));
    await desk.send(ID, { type: "cancel" }, person);
    await desk.sendAgent("pi-1", { type: "enter" }, localActor({}));
    createToken(desk.homeDatabase(), { name: "Ada", roles: [] }, person, desk.at());
    expect(await ids()).toEqual([ID, planId(2)]);
    expect(await desk.store.listAgents()).toMatchObject([{ id: "pi-1", phase: "gathering" }]);
    expect(await contradictions(desk)).toEqual([]);
  });
});

describe("a key that another process has changed", () => {
  it("seals what is written next", async () => {
    await propose();
    const key = rotateKey(findHome({ COUNTERSIGN_HOME: home }));
    await desk.send(ID, { type: "cancel" }, person);
    const { records, broken } = await desk.store.loadJournal(ID);
    expect([records.at(-1)?.key, broken]).toEqual([key.id, undefined]);
  });
});

describe("when a call returns, it is on the disk", () => {
  const run = (...command: [string, ...string[]]) => {
    const [program, ...args] = command;
    const child = spawnSync(program, [...args, join(import.meta.dirname, "disk-calls.process.ts"), project], {
      env: childEnvironment(home),
      encoding: "utf8",
    });
    if (child.status !== 0) throw new Error(child.stderr);
    return child;
  };

  it("the staged file, then the journal, then the file in its place, each with its directory", () => {
    const calls = run(process.execPath)
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Call);
    const during = (act: string) => calls.filter((call) => call.act === act).map(({ call, path }) => `${call} ${path}`);
    const md = `.pi/plans/${ID}.md`;
    const journal = `.pi/plans/sessions/${ID}.jsonl`;
    expect(inOrder(during("propose"))).toEqual([
      "fsync .pi",
      "fsync .",
      "fsync .pi/plans",
      "fdatasync .pi/plans/.unfinished/X/plans.md",
      "fsync .pi/plans/.unfinished/X",
      "fsync .pi/plans/.unfinished",
      `fdatasync ${journal}`,
      "fsync .pi/plans/sessions",
      `rename ${md}`,
      "fsync .pi/plans",
    ]);
    expect(inOrder(during("reject"))).toEqual([
      "fdatasync .pi/plans/.unfinished/X/plans.md",
      "fsync .pi/plans/.unfinished/X",
      "fsync .pi/plans/.unfinished",
      `fdatasync ${journal}`,
      `rename ${md}`,
      "fsync .pi/plans",
    ]);
    expect(inOrder(during("archive")).slice(3)).toEqual([
      `fdatasync ${journal}`,
      `rename .pi/plans/archive/${ID}.md`,
      `rename .pi/plans/archive/${ID}.md`,
      "fsync .pi/plans/archive",
      "fsync .pi/plans",
    ]);
    expect(inOrder(during("restore")).slice(3)).toEqual([
      `fdatasync ${journal}`,
      `rename ${md}`,
      `rename ${md}`,
      "fsync .pi/plans",
      "fsync .pi/plans/archive",
    ]);
    expect(inOrder(during("ask"))).toEqual(["fdatasync .pi/plans/sessions/agent.jsonl", "fsync .pi/plans/sessions"]);
  });

  const canTrace = !lacks("strace");
  it.runIf(canTrace)("the head in the user's directory", () => {
    const { stderr } = run("strace", "-f", "-y", "-s", "200", "-e", "trace=fsync,fdatasync,write", process.execPath);
    const lines = stderr.split("\n");
    const proposed = lines.findIndex((line) => line.includes('\\"act\\":\\"reject\\"'));
    const synced = lines.findLastIndex(
      (line, index) => index < proposed && /f(data)?sync\(\d+<.*home\.db-wal>/.test(line),
    );
    const appended = lines.findLastIndex((line, index) => index < proposed && /fdatasync\(\d+<.*\.jsonl>/.test(line));
    expect(appended).toBeGreaterThan(0);
    expect(synced).toBeGreaterThan(appended);
  });
});

/** Every directory once for each time it had to be synced: the same call twice in a row is one. */
function inOrder(calls: string[]): string[] {
  return calls.filter((call, index) => call !== calls[index - 1] || call.startsWith("rename"));
}

it("throws what fails while a desk is closed: no caller awaits that", () => {
  const reader = async () => (await loadCodec()).read;
  class Failing extends FileStore {
    override close(): Promise<void> {
      void super.close();
      throw new Error("out of room");
    }
  }
  const store = new Failing({ project, home: findHome({ COUNTERSIGN_HOME: home }), reader });
  const failing = new Desk({ directory: project, env: { COUNTERSIGN_HOME: home }, store });
  expect(() => void failing.close()).toThrow("out of room");
});
