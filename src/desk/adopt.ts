import { isPlanId } from "../plan/plan.ts";
import { brokenJournal } from "./broken-journal.ts";
import type { Desk } from "./desk.ts";
import type { DeskJournalEvent } from "./desk-journal.ts";
import { FileStore } from "./file-store/file-store.ts";
import { DESK_JOURNAL } from "./file-store/project-paths.ts";
import type { Broken } from "./journal.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { isAuthenticated, type Person } from "./persons.ts";
import type { Change } from "./store.ts";

/** Accepts the journals of a moved project at its new path, as they were accepted at the old one. */
export async function adoptMoved(desk: Desk, from: string, by: Person): Promise<Outcome<string[]>> {
  if (!isAuthenticated(by)) return no("no_person", `${by.name} is not authenticated.`);
  // The desk's own journal may be among those that were moved.
  const unsound = await unsoundRecord(desk);
  if (unsound && unsound.broken.kind !== "foreign") return unsound.refused;
  if (!(desk.store instanceof FileStore)) return no("wrong_state", "Only a project that stores files can be moved.");
  const journals = await desk.store.adoptFrom(from);
  return journals.length === 0
    ? yes(journals)
    : recorded(desk, { type: "journals_adopted", from, journals }, by, journals);
}

/** Quarantines a broken journal, and records that; its plan can then be proposed and signed again. */
export async function setAside(desk: Desk, name: string, by: Person): Promise<Outcome<string>> {
  if (!isAuthenticated(by)) return no("no_person", `${by.name} is not authenticated.`);
  if (!isPlanId(name) && name !== DESK_JOURNAL) {
    const agent = await desk.agent(name);
    if (agent.ok || agent.refusal.kind !== "broken_journal") return no("not_found", `${name} has no broken journal.`);
  }
  const { broken } = await desk.store.loadJournal(name);
  if (broken === undefined) return no("wrong_state", `The journal of ${name} is intact, so it stays in place.`);
  const unsound = name === DESK_JOURNAL ? undefined : await unsoundRecord(desk);
  if (unsound) return unsound.refused;
  const to = await desk.store.setAside(name);
  return recorded(desk, { type: "journal_set_aside", journal: name, to, broken }, by, to);
}

/** The journals that this machine remembers here and that are gone; the desk's own first, as it records the rest. */
export async function missingJournals(desk: Desk): Promise<string[]> {
  const missing: string[] = [];
  for (const name of await desk.store.journalNames())
    if ((await desk.store.loadJournal(name)).broken?.kind === "missing") missing.push(name);
  return missing.sort((a, b) => Number(b === DESK_JOURNAL) - Number(a === DESK_JOURNAL));
}

/** Checked first: an act that the desk's journal could not record is refused. */
async function unsoundRecord(desk: Desk): Promise<{ broken: Broken; refused: Outcome<never> } | undefined> {
  const journal = await desk.store.loadJournal(DESK_JOURNAL);
  return journal.broken && { broken: journal.broken, refused: brokenJournal(DESK_JOURNAL, journal.broken) };
}

function recorded<Value>(desk: Desk, event: DeskJournalEvent, by: Person, value: Value): Promise<Outcome<Value>> {
  return desk.store.changeJournal(DESK_JOURNAL, (journal): Change<Outcome<Value>> => {
    if (journal.broken) return { result: brokenJournal(DESK_JOURNAL, journal.broken) };
    return { result: yes(value), records: [{ at: desk.at(), by, events: [event] }] };
  });
}
