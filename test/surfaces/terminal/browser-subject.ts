import type { InboxEntry } from "../../../src/desk/requests.ts";
import type { PlanRow } from "../../../src/desk/rows.ts";
import type { Lease } from "../../../src/lifecycle/lease.ts";
import type { Move } from "../../../src/lifecycle/next-action.ts";
import type { QueueEntry, WaitsFor } from "../../../src/run/queue.ts";
import type { RunningNow } from "../../../src/run/read-queue.ts";
import type { BrowsedPlan, BrowserSubject } from "../../../src/surfaces/terminal/browser/browser-subject.ts";
import { agent, minutes } from "../../builders.ts";

export const NOW = minutes(100_000);
const ago = (count: number) => minutes(100_000 - count);

export function browsed(row: Partial<PlanRow> & { id: string }, ...moves: Move[]): BrowsedPlan {
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
    next: moves.map((move) => ({ move, plan: row.id, what: "" })),
    mayReview: moves.includes("approve"),
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
      "run",
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

/** Four plans in the queue while one runs: two are ready, one comes after another, one waits in vain. */
export function queueSubject(running: number): BrowserSubject {
  const wait = (id: string, title: string, more: Partial<QueueEntry>): QueueEntry => ({
    ...{ id, title, position: 0, priority: 0, at: ago(30), after: [], waits_for: [] },
    ...more,
  });
  const before = (plan: string, because: WaitsFor["because"], why: string) => [
    { plan, because, words: `${plan}, which ${why}` },
  ];
  const entries = [
    wait("PLAN-0000000a", "Mend the parser", { position: 1, priority: 5 }),
    wait("PLAN-0000000b", "Sort the imports", { position: 2, at: ago(3) }),
    wait("PLAN-0000000c", "Publish the docs", {
      ...{ position: 3, waits_for: before("PLAN-0000000b", "queued", "is in the queue") },
    }),
    wait("PLAN-0000000d", "Drop Node 18", {
      ...{ position: 4, priority: -2, waits_for: before("PLAN-00000008", "failed", "has failed") },
    }),
  ];
  const plans = entries
    .map(({ id, title, priority, at }) =>
      browsed({ id, title, status: "approved", queued: { priority, at } }, "run", "unqueue", "cancel"),
    )
    .reverse();
  const { plans: others } = SUBJECT;
  return {
    ...{ now: NOW, requests: [], plans: [...plans, ...others.filter(({ row }) => /[138]$/.test(row.id))] },
    queue: { entries, running: RUNNING.slice(0, running), most: 1 },
  };
}

const RUNNING: RunningNow[] = [
  {
    ...{ id: "PLAN-00000001", title: "Move the test suite to vitest", status: "executing", started_at: ago(9) },
    ...{ steps: 4, steps_done: 2, holder: { plan: "PLAN-00000001", lease: { id: "l", pid: 1, host: "h" } as Lease } },
  },
];
