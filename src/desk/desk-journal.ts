import type { Broken } from "./journal.ts";

/** Acts that concern journals themselves; they stand in the desk's own journal. */
export type DeskJournalEvent =
  | { type: "journal_set_aside"; journal: string; to: string; broken: Broken }
  | { type: "journals_adopted"; from: string; journals: string[] };
