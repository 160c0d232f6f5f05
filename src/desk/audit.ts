import type { Actor } from "../lifecycle/actor.ts";
import { movedDeadline } from "../lifecycle/clock-change.ts";
import type { Request, RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import { isPlanId } from "../plan/plan.ts";
import { type AuditedEvent, type AuditFacts, auditFacts } from "./audit-facts.ts";
import { auditWords } from "./audit-words.ts";
import { breathe } from "./breathe.ts";
import type { Desk } from "./desk.ts";
import type { Broken } from "./journal.ts";
import { knownJournals } from "./known-journals.ts";
import { replay } from "./plan-view.ts";
import type { SealedRecord } from "./seal.ts";

export interface AuditEntry {
  at: string;
  journal: string;
  version: number;
  by: Actor;
  action: string;
  revision?: number;
  digest?: string;
  detail?: string;
  /** The facts for programs, which would otherwise have to parse `detail`. */
  facts?: AuditFacts;
  /** False if the journal is broken from this record on. */
  verified: boolean;
}

export interface Audit {
  entries: AuditEntry[];
  journals: { journal: string; records: number; broken?: Broken }[];
}

export interface AuditQuery {
  journal?: string;
  /** Only entries from this time on. */
  since?: string;
  action?: string[];
  /** `changed`: a journal that was intact, and has not changed since, is not read again. */
  checks?: "all" | "changed";
}

/** What one journal says, up to where it is intact. */
export interface AuditedJournal {
  journal: string;
  records: number;
  broken?: Broken;
  told: Told[];
}

interface Told {
  entry: AuditEntry;
  /** Its time, or the latest one before it in its journal. */
  after: string;
  /** Its place among those of other journals. */
  place: string;
}

/**
 * The journals read together, oldest first, and up to where each of them is intact. Entries of one journal stay in
 * the order of its records, even if the clock was set back.
 */
export async function audit(desk: Desk, query: AuditQuery = {}): Promise<Audit> {
  const journals: Audit["journals"] = [];
  const found: Told[] = [];
  for await (const { told, ...journal } of auditedJournals(desk, query)) {
    journals.push(journal);
    found.push(...told);
  }
  const entries = found
    .filter(({ entry }) => query.action?.includes(entry.action) ?? true)
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ entry }) => entry);
  return { entries, journals };
}

/** One journal after the other, so that a caller needs memory only for what it keeps. */
export async function* auditedJournals(
  desk: Desk,
  { journal, since, checks = "all" }: Omit<AuditQuery, "action">,
): AsyncGenerator<AuditedJournal> {
  const names = journal === undefined ? await desk.store.journalNames() : [journal];
  const known = checks === "all" ? undefined : knownJournals(desk);
  for (const name of names) {
    const found = known?.find(name) ?? (await auditedJournal(desk, name));
    if (found.broken === undefined) known?.keep(found);
    await breathe();
    yield since === undefined ? found : { ...found, told: found.told.filter(({ after }) => after >= since) };
  }
}

async function auditedJournal(desk: Desk, name: string): Promise<AuditedJournal> {
  const { records, broken: unsound } = await desk.store.loadJournal(name);
  const broken = unsound ?? (isPlanId(name) ? senseless(records) : undefined);
  const asked = new Map<RequestId, Request>();
  let reached = "";
  let place = "";
  const times = timesByLastClock(records);
  const all: Told[] = [];
  for (const [index, record] of records.entries()) {
    const told = entriesOf(record, broken, asked);
    const isVerified = told.every(({ verified }) => verified);
    const after = record.at > reached ? record.at : reached;
    if (isVerified) reached = after;
    const now = times[index] ?? "";
    const there = now > place ? now : place;
    if (isVerified) place = there;
    all.push(...told.map((entry) => ({ entry, after, place: there })));
  }
  return { journal: name, records: records.length, ...defined({ broken }), told: all };
}

/** The times of the records, all by the clock that the last of them was written with. */
function timesByLastClock(records: readonly SealedRecord[]): string[] {
  let by_seconds = 0;
  return records
    .toReversed()
    .map(({ at, events }) => {
      const time = by_seconds === 0 ? at : movedDeadline(at, { by_seconds });
      for (const event of events as AuditedEvent[]) {
        if (event.type === "clock_set" && Number.isFinite(event.by_seconds)) by_seconds += event.by_seconds;
      }
      return time;
    })
    .reverse();
}

function senseless(records: readonly SealedRecord[]): Broken | undefined {
  const state = replay(records);
  return "senseless" in state ? state.senseless : undefined;
}

function entriesOf(record: SealedRecord, broken: Broken | undefined, asked: Map<RequestId, Request>): AuditEntry[] {
  const { at, journal, seq, by } = record;
  // A journal that replaces another may have valid seals from end to end.
  const verified = broken === undefined || (broken.kind !== "replaced" && seq < broken.seq);
  return (record.events as AuditedEvent[]).map((event) => ({
    at,
    journal,
    version: seq,
    by,
    action: event.type,
    ...("revision" in event && { revision: event.revision }),
    ...("digest" in event && { digest: event.digest }),
    ...toldOf(event, asked, verified),
    verified,
  }));
}

function toldOf(event: AuditedEvent, asked: Map<RequestId, Request>, verified: boolean) {
  try {
    if (event.type === "request_opened") asked.set(event.request.id, event.request);
    const request = "request_id" in event ? asked.get(event.request_id) : undefined;
    const detail = auditWords(event, request);
    const facts = auditFacts(event, request);
    return { ...(detail && { detail: String(detail) }), ...defined({ facts }) };
  } catch (error) {
    // The shape of an event in a broken journal is unknown.
    if (verified) throw error;
    return {};
  }
}
