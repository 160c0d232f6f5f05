import { ABSENT, type PlanState, type PlanStatus } from "../../src/lifecycle/plan-state.ts";
import {
  amend,
  approve,
  decision,
  edit,
  end,
  given,
  hitBudget,
  later,
  missModel,
  planOf,
  propose,
  START,
  sendBack,
  skip,
  start,
} from "../builders.ts";

export const PLAN = {
  ...planOf("a", { id: "b", depends_on: ["a"] }, { id: "c", decision_id: "colour" }),
  decisions: [decision("colour", { default: ["red"], deadline_minutes: 60 })],
};

/** The same plan in other words. */
export const reworded = (title: string) => ({ ...PLAN, title });

const proposed = given(propose(PLAN));
const sentBack = later(proposed, sendBack(1));
const third = later(sentBack, propose(reworded("2")), sendBack(2), propose(reworded("3")));
const approved = later(proposed, approve(PLAN));
const executing = later(approved, START);
const busy = later(executing, start("a"));
const asking = later(busy, amend("a"));
const lost = later(busy, end("a", "interrupted"));
const spent = later(executing, hitBudget);
const broken = later(busy, end("a", "failed"));
const finished = later(busy, end("a"), skip("b"), skip("c"));
const failed = later(broken, { type: "fail", reason: "a failed" });
const completed = later(finished, { type: "complete" });
const rejected = later(proposed, { type: "reject", revision: 1 });
const cancelled = later(proposed, { type: "cancel" });
const cancelledRun = later(executing, { type: "cancel" });
const stalled = later(executing, { type: "stall" });

/** Witnesses of every status: what can be done in it can be done in at least one of them. */
export const STATES: Record<PlanStatus | "absent", PlanState[]> = {
  absent: [ABSENT],
  proposed: [proposed, third],
  changes_requested: [sentBack],
  needs_review: [later(third, sendBack(3))],
  approved: [approved, later(approved, { type: "queue" })],
  executing: [executing, lost, busy, asking, broken, finished],
  paused: [
    ...[executing, busy, asking, lost, broken].flatMap((state) => [
      later(state, { type: "pause" }),
      later(state, edit(reworded("edited"))),
    ]),
    spent,
    later(executing, missModel),
  ],
  stalled: [
    stalled,
    later(asking, { type: "stall" }),
    later(busy, { type: "stall" }),
    later(lost, { type: "stall" }),
    later(broken, { type: "stall" }),
    later(stalled, edit(reworded("edited"))),
  ],
  failed: [failed, later(failed, edit(reworded("edited")))],
  completed: [completed, later(completed, { type: "archive" })],
  rejected: [rejected, later(rejected, { type: "archive" })],
  cancelled: [
    cancelled,
    later(cancelled, { type: "archive" }),
    later(busy, { type: "cancel" }),
    later(lost, { type: "cancel" }),
    cancelledRun,
  ],
};
