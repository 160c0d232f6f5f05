import type { Move } from "../../../lifecycle/next-action.ts";
import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import { ENDS, type PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { BrowsedPlan, BrowserAct, BrowserAnswer } from "./browser-subject.ts";

export type Action = {
  key: string;
  /** Other keys that do the same. */
  also?: readonly string[];
  /** The key as it is shown, if that differs. */
  shown?: string;
  label: string;
  isOffered: (plan: BrowsedPlan) => boolean;
} & (
  | { kind: Exclude<BrowserAnswer["kind"], "answer" | "close">; isAct?: never }
  /** Done without leaving the list. */
  | { kind: BrowserAct["kind"]; isAct: true }
);

/** Keys and what they do to a plan, in the order they are shown. Of two with the same key at most one is offered. */
const ACTIONS: readonly Action[] = [
  { key: "enter", kind: "open", label: "open", isOffered: () => true },
  {
    key: "a",
    kind: "review",
    label: "review",
    isOffered: (plan) => may(plan, "approve", "request_changes", "reject", "reopen"),
  },
  { key: "r", kind: "run", label: "run", isOffered: (plan) => may(plan, "start") },
  { key: "r", kind: "retry", label: "retry", isOffered: (plan) => !may(plan, "start") && may(plan, "retry") },
  { key: "p", kind: "pause", isAct: true, label: "pause", isOffered: mayPause },
  { key: "p", kind: "resume", label: "resume", isOffered: (plan) => !mayPause(plan) && mayResume(plan) },
  {
    key: "q",
    kind: "queue",
    isAct: true,
    label: "queue",
    isOffered: (plan) => may(plan, "queue") && !may(plan, "unqueue"),
  },
  { key: "q", kind: "unqueue", isAct: true, label: "unqueue", isOffered: isQueued },
  { key: "K", also: ["shift+k", "shift+up"], kind: "up", isAct: true, label: "up", isOffered: isQueued },
  { key: "J", also: ["shift+j", "shift+down"], kind: "down", isAct: true, label: "down", isOffered: isQueued },
  { key: "1", kind: "first", isAct: true, label: "first", isOffered: isQueued },
  {
    key: "+",
    also: ["=", "shift+=", "shift++"],
    shown: "+ -",
    kind: "raise",
    isAct: true,
    label: "priority",
    isOffered: isQueued,
  },
  { key: "-", kind: "lower", isAct: true, label: "", isOffered: isQueued },
  {
    key: "d",
    kind: "diff",
    label: "diff",
    isOffered: ({ row }) => isReadable(row) && (row.revision > 1 || row.steps_done + (row.steps_rolled_back ?? 0) > 0),
  },
  {
    key: "s",
    kind: "simulate",
    label: "simulate",
    isOffered: ({ row }) => isReadable(row) && !ENDS.includes(row.status as PlanStatus),
  },
  { key: "b", kind: "rollback", label: "roll back", isOffered: (plan) => isNext(plan, "rollback") },
  {
    key: "c",
    kind: "clone",
    isAct: true,
    label: "clone",
    isOffered: (plan) => isNext(plan, "clone") && plan.isUnfinished !== true,
  },
  { key: "z", kind: "archive", isAct: true, label: "archive", isOffered: (plan) => may(plan, "archive") },
  { key: "z", kind: "restore", isAct: true, label: "restore", isOffered: (plan) => may(plan, "restore") },
  { key: "f", kind: "fail", isAct: true, label: "mark failed", isOffered: (plan) => may(plan, "fail") },
  { key: "x", kind: "cancel", isAct: true, label: "cancel", isOffered: (plan) => may(plan, "cancel") },
];

/** The actions that a plan offers now. */
export function actionsFor(plan: BrowsedPlan): Action[] {
  return ACTIONS.filter(({ isOffered }) => isOffered(plan));
}

function mayPause(plan: BrowsedPlan): boolean {
  return may(plan, "pause") && plan.isUnfinished !== true;
}

/** A run without a live process is resumed, even if its status says executing. */
function mayResume(plan: BrowsedPlan): boolean {
  return plan.isUnfinished ? isNext(plan, "resume") : may(plan, "resume");
}

function isNext({ row, moves = [] }: BrowsedPlan, move: Move): boolean {
  return row.problem === undefined && moves.includes(move);
}

function isQueued(plan: BrowsedPlan): boolean {
  return may(plan, "unqueue");
}

function may({ row, offers }: BrowsedPlan, ...commands: PlanCommandType[]): boolean {
  return row.problem === undefined && commands.some((command) => offers.includes(command));
}

function isReadable({ problem, elsewhere }: BrowsedPlan["row"]): boolean {
  return problem === undefined && elsewhere === undefined;
}
