import { isPlanId } from "../plan/plan.ts";
import { brokenJournal } from "./agents.ts";
import type { Desk } from "./desk.ts";
import type { DeskJournalEvent } from "./desk-journal.ts";
import { DESK_JOURNAL } from "./file-store/places.ts";
import type { Broken } from "./journal.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { isAuthenticated, type Person } from "./persons.ts";
import type { Change } from "./store.ts";

/** A project was moved: its journals are believed in the new place, as they were in the old one. */
export async function adoptMoved(desk: Desk, from: string, by: Person): Promise<Outcome<string[]>> {
  if (!isAuthenticated(by)) return no("no_person", `${by.name} has not shown to be a person.`);
  // The record itself may be among what was moved.
  const unsound = await unsoundRecord(desk);
  if (unsound && unsound.broken.kind !== "foreign") return unsound.refused;
  const journals = await desk.store.adoptFrom(from);
  return journals.length === 0
    ? yes(journals)
    : recorded(desk, { type: "journals_adopted", from, journals }, by, journals);
}

/** A journal does not hold: it is put aside, for the record, and its plan can be proposed and signed anew. */
export async function setAside(desk: Desk, name: string, by: Person): Promise<Outcome<string>> {
  if (!isAuthenticated(by)) return no("no_person", `${by.name} has not shown to be a person.`);
  if (!isPlanId(name) && name !== DESK_JOURNAL) {
    const agent = await desk.agent(name);
    if (agent.ok || agent.refusal.kind !== "broken_journal")
      return no("not_found", `${name} has no journal that does not hold.`);
  }
  const { broken } = await desk.store.loadJournal(name);
  if (broken === undefined) return no("wrong_state", `The journal of ${name} holds; there is nothing to put aside.`);
  const unsound = name === DESK_JOURNAL ? undefined : await unsoundRecord(desk);
  if (unsound) return unsound.refused;
  const to = await desk.store.setAside(name);
  return recorded(desk, { type: "journal_set_aside", journal: name, to, broken }, by, to);
}

/** What could not be recorded is not done. */
async function unsoundRecord(desk: Desk): Promise<{ broken: Broken; refused: Outcome<never> } | undefined> {
  const journal = await desk.store.loadJournal(DESK_JOURNAL);
  return journal.broken && { broken: journal.broken, refused: brokenJournal(DESK_JOURNAL, journal) };
}

function recorded<Value>(desk: Desk, event: DeskJournalEvent, by: Person, value: Value): Promise<Outcome<Value>> {
  return desk.store.changeJournal(DESK_JOURNAL, (journal): Change<Outcome<Value>> => {
    if (journal.broken) return { result: brokenJournal(DESK_JOURNAL, journal) };
    return { result: yes(value), records: [{ at: desk.at(), by, events: [event] }] };
  });
}
