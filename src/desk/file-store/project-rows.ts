import { agentRows, planRows } from "../derive-rows.ts";
import type { JournalReading } from "../journal.ts";
import type { Reader } from "../plan-view.ts";
import type { Database } from "../sqlite.ts";
import { markOf } from "./plan-file.ts";
import { isAgentId, type ProjectPaths } from "./project-paths.ts";
import type { LoadedFile } from "./vault.ts";
import * as rows from "./write-rows.ts";

/**
 * Derives a plan's rows from its journal and file. If no reader was given for a changed file, the row stays out of
 * date.
 */
export function projectPlan(database: Database, places: ProjectPaths, loaded: LoadedFile, read?: Reader): void {
  const { id, journal, file } = loaded;
  const derived = planRows(loaded, read);
  if (derived === undefined) {
    rows.dropPlan(database, id);
    return;
  }
  const { row, requests, isAtWork, isUnread } = derived;
  const fileMark = isUnread ? "?" : file.kind === "missing" ? "" : file.mark;
  rows.putPlan(database, row, { file: fileMark, journal: markOf(places.journal(id)) }, isAtWork);
  if (!journal.broken) rows.putFeed(database, journal.records);
  if (Object.keys(requests).length === 0) rows.dropRequests(database, id);
  else rows.putRequests(database, id, requests);
}

/** Derives the rows of an agent's journal. */
export function projectJournal(database: Database, name: string, journal: JournalReading): void {
  if (journal.broken) {
    rows.dropRequests(database, name);
    return;
  }
  rows.putFeed(database, journal.records);
  const derived = isAgentId(name) ? agentRows(name, journal) : undefined;
  if (derived === undefined) return;
  rows.putAgent(database, derived.row);
  rows.putRequests(database, name, derived.requests);
}
