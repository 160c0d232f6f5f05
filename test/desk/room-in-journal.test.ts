import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import { loadJournal } from "../../src/desk/file-store/journal-file.ts";
import { MarkedLines } from "../../src/desk/file-store/marked-lines.ts";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { findHome } from "../../src/desk/home.ts";
import { openHomeDatabase } from "../../src/desk/home-database.ts";
import { openKeyring } from "../../src/desk/keyring.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { NO_STATS } from "../../src/lifecycle/step-result.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { newLease } from "../../src/run/lease.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { type Fixture, fixture, must } from "./fixture.ts";

// While steps move on quickly, the journal has room for what comes next: zeros that are written over.

let f: Fixture;
let id: string;
let lease: string;
let path: string;

beforeEach(async () => {
  f = fixture();
  // So many that their file follows once in half a minute, and a clock that goes on by a second each time is no matter.
  const steps = Array.from({ length: 3_000 }, (_, n) => ({ id: `s${n}`, title: `Step ${n}` }));
  const { plan } = must(await f.desk.propose({ title: "Many steps", steps }, f.person));
  id = plan.id;
  path = f.journalFile(id);
  must(await f.desk.send(id, { type: "approve", revision: 1, digest: plan.proposal.digest }, f.person));
  const taken = must(await acquireRun(f.desk, id, newLease()));
  lease = taken.run.lease?.id ?? "";
});

const start = (n: number): PlanCommand => ({ type: "start_step", step_id: `s${n}` });
const end = (n: number): PlanCommand => ({
  type: "end_step",
  step_id: `s${n}`,
  outcome: "completed",
  result: { output: "", stats: NO_STATS },
});

async function record(...commands: PlanCommand[]): Promise<void> {
  const { refusal } = await f.desk.record(id, commands, lease);
  expect(refusal).toBeUndefined();
}

async function versionSeenBy(desk = f.open()): Promise<number> {
  const found = must(await desk.plan(id));
  return found.kind === "standing" ? found.state.version : 0;
}

/** A file that never looks different. */
class LookAlikes extends MarkedLines {
  override areAllOf(): boolean {
    return this.length > 0;
  }

  override areIn(): boolean {
    return true;
  }
}

const zerosAtEnd = () => readFileSync(path).length - readFileSync(path).indexOf(0);

describe("the journal of a run", () => {
  it("does not grow with each step, and everybody sees each of them", async () => {
    await record(start(0));
    const { size } = statSync(path);
    const before = await versionSeenBy();
    for (let n = 0; n < 8; n++) {
      await record(end(n), start(n + 1));
      expect(await versionSeenBy()).toBe(before + n + 1);
    }
    expect(statSync(path).size).toBe(size);
    expect(zerosAtEnd()).toBeGreaterThan(1_000);
  });

  it("has no room left once somebody else has a say", async () => {
    await record(start(0));
    expect(readFileSync(path).includes(0)).toBe(true);
    must(await f.desk.send(id, { type: "pause" }, f.person));
    expect(readFileSync(path).includes(0)).toBe(false);
    expect(readFileSync(path, "utf8").endsWith("}\n")).toBe(true);
  });

  it("is followed by whoever has read it before, though it looks as it did within the grain of its times", async () => {
    await record(start(0));
    const keys = openKeyring(findHome(f.env));
    const database = openHomeDatabase(findHome(f.env));
    afterTest(() => database.close());
    const lines = new LookAlikes();
    const load = () => loadJournal(projectPaths(f.project), id, keys, database.head(f.project, id), lines);
    const before = load().records.length;
    await record(end(0), start(1));
    expect(load()).toMatchObject({ records: { length: before + 1 } });
    expect(load().broken).toBeUndefined();
  });

  it("goes on after half a line that a crash left in its room, and tells of it", async () => {
    await record(start(0));
    const before = await versionSeenBy();
    const bytes = readFileSync(path);
    bytes.write('{"format":1,"seq":9', bytes.indexOf(0) + 600);
    writeFileSync(path, bytes);
    await record(end(0), start(1));
    expect(await versionSeenBy()).toBeGreaterThanOrEqual(before + 2);
    const { entries } = await audit(f.open(), { action: ["journal_repaired"] });
    expect(entries).toMatchObject([{ verified: true, detail: expect.stringContaining("619 bytes") }]);
  });

  it("is not believed if its newest records were made room", async () => {
    await record(start(0));
    const bytes = readFileSync(path);
    const text = bytes.subarray(0, bytes.indexOf(0)).toString();
    bytes.fill(0, text.trimEnd().lastIndexOf("\n") + 1);
    writeFileSync(path, bytes);
    expect(await f.open().plan(id)).toMatchObject({ value: { kind: "broken", broken: { kind: "cut" } } });
  });

  it("does not need it: somebody may cut it off", async () => {
    await record(start(0));
    truncateSync(path, readFileSync(path).indexOf(0));
    await record(end(0), start(1));
    expect(await versionSeenBy()).toBe(await versionSeenBy(f.desk));
    expect(zerosAtEnd()).toBeGreaterThan(1_000);
  });
});
