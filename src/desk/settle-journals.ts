import { existsSync } from "node:fs";
import { isPlanId } from "../plan/plan.ts";
import { loadCodec } from "./codec.ts";
import { FileStore } from "./file-store/file-store.ts";
import type { Home } from "./home.ts";
import type { HomeDatabase } from "./home-database.ts";

/** What was found at the ends of this user's journals. */
export interface SettledJournals {
  /** A crash had left records that their heads did not know of; by now they do. */
  settled: { project: string; journal: string; records: number }[];
  /** What lies past the head of these, if anything, will not be believed once another key seals. */
  unsettled: { project: string; journal?: string; because: string }[];
}

/**
 * Before another key seals: records past a head are believed only as long as the key is in use that sealed them, so every
 * journal of every project is looked at, and its head brought up to its end.
 */
export async function settleJournals(home: Home, database: HomeDatabase): Promise<SettledJournals> {
  const found: SettledJournals = { settled: [], unsettled: [] };
  for (const project of database.projects()) {
    // Retired ones wait for nobody.
    if (database.heads(project).every(({ seq }) => seq === 0)) continue;
    if (!existsSync(project)) found.unsettled.push({ project, because: "its directory is not there" });
    else await settleProject(project, home, database, found);
  }
  return found;
}

async function settleProject(project: string, home: Home, database: HomeDatabase, found: SettledJournals) {
  const { settled, unsettled } = found;
  try {
    const store = new FileStore({ project, home, reader: async () => (await loadCodec()).read });
    try {
      const lengths = new Map(database.heads(project).map(({ journal, seq }) => [journal, seq]));
      for (const journal of await store.journalNames()) {
        const before = lengths.get(journal) ?? 0;
        // To look is to settle.
        const { records, broken } = isPlanId(journal)
          ? (await store.loadPlan(journal)).journal
          : await store.loadJournal(journal);
        const after = database.head(project, journal)?.seq ?? 0;
        if (broken) unsettled.push({ project, journal, because: broken.message });
        else if (after < records.length) unsettled.push({ project, journal, because: "its project cannot be written" });
        else if (after > before) settled.push({ project, journal, records: after - before });
      }
    } finally {
      store.close();
    }
  } catch (error) {
    unsettled.push({ project, because: error instanceof Error ? error.message : String(error) });
  }
}
