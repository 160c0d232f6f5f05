import { replayAgent } from "../agents.ts";
import type { JournalReading } from "../journal.ts";
import { planRow } from "../plan-row.ts";
import { type PlanView, type Reader, replaySound, viewPlan } from "../plan-view.ts";
import type { Database } from "../sqlite.ts";
import type { LoadedPlan } from "../store.ts";
import { markOf } from "./plan-file.ts";
import { isAgentId, type ProjectPaths } from "./project-paths.ts";
import * as rows from "./row-index.ts";

/**
 * Derives a plan's rows from its journal and file. If no reader was given for a changed file, the row stays out of
 * date.
 */
export function projectPlan(database: Database, places: ProjectPaths, loaded: LoadedPlan, read?: Reader): void {
  const { id, journal, file } = loaded;
  const view = viewPlan(loaded, read);
  const standing = view ?? standingWithoutFile(loaded);
  const row = planRow(id, standing);
  if (row === undefined) {
    rows.dropPlan(database, id);
    return;
  }
  const isUnread = view === undefined || (view.kind === "standing" && view.edit !== undefined);
  // An edit that is not in the journal yet leaves the row out of date.
  const fileMark = isUnread ? "?" : file.kind === "missing" ? "" : file.mark;
  const run = "state" in standing ? standing.state?.run : undefined;
  const isAtWork = (run?.steps.count("in_progress") ?? 0) > 0;
  rows.putPlan(database, row, { file: fileMark, journal: markOf(places.journal(id)) }, isAtWork);
  if (!journal.broken) rows.putFeed(database, journal.records);
  if (standing.kind === "broken" || !("state" in standing) || standing.state === undefined)
    rows.dropRequests(database, id);
  else rows.putRequests(database, id, standing.state.requests);
}

/** Derives the rows of an agent's journal. */
export function projectJournal(database: Database, name: string, journal: JournalReading): void {
  if (journal.broken) {
    rows.dropRequests(database, name);
    return;
  }
  rows.putFeed(database, journal.records);
  if (!isAgentId(name)) return;
  const state = replayAgent(journal);
  if (state.version === 0) return;
  rows.putAgent(database, name, state);
  rows.putRequests(database, name, state.requests);
}

function standingWithoutFile({ journal }: LoadedPlan): PlanView {
  const state = replaySound(journal.records);
  return "senseless" in state || state.status === "absent"
    ? { kind: "unreadable", problems: [] }
    : { kind: "standing", state };
}
