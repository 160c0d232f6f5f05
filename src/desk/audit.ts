import type { Actor } from "../lifecycle/actor.ts";
import type { AgentEvent } from "../lifecycle/agent-phase.ts";
import type { PlanEvent } from "../lifecycle/plan-event.ts";
import { isPlanId } from "../plan/plan.ts";
import type { Desk } from "./desk.ts";
import type { DeskJournalEvent } from "./desk-journal.ts";
import type { Broken } from "./journal.ts";
import { replay } from "./plan-view.ts";
import type { SealedRecord } from "./seal.ts";

/** One line of the audit: who did what to what, and when. */
export interface AuditEntry {
  at: string;
  journal: string;
  version: number;
  by: Actor;
  action: string;
  revision?: number;
  digest?: string;
  detail?: string;
  /** False where the journal, from this record on, does not hold. */
  verified: boolean;
}

export interface Audit {
  entries: AuditEntry[];
  journals: { journal: string; records: number; broken?: Broken }[];
}

export interface AuditQuery {
  journal?: string;
  /** Only what happened at or after this moment. */
  since?: string;
  action?: string[];
}

/** The journals read together, oldest first, and how far each of them holds. */
export async function audit(desk: Desk, query: AuditQuery = {}): Promise<Audit> {
  const names = query.journal === undefined ? await desk.store.journalNames() : [query.journal];
  const journals: Audit["journals"] = [];
  const entries: AuditEntry[] = [];
  for (const name of names) {
    const { records, broken: unsound } = await desk.store.loadJournal(name);
    const broken = unsound ?? (isPlanId(name) ? senseless(records) : undefined);
    journals.push({ journal: name, records: records.length, ...(broken && { broken }) });
    for (const record of records) entries.push(...entriesOf(record, broken));
  }
  const wanted = entries.filter(
    ({ at, action }) => (query.since === undefined || at >= query.since) && (query.action?.includes(action) ?? true),
  );
  wanted.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { entries: wanted, journals };
}

function senseless(records: readonly SealedRecord[]): Broken | undefined {
  const state = replay(records);
  return "senseless" in state ? state.senseless : undefined;
}

function entriesOf(record: SealedRecord, broken: Broken | undefined): AuditEntry[] {
  const { at, journal, seq, by } = record;
  // A journal that was put in the place of another may be sealed from end to end.
  const verified = broken === undefined || (broken.kind !== "replaced" && seq < broken.seq);
  return (record.events as (PlanEvent | AgentEvent | DeskJournalEvent)[]).map((event) => ({
    at,
    journal,
    version: seq,
    by,
    action: event.type,
    ...("revision" in event && { revision: event.revision }),
    ...("digest" in event && { digest: event.digest }),
    ...detailOf(event, verified),
    verified,
  }));
}

function detailOf(event: PlanEvent | AgentEvent | DeskJournalEvent, verified: boolean): { detail?: string } {
  try {
    const detail = wordsOf(event);
    return detail ? { detail: String(detail) } : {};
  } catch (error) {
    // Nobody vouches for the shape of what a journal that does not hold says.
    if (verified) throw error;
    return {};
  }
}

function wordsOf(event: PlanEvent | AgentEvent | DeskJournalEvent): string | undefined {
  switch (event.type) {
    case "proposed":
      return event.plan.title;
    case "edited":
      return event.ignored ? `claims that changed nothing: ${event.ignored.join(", ")}` : undefined;
    case "signed":
      return [
        event.notes,
        event.choices.left_out && `without ${event.choices.left_out.join(", ")}`,
        event.choices.executor_model && `to be carried out by ${event.choices.executor_model}`,
      ]
        .filter(Boolean)
        .join("; ");
    case "changes_requested":
      return [event.feedback, ...Object.entries(event.comments ?? {}).map(([step, words]) => `${step}: ${words}`)].join(
        "; ",
      );
    case "withdrawn":
    case "rejected":
      return event.feedback;
    case "cancelled":
      return event.why === "stale" ? `stale: ${event.note ?? ""}` : event.note;
    case "decided":
      return `${event.decision_id}: ${event.selections.join(", ")}`;
    case "step_updated":
      return `${event.step_id}: ${event.from} → ${event.to}${event.notes ? ` (${event.notes})` : ""}`;
    case "completed":
      return event.summary;
    case "failed":
      return event.reason;
    case "request_opened":
      return event.request.kind;
    case "request_answered":
    case "request_closed":
      return event.request_id;
    case "planning_entered":
      return event.task ?? event.reason;
    case "plan_submitted":
      return event.plan_id;
    case "planning_left":
      return event.note ? `${event.how}: ${event.note}` : event.how;
    case "call_judged":
      return `${event.blocked ? "" : "not stopped: "}${event.tool}: ${event.summary} (${event.reason})`;
    case "journal_repaired":
      return `${event.lost_bytes} bytes of half a line`;
    case "journal_set_aside":
      return `${event.journal}: ${event.broken.message}`;
    case "journals_adopted":
      return `${event.journals.length} from ${event.from}`;
    default:
      return undefined;
  }
}
