import { deepStrictEqual } from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Desk } from "../../src/desk/desk.ts";
import { makePlaces, projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { hashOf } from "../../src/desk/hash-of.ts";
import { findHome } from "../../src/desk/home.ts";
import { openHomeDatabase } from "../../src/desk/home-database.ts";
import { openKeyring } from "../../src/desk/keyring.ts";
import { localActor } from "../../src/desk/persons.ts";
import { type JournalRecord, placeMark, sealRecord } from "../../src/desk/seal.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { digestOf } from "../../src/plan/digest.ts";
import { benchPlan } from "./bench-plan.ts";

/**
 * Fills a project with proposed plans: what the desk would write, byte for byte, without the parsing and the waiting for
 * the disk that would make it take minutes. One plan is proposed in earnest, and the others are copies of it.
 */
export async function fillStore(project: string, count: number): Promise<void> {
  const home = findHome();
  const places = projectPaths(project);
  mkdirSync(project, { recursive: true });
  makePlaces(places);
  const heads = openHomeDatabase(home);
  const keyring = openKeyring(home);
  const model = await proposeOne("PLAN-aaaaaaaa", 77777);
  const place = placeMark(project);
  const start = Date.now();
  const copy = (n: number): { id: string; text: string; record: JournalRecord } => {
    const id = `PLAN-${n.toString(16).padStart(8, "0")}`;
    const rename = (text: string) => text.replaceAll("PLAN-aaaaaaaa", id).replaceAll("module 77777", `module ${n}`);
    const record = JSON.parse(rename(JSON.stringify(model.record))) as JournalRecord<PlanEvent>;
    const [proposed, opened] = record.events;
    if (proposed?.type !== "proposed" || opened?.type !== "request_opened" || opened.request.kind !== "review")
      throw new Error("Not as expected.");
    const digest = digestOf(proposed.plan);
    const replaceDigest = (text: string) => text.replaceAll(model.digest, digest);
    const at = new Date(start - (count - n) * 1000).toISOString();
    const text = replaceDigest(rename(model.text)).replaceAll(model.at, at);
    const events = JSON.parse(replaceDigest(JSON.stringify(record.events)).replaceAll(model.at, at));
    const { seq, journal, by, key, prev } = record;
    return { id, text, record: { seq, journal, place, at, by, events, file: hashOf(text), key, prev } };
  };
  await checkCopy();
  heads.exclusively(() => {
    for (let n = 0; n < count; n++) {
      const { id, text, record } = copy(n);
      const { line, seal } = sealRecord({ ...record, key: keyring.current.id }, keyring.current);
      writeFileSync(places.plan(id, "plans"), text);
      writeFileSync(places.journal(id), `${line}\n`);
      heads.setHead(project, id, { seq: 1, seal });
    }
  });
  heads.close();

  /** A copy must be what the desk would have written, but for the moment and the place. */
  async function checkCopy(): Promise<void> {
    const truth = await proposeOne("PLAN-000004d2", 1234);
    const made = copy(1234);
    const timeless = (text: string, at: string) => text.replaceAll(at, "then");
    deepStrictEqual(timeless(made.text, made.record.at), timeless(truth.text, truth.at));
    deepStrictEqual(
      JSON.parse(timeless(JSON.stringify(made.record.events), made.record.at)),
      JSON.parse(timeless(JSON.stringify(truth.record.events), truth.at)),
    );
  }
}

async function proposeOne(id: string, n: number) {
  const directory = mkdtempSync(join(tmpdir(), "countersign-model-"));
  const desk = new Desk({ directory, env: { COUNTERSIGN_HOME: join(directory, "home") } });
  try {
    const outcome = await desk.propose(benchPlan(id, n), localActor({}));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    const [record] = (await desk.store.loadJournal(id)).records;
    if (record === undefined) throw new Error("Nothing was recorded.");
    const text = readFileSync(projectPaths(desk.project).plan(id, "plans"), "utf8");
    return { record, text, at: record.at, digest: outcome.value.plan.proposal.digest };
  } finally {
    desk.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
