import type { Actor } from "../lifecycle/actor.ts";
import type { Boot, Moment } from "../lifecycle/clock-change.ts";
import type { PlanId } from "../plan/plan.ts";
import type { JournalReading } from "./journal.ts";
import type { PlanFile } from "./plan-file.ts";
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

/** A record before it gets its number, its link to the previous record and its seal. */
export interface NewRecord {
  at: string;
  by: Actor;
  boot?: Boot;
  events: unknown[];
}

export interface LoadedPlan {
  id: PlanId;
  journal: JournalReading;
  file: PlanFile;
}

/**
 * The durability of a change. `light`: the frequent progress of a run; its records are as durable as any, but a power
 * failure may lose this machine's copy of the head.
 */
export type ChangeWeight = "full" | "light";

/** The writes of a change, all or none. */
export interface Change<Result> {
  result: Result;
  /** Appended in this order. Empty: nothing is written. */
  records?: NewRecord[];
  /** The plan file after the records, and its directory. Absent: the file is left alone. */
  file?: { text: string; place: "plans" | "archive" };
  /** Files for the plan's artifacts directory. */
  artifacts?: { name: string; text: string }[];
  /** No process waits for this change: others may see it in lists, and be notified of it, a tenth of a second later. */
  rowsMayWait?: boolean;
}

/**
 * Stores plans and journals. Every implementation guarantees:
 *
 * - `changePlan` and `changeJournal` are atomic between processes: `work` gets the state to which its records are
 *   appended. `work` is called once, must not wait, and must not have effects of its own.
 * - When they return, records and file are synced. When they throw, or the process dies, a record and its file are
 *   both there or both missing, at the latest after the next call by any process; of several records only the first
 *   ones may be there, so each must be true by itself.
 * - Records are numbered from 1 without gaps and sealed; a broken journal is returned as such, and appending to it
 *   throws.
 * - A file that changes while a commit is written is never overwritten.
 * - Rows are derived: losing them loses no data, and no decision depends on them.
 */
export interface Store {
  loadPlan(id: PlanId): Promise<LoadedPlan>;
  changePlan<Result>(id: PlanId, work: (loaded: LoadedPlan) => Change<Result>, weight?: ChangeWeight): Promise<Result>;
  /** Replaces a plan's file, as an editor would, if it still holds `before`, or is still missing. */
  replaceText(id: PlanId, before: string | undefined, text: string): Promise<boolean>;
  loadJournal(name: string): Promise<JournalReading>;
  changeJournal<Result>(name: string, work: (journal: JournalReading) => Change<Result>): Promise<Result>;

  /** A page of rows, and which of them no longer match the files. */
  listPlans(query: PlanQuery): Promise<PlanPage>;
  /** Ids of plans that begin with `prefix`, ignoring case, archived or not; at most `most`. */
  planIds(prefix: string, most: number): Promise<PlanId[]>;
  listAgents(): Promise<AgentRow[]>;
  /** Oldest first. */
  listRequests(query: RequestQuery): Promise<RequestRow[]>;
  /** Those that were closed last, the newest first. */
  closedRequests(most: number): Promise<RequestRow[]>;
  countRequests(query: Pick<RequestQuery, "open">): Promise<number>;
  idlePlans(query: IdleQuery): Promise<PlanId[]>;
  /** In one call, because checking the directories takes longer than reading rows. */
  overdue(at: string, idle: readonly IdleQuery[]): Promise<OverdueRows>;
  /** The next time-outs after this time. */
  upcoming(at: string): Promise<UpcomingRows>;

  /**
   * Records a heartbeat of the process that works on this plan, or of this agent. It is not durable; if it is lost,
   * the last record counts instead.
   */
  sign(journal: string, moment: Moment): Promise<void>;
  /**
   * The latest heartbeat of any process up to the last time that this store loaded the journal, by the clock of the caller:
   * within a boot the time since then is known, however the clocks were set. One of another boot is returned as it was
   * recorded. Also called under the lock, so it does not wait.
   */
  lastSign(journal: string, now: Moment): string | undefined;
  /**
   * The same, but a heartbeat of another boot counts from when a process of this boot first saw it: the clock of that machine
   * may differ.
   */
  silentSince(journal: string, now: Moment): string | undefined;

  /** Names of all journals that this project has or should have. */
  journalNames(): Promise<string[]>;
  /** Records after a point of the feed, across all journals, in the order they were committed. */
  feed(after: number, limit: number): Promise<FeedPage>;
  /** A point of the feed; without a number, its end. */
  feedPoint(n?: number): Promise<FeedPoint>;
  /** A change counter: a commit of any process changes it within two seconds. Cheap enough to poll ten times a second. */
  pulse(): number;

  /** Reads all files and derives the rows again. */
  rebuild(): Promise<void>;
  /** Quarantines a broken journal and forgets its head. Returns its new name. */
  setAside(name: string): Promise<string>;
  close(): Promise<void>;
}

/** The feed is derived, too: a rebuilt one has another name, and other numbers for the same records. */
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
