import type { Actor } from "../lifecycle/actor.ts";
import type { PlanId } from "../plan/plan.ts";
import type { PlanFile } from "./file-store/plan-file.ts";
import type { JournalReading } from "./journal.ts";
import type {
  AgentRow,
  IdleQuery,
  OverdueRows,
  PlanPage,
  PlanQuery,
  RequestQuery,
  RequestRow,
  UpcomingRows,
} from "./rows.ts";
import type { SealedRecord } from "./seal.ts";

/** A record before it has its number, its place in the chain and its seal. */
export interface NewRecord {
  at: string;
  by: Actor;
  events: unknown[];
}

export interface LoadedPlan {
  id: PlanId;
  journal: JournalReading;
  file: PlanFile;
}

/**
 * How much hangs on a change. `light`: the progress of a run, of which there is a lot; the records are as durable as any,
 * but a loss of power may take back what this machine remembers of them elsewhere.
 */
export type ChangeWeight = "full" | "light";

/** What a change wants done, all of it or nothing. */
export interface Change<Result> {
  result: Result;
  /** Appended in this order. None: nothing is written at all. */
  records?: NewRecord[];
  /** The plan file as it is to be after the records, and where. Absent: the file is left alone. */
  file?: { text: string; place: "plans" | "archive" };
  /** Files for the plan's artifacts directory. */
  artifacts?: { name: string; text: string }[];
  /** Nothing came or went that anybody waits for: others may see it in lists, and hear of it, a tenth of a second later. */
  rowsMayWait?: boolean;
}

/**
 * Keeps plans and journals. What every implementation promises:
 *
 * - `changePlan` and `changeJournal` are atomic between processes: what `work` is given is what is there when its
 *   records are appended. `work` is called once, must not wait, and must not have effects of its own.
 * - When they return, records and file are on the disk. When they throw, or the process dies, a record and the file it
 *   stands for are there or not, at the latest after the next call by any process; of several records the first ones may
 *   be there alone, so each must be true by itself.
 * - Records are numbered from 1 without gaps and sealed; a journal that does not hold is returned as broken, and
 *   appending to it is refused by an exception.
 * - A file that somebody changes while we write is never overwritten.
 * - Rows are derived: losing them loses nothing, and they never decide anything.
 */
export interface Store {
  loadPlan(id: PlanId): Promise<LoadedPlan>;
  changePlan<Result>(id: PlanId, work: (loaded: LoadedPlan) => Change<Result>, weight?: ChangeWeight): Promise<Result>;
  /** Puts a text in the place of a plan's file, as an editor would, if it still holds `before`, or is still gone. */
  replaceText(id: PlanId, before: string | undefined, text: string): Promise<boolean>;
  loadJournal(name: string): Promise<JournalReading>;
  changeJournal<Result>(name: string, work: (journal: JournalReading) => Change<Result>): Promise<Result>;

  /** A page of rows, and which of them no longer match what is on the disk. */
  listPlans(query: PlanQuery): Promise<PlanPage>;
  listAgents(): Promise<AgentRow[]>;
  listRequests(query: RequestQuery): Promise<RequestRow[]>;
  idlePlans(query: IdleQuery): Promise<PlanId[]>;
  /** In one look, because a look at the directories takes longer than to read rows. */
  overdue(at: string, idle: readonly IdleQuery[]): Promise<OverdueRows>;
  /** What runs out next, after this moment. */
  upcoming(at: string): Promise<UpcomingRows>;

  /**
   * Notes that whoever is at work on this plan, or this agent, was alive then. It costs nothing durable and may be lost:
   * then the last record counts instead.
   */
  sign(journal: string, at: string): void;
  /** The latest sign of any process. Asked under the lock, too, so it does not wait. */
  lastSign(journal: string): string | undefined;

  /** Names of all journals this project has, or ought to have. */
  journalNames(): Promise<string[]>;
  /** Records after a point of the feed, across all journals, in the order they were committed. */
  feed(after: number, limit: number): Promise<FeedPage>;
  /** A point of the feed; without a number, its end. */
  feedPoint(n?: number): Promise<FeedPoint>;
  /** A number that changes whenever any process has committed something; cheap enough to ask ten times a second. */
  pulse(): number;

  /** Reads everything anew and derives the rows from it. */
  rebuild(): Promise<void>;
  /** Puts a journal that does not hold out of the way, for good, and forgets its head. Returns its new name. */
  setAside(name: string): Promise<string>;
  /** Believes the journals of a project that was moved here; returns their names. */
  adoptFrom(project: string): Promise<string[]>;
  close(): void;
}

/** The feed is derived, too: one that was made anew has another name, and other numbers for the same records. */
interface FeedPage {
  feed: string;
  records: SealedRecord[];
  /** The point after these records, if there are more. */
  end: number;
  isEnd: boolean;
}

export interface FeedPoint {
  feed: string;
  n: number;
  /** By journal: the last record before this point. */
  versions: Map<string, number>;
}
