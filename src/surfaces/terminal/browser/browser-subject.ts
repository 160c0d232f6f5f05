import type { InboxEntry } from "../../../desk/requests.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import type { Queue } from "../../../run/read-queue.ts";

/** A plan in the browser, and what whoever looks may do with it. */
export interface BrowsedPlan {
  row: PlanRow;
  offers: readonly PlanCommandType[];
}

/** What the browser shows. */
export interface BrowserSubject {
  plans: readonly BrowsedPlan[];
  /** Everything that waits for a person. */
  requests: readonly InboxEntry[];
  /** Approved plans that wait for their turn, and what runs now. */
  queue?: Queue;
  now: string;
  /** Not all plans are here: how many there are in all. */
  total?: number;
}

/** What somebody chose that takes them elsewhere. The browser does nothing by itself. */
export type BrowserAnswer =
  | { kind: "open" | "review" | "run" | "retry" | "resume" | "diff" | "simulate"; id: string }
  | { kind: "answer"; request_id: string }
  | { kind: "close" };

/** What somebody wants to be done to a plan while they go on looking. */
export interface BrowserAct {
  kind: "pause" | "fail" | "cancel" | "queue" | "unqueue" | "up" | "down" | "first" | "raise" | "lower";
  id: string;
}

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
