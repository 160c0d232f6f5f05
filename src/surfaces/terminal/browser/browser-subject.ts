import type { InboxEntry } from "../../../desk/requests.ts";
import type { PlanRow } from "../../../desk/rows.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";

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
  now: string;
  /** Not all plans are here: how many there are in all. */
  total?: number;
}

/** What somebody chose. The browser does nothing by itself. */
export type BrowserAnswer =
  | {
      kind: "open" | "review" | "run" | "retry" | "pause" | "resume" | "fail" | "cancel" | "diff" | "simulate";
      id: string;
    }
  | { kind: "answer"; request_id: string }
  | { kind: "close" };
