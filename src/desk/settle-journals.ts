import { existsSync } from "node:fs";
import { isPlanId } from "../plan/plan.ts";
import { loadCodec } from "./codec.ts";
import { FileStore } from "./file-store/file-store.ts";
import type { Home } from "./home.ts";
import type { HomeDatabase } from "./home-database.ts";

/** The result of checking the ends of this user's journals. */
export interface SettledJournals {
  /** Journals with records that a crash kept from their heads; the heads are up to date now. */
  settled: { project: string; journal: string; records: number }[];
  /** Records past the head of these, if any, will be invalid once another key seals. */
  unsettled: { project: string; journal?: string; because: string }[];
}

/**
 * Before another key seals: records past a head are trusted only while the key that sealed them is in use, so every
 * journal of every project is read, and its head moved to its end.
 */
export async function settleJournals(home: Home, database: HomeDatabase): Promise<SettledJournals> {
  const found: SettledJournals = { settled: [], unsettled: [] };
  for (const project of database.projects()) {
    // Retired heads have nothing to settle.
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
        // Reading settles.
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
