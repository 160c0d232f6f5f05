import type { BrokenGroup } from "../../../desk/broken-journal.ts";
import type { InboxEntry } from "../../../desk/requests.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import type { NextAction } from "../../../lifecycle/next-action.ts";
import type { Queue } from "../../../run/read-queue.ts";

/** A plan in the browser, and what its viewer may do with it. */
export interface BrowsedPlan {
  row: PlanRow;
  /** By its status and the process that has it. */
  next: readonly NextAction[];
  /** This viewer may approve it, reject it, request changes or reopen it. */
  mayReview: boolean;
  /** It was started, has not ended, and no process runs it. */
  isUnfinished?: boolean;
}

/** The facts that the browser shows. */
export interface BrowserSubject {
  plans: readonly BrowsedPlan[];
  /** Open requests, the oldest first. */
  requests: readonly InboxEntry[];
  /** How many requests wait besides these. */
  moreRequests?: number;
  /** Queued plans, and those that run. */
  queue?: Queue;
  /** Plans whose journals are gone or cannot be trusted, each reason once. */
  distrusted?: readonly BrokenGroup[];
  now: string;
  /** Not all plans are here: how many there are in all. */
  total?: number;
}

/** A choice that leaves the list. The browser itself does nothing. */
export type BrowserAnswer =
  | { kind: "open" | "review" | "run" | "retry" | "resume" | "rollback" | "diff" | "simulate"; id: string }
  | { kind: "answer"; request_id: string }
  | { kind: "close" };

/** An act on a plan that stays in the list. */
export interface BrowserAct {
  kind: "pause" | "fail" | "cancel" | "clone" | "archive" | "restore" | QueueKey;
  id: string;
}

export type QueueKey = "queue" | "unqueue" | "up" | "down" | "first" | "raise" | "lower";

/** The result of an act, in words. */
export interface Notice {
  words: string;
  isRefusal: boolean;
}

/** Selection and filter of a list that was left. */
export interface BrowserMemory {
  key: string;
  index: number;
  filter: string;
}
