import type { PlanId } from "../plan/plan.ts";
import type { Broken } from "./journal.ts";

/** A plan in a list. Names as in the front matter. */
export interface PlanRow {
  id: PlanId;
  title: string;
  /** `elsewhere` for a plan that has no journal here, `broken` for one whose journal does not hold. */
  status: string;
  /** What the file of such a plan says of itself. */
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
  /** It waits for its turn. */
  queued?: { priority: number; at: string };
  archived: boolean;
  steps: number;
  steps_done: number;
  risk: string;
  /** Open requests. */
  waiting: number;
  /** Why the plan can be neither signed nor run as it is. */
  problem?: { kind: Broken["kind"] | "unreadable"; message: string; line?: number };
}

export interface PlanQuery {
  status?: string[];
  archived?: boolean;
  limit: number;
  /** Count all that fit, too: it costs a look at every one of them. */
  count?: boolean;
  /** The row after which the page begins, by its `cursor`. */
  after?: string;
}

export interface PlanPage {
  rows: PlanRow[];
  /** Rows whose files changed since they were derived. */
  outdated: PlanId[];
  /** Where the next page begins, if there is one. */
  next?: string;
  /** How many there are on all pages together, if it was asked for. */
  total?: number;
}

export interface AgentRow {
  id: string;
  phase: string;
  task?: string;
  plan_id?: PlanId;
  updated_at: string;
}

/** A request in the inbox; `data` is the whole request with its closing. */
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

/** What may be overdue at a moment, by the rows: they only say where to look. */
export interface OverdueRows {
  /** Open requests that expired. */
  requests: RequestRow[];
  /** Plans that one of the queries finds. */
  plans: PlanId[];
  agents: AgentRow[];
}

/** What runs out after a moment, by the rows. */
export interface UpcomingRows {
  /** When the first open request expires. */
  expires_at?: string;
  /** Agents that plan, and end if they fall silent. */
  gathering: AgentRow[];
}

export interface RequestQuery {
  id?: string;
  open?: boolean;
  journal?: string;
  /** Only open ones that expired before this moment. */
  expired_before?: string;
  limit: number;
}
