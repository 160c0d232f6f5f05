import { type ProjectPaths, projectPaths } from "../desk/file-store/project-paths.ts";
import { withStateDatabase } from "../desk/file-store/with-state-database.ts";
import { type Database, exclusively } from "../desk/sqlite.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanId } from "../plan/plan.ts";

/** A plan, and the lease under which it runs or would run. */
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
  /** The number of plans that may run at once. */
  most: number;
  /** Running plans by the journals: they count also if the table was lost. */
  known: readonly Holder[];
  isThere: (holder: Holder) => boolean;
  /** Without a slot, keep the position in line. */
  stays: boolean;
  /** Only checks for a free slot, and takes none. */
  isQuestion?: boolean;
}

export type SlotAnswer = { taken: true } | { taken: false; holders: Holder[]; ahead: Holder[] };

/**
 * The slots of a project, for all processes together: a table in `state.db`, read and written in one transaction. A dead
 * process loses its slot without notice. Without the table, journals alone decide: then two processes that ask at the same
 * moment may both get a slot.
 */
export class Slots {
  readonly #places: ProjectPaths;

  constructor(project: string) {
    this.#places = projectPaths(project);
  }

  ask(applicant: Applicant, terms: SlotTerms): SlotAnswer {
    const decide = (rows: readonly Row[]) => answerTo(applicant, rows, terms);
    return (
      withStateDatabase(this.#places, (database) => {
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
    withStateDatabase(this.#places, (database) => database.run("DELETE FROM slots WHERE lease = ?", lease.id));
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

/** An unchanged row is not written again: every write wakes all waiting processes. */
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
