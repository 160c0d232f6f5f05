import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { needsPlanMode } from "../../src/agent/needs-plan-mode.ts";
import { setAside } from "../../src/desk/adopt.ts";
import { claimAgent } from "../../src/desk/agent-pid-file.ts";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { MIGRATIONS } from "../../src/desk/file-store/row-index.ts";
import { type Database, openDatabase } from "../../src/desk/sqlite.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import { newLease } from "../../src/run/lease.ts";
import { approve, type Fixture, fixture, ID, life, must, propose } from "../desk/fixture.ts";
import { afterTest } from "./bench/after-test.ts";

const OWN = "pi-own";
const OTHER = "pi-other";

let f: Fixture;
let sessions: string;
beforeEach(async () => {
  f = fixture();
  sessions = join(f.root, "sessions");
  mkdirSync(sessions);
  await propose(f);
  await derived();
});

/** Everything that there is has its rows. */
async function derived(): Promise<void> {
  await f.desk.plans({ limit: 1 });
}

function isNeeded(cwd = f.project): boolean {
  const now = () => Date.parse(f.desk.at());
  const clock = { now, steady: now, sleep: async () => {} };
  return needsPlanMode({ cwd, sessionManager: { getSessionDir: () => sessions } }, { env: f.env, clock }, OWN);
}

async function plans(agent: string): Promise<void> {
  must(await f.desk.sendAgent(agent, { type: "enter", task: "Say two" }, f.local));
}

/** `state.db` in the hands of somebody else. */
function rows(work: (database: Database) => void, migrations: readonly string[] = MIGRATIONS): void {
  const { database: file } = projectPaths(f.project);
  const database = openDatabase(file, migrations, { durability: "NORMAL", whenDamaged: "" });
  work(database);
  database.close();
}

function removeRows(): void {
  const { database } = projectPaths(f.project);
  f.desk.close();
  for (const end of ["", "-journal"]) rmSync(`${database}${end}`, { force: true });
}

describe("a session that begins in a project with plans", () => {
  it("needs no plan mode for plans that wait, are approved, or have ended", async () => {
    await propose(f, { id: "PLAN-00000001" });
    await approve(f, "PLAN-00000001");
    await life(f, "PLAN-00000002");
    must(
      await f.desk.send(
        "PLAN-00000002",
        { type: "end_step", step_id: "look", outcome: "failed", notes: "no" },
        f.local,
      ),
    );
    must(await f.desk.send("PLAN-00000002", { type: "cancel" }, f.person));
    await propose(f, { id: "PLAN-00000003" });
    must(await f.desk.send("PLAN-00000003", { type: "cancel" }, f.person));
    expect(isNeeded()).toBe(false);
  });

  it("needs none for planning that another session goes on with, or has ended", async () => {
    await plans(OTHER);
    writeFileSync(join(sessions, "2026-11-15_other.jsonl"), "");
    await plans("pi-live");
    const letGo = claimAgent(f.desk, "pi-live");
    await plans("pi-done");
    must(await f.desk.sendAgent("pi-done", { type: "leave", how: "cancelled" }, f.person));
    expect(isNeeded()).toBe(false);
    letGo?.();
    expect(isNeeded()).toBe(true);
  });

  it("needs it for planning that no session goes on with", async () => {
    await plans(OTHER);
    expect(isNeeded()).toBe(true);
  });

  it.each(["executing", "stalled"])("needs it for a plan that is %s and whose process is gone", async (status) => {
    const { pid } = spawnSync("true");
    await approve(f);
    const lease = { ...newLease(), pid };
    must(await f.desk.send(ID, { type: "start", run_id: "run-1", lease }, HOST));
    if (status === "stalled") f.pass(24 * 60);
    await f.desk.plan(ID);
    expect((await f.desk.plans({ limit: 1 })).rows).toMatchObject([{ status }]);
    expect(isNeeded()).toBe(true);
  });

  it("needs none for a run whose agent is alive", async () => {
    await plans(OTHER);
    must(await f.desk.sendAgent(OTHER, { type: "submit", plan_id: ID }, f.local));
    await approve(f);
    must(await f.desk.sendAgent(OTHER, { type: "begin", approved_by: f.person, approved_at: f.desk.at() }, HOST));
    must(await f.desk.send(ID, { type: "start", run_id: "run-1" }, f.local));
    const letGo = claimAgent(f.desk, OTHER);
    expect(isNeeded()).toBe(false);
    letGo?.();
    expect(isNeeded()).toBe(true);
  });

  it("needs it for a cancelled plan whose steps are still in progress, for a week", async () => {
    await life(f, "PLAN-00000002");
    must(await f.desk.send("PLAN-00000002", { type: "cancel" }, f.person));
    expect(isNeeded()).toBe(true);
    f.pass(8 * 24 * 60);
    expect(isNeeded()).toBe(false);
  });

  it("needs it if its own agent has a journal, whatever the rows say", async () => {
    await plans(OWN);
    must(await f.desk.sendAgent(OWN, { type: "leave", how: "cancelled" }, f.person));
    await derived();
    rows((database) => database.exec("DELETE FROM agents"));
    expect(isNeeded()).toBe(true);
  });

  it("needs it if somebody deleted the journal of its own agent, or all plans", async () => {
    await plans(OWN);
    rmSync(f.journalFile(OWN));
    expect(isNeeded()).toBe(true);
    rmSync(join(f.project, ".pi/plans"), { recursive: true });
    expect(isNeeded()).toBe(true);
  });

  it("needs none where there are no plans and never were any of its own", () => {
    rmSync(join(f.project, ".pi/plans"), { recursive: true });
    expect(isNeeded()).toBe(false);
  });

  it("needs none once a person has put the journal of its own agent aside", async () => {
    await plans(OWN);
    writeFileSync(f.journalFile(OWN), readFileSync(f.journalFile(OWN), "utf8").replace("Say two", "Say six"));
    must(await setAside(f.desk, OWN, f.person));
    await derived();
    expect(isNeeded()).toBe(false);
  });
});

