import { type JournalSentence, journalSentence } from "../../../acts/journal-sentence.ts";
import type { AuditedEvent } from "../../../desk/audit-facts.ts";
import type { Desk } from "../../../desk/desk.ts";
import { isAgentId } from "../../../desk/file-store/project-paths.ts";
import { yes } from "../../../desk/outcome.ts";
import { textsOf } from "../../../desk/revisions.ts";
import type { SealedRecord } from "../../../desk/seal.ts";
import type { Request, RequestId } from "../../../lifecycle/request.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { TimelineEntry } from "../api/timeline.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { servedPlan } from "./served.ts";

const USUAL = 100;

/** What happened to a plan, and to the agents while they planned it. */
export function timelineHandlers(dashboard: Dashboard): Pick<Handlers, "timeline"> {
  return {
    async timeline({ params, query: { before, limit = USUAL, only } }) {
      const served = await servedPlan(dashboard, params);
      if (!served.ok) return served;
      const { project, id } = served.value;
      const all = (await entriesOf(project.desk, id)).filter((entry) => only === undefined || isAbout(entry, only));
      const at = before === undefined ? 0 : all.findIndex((entry) => entry.id === before) + 1;
      const entries = all.slice(at, at + limit);
      return yes({ entries, more: at + entries.length < all.length });
    },
  };
}

function isAbout({ kind, by }: TimelineEntry, only: "people" | "checks" | "refused" | "steps"): boolean {
  switch (only) {
    case "people":
      return by.kind === "person" || by.kind === "local";
    case "checks":
      return kind === "check";
    case "refused":
      return kind === "refused";
    case "steps":
      return kind === "step" || kind === "check";
  }
}

/** Newest first. */
async function entriesOf(desk: Desk, id: PlanId): Promise<TimelineEntry[]> {
  const { records, broken } = await desk.store.loadJournal(id);
  const told = entriesIn(id, records, broken === undefined ? Number.POSITIVE_INFINITY : (broken.seq ?? 0));
  for (const agent of await plannersOf(desk, id)) {
    const journal = await desk.store.loadJournal(agent);
    if (journal.broken === undefined) told.push(...entriesIn(agent, whilePlanning(journal.records, id)));
  }
  // Each journal keeps its own order, also if the clock was set back.
  return told
    .map((entry, place) => ({ entry, place }))
    .sort((a, b) => (a.entry.at < b.entry.at ? 1 : a.entry.at > b.entry.at ? -1 : b.place - a.place))
    .map(({ entry }) => entry);
}

async function plannersOf(desk: Desk, id: PlanId): Promise<Set<string>> {
  const texts = await textsOf(desk, id);
  return new Set(texts.flatMap(({ by }) => (by.kind === "agent" && isAgentId(by.id) ? [by.id] : [])));
}

/** From when the agent began the planning that led to this plan, until it planned something else. */
function whilePlanning(records: readonly SealedRecord[], id: PlanId): SealedRecord[] {
  const has = ({ events }: SealedRecord, type: string) =>
    (events as { type: string }[]).some((one) => one.type === type);
  const submits = (record: SealedRecord) =>
    (record.events as { type: string; plan_id?: string }[]).some(
      (event) => event.type === "plan_submitted" && event.plan_id === id,
    );
  const first = records.findIndex(submits);
  if (first < 0) return [];
  const from = records.findLastIndex((record, at) => at <= first && has(record, "planning_entered"));
  const next = records.findIndex((record, at) => at > first && has(record, "planning_entered"));
  return records.slice(Math.max(0, from), next < 0 ? undefined : next);
}

function entriesIn(
  journal: string,
  records: readonly SealedRecord[],
  brokenFrom = Number.POSITIVE_INFINITY,
): TimelineEntry[] {
  const asked = new Map<RequestId, Request>();
  return records.flatMap(({ seq, at, by, events }) =>
    (events as AuditedEvent[]).map((event, place) => ({
      id: `${journal}:${seq}.${place}`,
      at,
      by,
      action: event.type,
      verified: seq < brokenFrom,
      ...sentenceOf(event, by, asked),
    })),
  );
}

function sentenceOf(event: AuditedEvent, by: SealedRecord["by"], asked: Map<RequestId, Request>): JournalSentence {
  try {
    if (event.type === "request_opened") asked.set(event.request.id, event.request);
    return journalSentence(event, by, "request_id" in event ? asked.get(event.request_id) : undefined);
  } catch {
    // The shape of an event in a broken journal is unknown.
    return { kind: "note", tone: "bad", title: "A record that cannot be read." };
  }
}
