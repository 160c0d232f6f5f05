import { type Places, placesOf } from "../desk/file-store/places.ts";
import { withRows } from "../desk/file-store/with-rows.ts";
import { type Database, exclusively } from "../desk/sqlite.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanId } from "../plan/plan.ts";

/** Who carries out a plan, or would. */
export interface Holder {
  plan: PlanId;
  lease: Lease;
}

export interface Applicant extends Holder {
  priority: number;
  /** Since when it waits. */
  since: string;
}

export interface SlotTerms {
  /** So many plans may be carried out at once. */
  most: number;
  /** Those who carry out plans by what journals say: where the table was lost, they count all the same. */
  known: readonly Holder[];
  isThere: (holder: Holder) => boolean;
  /** Whoever gets none stays in line. */
  stays: boolean;
  /** Only asks whether there is one; it is not taken. */
  isQuestion?: boolean;
}

export type SlotAnswer = { taken: true } | { taken: false; holders: Holder[]; ahead: Holder[] };

/**
 * As many slots as plans may be carried out at once in a project, for all processes together: a table in `state.db`,
 * asked and written in one act under its lock. Whoever is no longer there counts no more, and gives no notice. Without
 * the table, journals alone decide: two that ask at the same moment may both be let in.
 */
export class Slots {
  readonly #places: Places;

  constructor(project: string) {
    this.#places = placesOf(project);
  }

  ask(applicant: Applicant, terms: SlotTerms): SlotAnswer {
    const decide = (rows: readonly Row[]) => answerTo(applicant, rows, terms);
    return (
      withRows(this.#places, (database) => {
        return exclusively(database, () => {
          const rows = readRows(database);
          const gone = rows.filter((row) => !terms.isThere(row));
          for (const { lease } of gone) database.run("DELETE FROM slots WHERE lease = ?", lease.id);
          const answer = decide(rows.filter((row) => !gone.includes(row)));
          const kept = rows.find(({ lease }) => lease.id === applicant.lease.id);
          if (answer.taken ? !terms.isQuestion : terms.stays) put(database, applicant, answer.taken, kept);
          return answer;
        });
      }) ?? decide([])
    );
  }

  /** Gives back a slot, or the place in line. */
  release(lease: Lease): void {
    withRows(this.#places, (database) => database.run("DELETE FROM slots WHERE lease = ?", lease.id));
  }
}

interface Row extends Applicant {
  isTaken: boolean;
}

function answerTo(applicant: Applicant, rows: readonly Row[], { most, known, isThere }: SlotTerms): SlotAnswer {
  const others = rows.filter((row) => row.lease.id !== applicant.lease.id);
  const taken = others.filter((row) => row.isTaken);
  const same = taken.find(isOf(applicant));
  if (same) return { taken: false, holders: [holderOf(same)], ahead: [] };
  const isOther = (holder: Holder) => holder.plan !== applicant.plan;
  const forgotten = known.filter((holder) => isOther(holder) && isThere(holder) && !taken.some(isOf(holder)));
  const holders = [...taken, ...forgotten].map(holderOf);
  const line = others.filter((row) => !row.isTaken && isOther(row) && comesBefore(row, applicant));
  return holders.length + line.length < most ? { taken: true } : { taken: false, holders, ahead: line.map(holderOf) };
}

const isOf =
  ({ plan }: Holder) =>
  (other: Holder) =>
    other.plan === plan;
const holderOf = ({ plan, lease }: Holder): Holder => ({ plan, lease });

function comesBefore(a: Applicant, b: Applicant): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.since === b.since ? a.lease.id < b.lease.id : a.since < b.since;
}

/** What stands there already is not written again: everybody who waits would look up. */
function put(database: Database, applicant: Applicant, isTaken: boolean, kept: Row | undefined): void {
  const { plan, lease, priority, since } = applicant;
  if (kept?.isTaken === isTaken && kept.priority === priority && kept.since === since) return;
  const values = [lease.id, plan, JSON.stringify(lease), isTaken ? 1 : 0, priority, since];
  const sql = "INSERT OR REPLACE INTO slots (lease, plan, holder, taken, priority, since) VALUES (?, ?, ?, ?, ?, ?)";
  database.run(sql, ...values);
}

function readRows(database: Database): Row[] {
  const rows = database.all<{ plan: string; holder: string; taken: number; priority: number; since: string }>(
    "SELECT plan, holder, taken, priority, since FROM slots ORDER BY lease",
  );
  return rows.map(({ plan, holder, taken, priority, since }) => {
    return { plan, lease: JSON.parse(holder) as Lease, isTaken: taken === 1, priority, since };
  });
}