describe("rows that cannot be trusted", () => {
  beforeEach(() => expect(isNeeded()).toBe(false));

  it("are not asked once they are deleted, with or without their directory", () => {
    removeRows();
    expect(isNeeded()).toBe(true);
    rmSync(projectPaths(f.project).state, { recursive: true });
    expect(isNeeded()).toBe(true);
  });

  it("are not asked if they are damaged", () => {
    removeRows();
    writeFileSync(projectPaths(f.project).database, "no database".repeat(1000));
    expect(isNeeded()).toBe(true);
  });

  it("are not asked if an older Countersign made them, or a newer one", () => {
    removeRows();
    rows(() => {}, MIGRATIONS.slice(0, -1));
    expect(isNeeded()).toBe(true);
    rows((database) => database.exec("PRAGMA user_version = 99"));
    expect(isNeeded()).toBe(true);
  });

  it("do not tell of cancelled plans whether their steps ended, if an older Countersign wrote them", async () => {
    await approve(f);
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    expect(isNeeded()).toBe(false);
    rows((database) => {
      database.exec("DROP INDEX agents_by_phase; ALTER TABLE plans DROP COLUMN at_work");
      const before = MIGRATIONS.findIndex((migration) => migration.includes("at_work"));
      database.exec(`PRAGMA user_version = ${before}`);
    });
    expect(isNeeded()).toBe(true);
  });

  it("are not asked if plans came or went without them", () => {
    const { plans: directory, journal } = projectPaths(f.project);
    const file = join(directory, "PLAN-00000009.md");
    writeFileSync(file, "---\nid: PLAN-00000009\n---\n");
    expect(isNeeded()).toBe(true);
    rmSync(file);
    expect(isNeeded()).toBe(false);
    rmSync(f.planFile(ID));
    rmSync(journal(ID));
    expect(isNeeded()).toBe(true);
  });

  it("are not asked while a commit is unfinished", () => {
    mkdirSync(join(projectPaths(f.project).unfinished, `${ID}.2.none`));
    expect(isNeeded()).toBe(true);
  });

  it("are not asked after the machine started anew", () => {
    rows((database) => database.exec("UPDATE meta SET value = 'another' WHERE key = 'boot'"));
    expect(isNeeded()).toBe(true);
  });

  it("are not asked in another place, or with another home", () => {
    const moved = join(f.root, "moved");
    cpSync(f.project, moved, { recursive: true, preserveTimestamps: true });
    expect(isNeeded(moved)).toBe(true);
    f.env["COUNTERSIGN_HOME"] = join(f.root, "another");
    afterTest(() => delete f.env["COUNTERSIGN_HOME"]);
    expect(isNeeded()).toBe(true);
  });
});
