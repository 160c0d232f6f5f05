import type { Actor } from "../lifecycle/actor.ts";
import { movedDeadline } from "../lifecycle/clock-change.ts";
import type { Request, RequestId } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import { isPlanId } from "../plan/plan.ts";
import { type AuditedEvent, type AuditFacts, auditFacts } from "./audit-facts.ts";
import { auditWords } from "./audit-words.ts";
import type { Desk } from "./desk.ts";
import type { Broken } from "./journal.ts";
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
}

/**
 * The journals read together, oldest first, and up to where each of them is intact. Entries of one journal stay in
 * the order of its records, even if the clock was set back.
 */
export async function audit(desk: Desk, query: AuditQuery = {}): Promise<Audit> {
  const names = query.journal === undefined ? await desk.store.journalNames() : [query.journal];
  const journals: Audit["journals"] = [];
  const found: { entry: AuditEntry; after: string; place: string }[] = [];
  for (const name of names) {
    const { records, broken: unsound } = await desk.store.loadJournal(name);
    const broken = unsound ?? (isPlanId(name) ? senseless(records) : undefined);
    journals.push({ journal: name, records: records.length, ...defined({ broken }) });
    const asked = new Map<RequestId, Request>();
    let reached = "";
    let place = "";
    const times = timesByLastClock(records);
    for (const [index, record] of records.entries()) {
      const told = entriesOf(record, broken, asked);
      const isVerified = told.every(({ verified }) => verified);
      const after = record.at > reached ? record.at : reached;
      if (isVerified) reached = after;
      const now = times[index] ?? "";
      const there = now > place ? now : place;
      if (isVerified) place = there;
      found.push(...told.map((entry) => ({ entry, after, place: there })));
    }
  }
  const entries = found
    .filter(({ after }) => query.since === undefined || after >= query.since)
    .filter(({ entry }) => query.action?.includes(entry.action) ?? true)
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ entry }) => entry);
  return { entries, journals };
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
