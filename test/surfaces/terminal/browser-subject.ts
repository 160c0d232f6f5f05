import type { InboxEntry } from "../../../src/desk/requests.ts";
import type { PlanRow } from "../../../src/desk/rows.ts";
import type { PlanCommandType } from "../../../src/lifecycle/plan-command.ts";
import type { BrowsedPlan, BrowserSubject } from "../../../src/surfaces/terminal/browser/browser-subject.ts";
import { agent, minutes } from "../../builders.ts";

export const NOW = minutes(100_000);
const ago = (count: number) => minutes(100_000 - count);

export function browsed(row: Partial<PlanRow> & { id: string }, ...offers: PlanCommandType[]): BrowsedPlan {
  return {
    row: {
      title: "A plan",
      status: "proposed",
      revision: 1,
      version: 1,
      digest: "",
      created_at: ago(500),
      updated_at: ago(5),
      requester: "ann",
      priority: 0,
      archived: false,
      steps: 4,
      steps_done: 0,
      risk: "low",
      waiting: 0,
      ...row,
    },
    offers,
  };
}

const asked = (id: string, minutesAgo: number) => ({
  id,
  journal: id.slice(0, id.lastIndexOf("/")),
  opened_at: ago(minutesAgo),
  opened_by: agent("agent"),
});

export const REQUESTS: InboxEntry[] = [
  { ...asked("planner/question-3", 3), kind: "question", question: "Which database?", options: ["postgres", "sqlite"] },
  {
    ...asked("PLAN-00000001/decision-4", 12),
    title: "Move the test suite to vitest",
    kind: "decision",
    decision_id: "pool",
    header: "Pool",
    question: "Forks or threads?",
    options: ["forks", "threads"],
    multi_select: false,
  },
  { ...asked("PLAN-7c1e90ab/review-2", 125), kind: "review", revision: 2, digest: "" },
];

/** One plan of every kind that looks different. */
export const SUBJECT: BrowserSubject = {
  now: NOW,
  requests: REQUESTS,
  plans: [
    browsed(
      { id: "PLAN-00000009", title: "Old thing", status: "completed", steps_done: 4, updated_at: ago(90_000) },
      "archive",
    ),
    browsed(
      {
        id: "PLAN-7c1e90ab",
        title: "Replace session cookies with JWT",
        revision: 2,
        risk: "high",
        waiting: 1,
        updated_at: ago(125),
        priority: 5,
      },
      "approve",
      "request_changes",
      "reject",
      "cancel",
    ),
    browsed(
      { id: "PLAN-00000001", title: "Move the test suite to vitest", status: "executing", steps_done: 2, waiting: 1 },
      "pause",
      "cancel",
    ),
    browsed(
      {
        id: "PLAN-00000002",
        title: "日本語の長い題名の計画はここで切られます",
        status: "paused",
        steps: 40,
        steps_done: 1,
      },
      "resume",
      "cancel",
    ),
    browsed(
      { id: "PLAN-00000003", title: "Add dark mode", status: "approved", approved_by: "bob", updated_at: ago(3000) },
      "start",
      "cancel",
    ),
    browsed(
      { id: "PLAN-00000004", title: "Rename everything", status: "changes_requested", updated_at: ago(1) },
      "cancel",
    ),
    browsed({ id: "PLAN-00000005", title: "From a clone", status: "elsewhere", elsewhere: "approved", updated_at: "" }),
    browsed({
      id: "PLAN-00000006",
      title: "",
      status: "",
      revision: 0,
      steps: 0,
      risk: "",
      requester: "",
      problem: { kind: "unreadable", line: 14, message: "The step two depends on three, which does not exist." },
    }),
    browsed({ id: "PLAN-00000008", title: "Bad thing", status: "failed", steps_done: 1 }, "retry", "cancel"),
  ],
};
