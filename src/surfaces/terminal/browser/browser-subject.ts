import type { InboxEntry } from "../../../desk/requests.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import type { Move } from "../../../lifecycle/next-action.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import type { Queue } from "../../../run/read-queue.ts";

/** A plan in the browser, and what its viewer may do with it. */
export interface BrowsedPlan {
  row: PlanRow;
  offers: readonly PlanCommandType[];
  /** What can be done next, by where it stands and whether a process runs it. */
  moves?: readonly Move[];
  /** It was started, has not ended, and no process runs it. */
  isUnfinished?: boolean;
}

/** What the browser shows. */
export interface BrowserSubject {
  plans: readonly BrowsedPlan[];
  /** What waits for a person, the oldest first. */
  requests: readonly InboxEntry[];
  /** How many requests wait besides these. */
  moreRequests?: number;
  /** Approved plans that wait for their turn, and what runs now. */
  queue?: Queue;
  now: string;
  /** Not all plans are here: how many there are in all. */
  total?: number;
}

/** What somebody chose that takes them elsewhere. The browser does nothing by itself. */
export type BrowserAnswer =
  | { kind: "open" | "review" | "run" | "retry" | "resume" | "rollback" | "diff" | "simulate"; id: string }
  | { kind: "answer"; request_id: string }
  | { kind: "close" };

/** What somebody wants to be done to a plan while they go on looking. */
export interface BrowserAct {
  kind: "pause" | "fail" | "cancel" | "clone" | "archive" | "restore" | QueueKey;
  id: string;
}

export type QueueKey = "queue" | "unqueue" | "up" | "down" | "first" | "raise" | "lower";

/** What became of an act, in words. */
export interface Notice {
  words: string;
  isRefusal: boolean;
}

/** Where somebody was when they went elsewhere. */
export interface BrowserMemory {
  /** What was selected. */
  key: string;
  index: number;
  filter: string;
}
