import type { PlanId } from "../plan/plan.ts";
import type { Broken } from "./journal.ts";

/** A plan in a list. Names as in the front matter. */
export interface PlanRow {
  id: PlanId;
  title: string;
  /** `elsewhere` for a plan without a journal here, `broken` for one with a broken journal. */
  status: string;
  /** The status that the file of such a plan claims. */
  elsewhere?: string;
  revision: number;
  version: number;
  digest: string;
  created_at: string;
  updated_at: string;
  requester: string;
  approved_by?: string;
  approved_at?: string;
  priority: number;
  /** It waits for a slot. */
  queued?: { priority: number; at: string };
  /** It was cancelled because it had no answer for too long. */
  expired?: true;
  archived: boolean;
  /** As `StepCounts` has them: `total`, `done`, and `rolled_back` if there are any. */
  steps: number;
  steps_done: number;
  steps_rolled_back?: number;
  risk: string;
  /** Open requests. */
  waiting: number;
  /** Why the plan can be neither signed nor run. */
  problem?: Omit<Broken, "kind" | "seq"> & { kind: Broken["kind"] | "unreadable"; line?: number };
}

export interface PlanQuery {
  status?: string[];
  archived?: boolean;
  limit: number;
  /** Also count all matches: that reads every one of them. */
  count?: boolean;
  /** The page begins after the row with this `cursor`. Only in the usual order. */
  after?: string;
  /** Every one of these words, separated by spaces, is in the plan's file, in any case. */
  words?: string;
  /** By default the newest change first. */
  sort?: PlanSort;
  order?: "asc" | "desc";
  /** How many rows to leave out. */
  offset?: number;
}

export type PlanSort = "updated" | "created" | "title" | "status" | "risk" | "progress";

export interface PlanPage {
  rows: PlanRow[];
  /** Rows whose files changed since they were derived. */
  outdated: PlanId[];
  /** The cursor of the next page, if there is one. */
  next?: string;
  /** The number of matches on all pages, if it was asked for. */
  total?: number;
}

export interface AgentRow {
  id: string;
  phase: string;
  task?: string;
  plan_id?: PlanId;
  updated_at: string;
}

/** A request in the inbox; `data` is the whole request with its result. */
export interface RequestRow {
  id: string;
  journal: string;
  kind: string;
  opened_at: string;
  expires_at?: string;
  closed_at?: string;
  data: string;
}

/** Plans of these statuses whose last record is older than `before`. */
export interface IdleQuery {
  statuses: readonly string[];
  before: string;
}

/** What may be overdue at a time, by the rows: they only say where to look. */
export interface OverdueRows {
  /** Open requests that expired. */
  requests: RequestRow[];
  /** Plans that one of the queries finds. */
  plans: PlanId[];
  agents: AgentRow[];
}

/** What expires after a time, by the rows. */
export interface UpcomingRows {
  /** When the first open request expires. */
  expires_at?: string;
  /** Agents that plan, and time out if they stay idle. */
  gathering: AgentRow[];
}

export interface RequestQuery {
  id?: string;
  open?: boolean;
  journal?: string;
  /** Only open ones that expired before this moment. */
  expired_before?: string;
  /** Only those after this one: its opening time, a space, its id. */
  after?: string;
  limit: number;
}
