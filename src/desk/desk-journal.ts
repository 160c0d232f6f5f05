import type { Broken } from "./journal.ts";

/** Acts on journals themselves; the desk's own journal records them. */
export type DeskJournalEvent =
  | { type: "journal_set_aside"; journal: string; to: string; broken: Broken }
  | { type: "journals_adopted"; from: string; journals: string[] };
