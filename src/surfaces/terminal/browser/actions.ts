import type { Move, NextAction } from "../../../lifecycle/next-action.ts";
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
  { key: "a", kind: "review", label: "review", isOffered: ({ mayReview }) => mayReview },
  { key: "r", kind: "run", label: "run", isOffered: isNext("run") },
  { key: "r", kind: "retry", label: "retry", isOffered: isNext("retry") },
  { key: "p", kind: "pause", isAct: true, label: "pause", isOffered: isNext("pause") },
  { key: "p", kind: "resume", label: "resume", isOffered: isNext("resume") },
  { key: "q", kind: "queue", isAct: true, label: "queue", isOffered: isNext("queue") },
  { key: "q", kind: "unqueue", isAct: true, label: "unqueue", isOffered: isNext("unqueue") },
  { key: "K", also: ["shift+k", "shift+up"], kind: "up", isAct: true, label: "up", isOffered: isNext("unqueue") },
  {
    key: "J",
    also: ["shift+j", "shift+down"],
    kind: "down",
    isAct: true,
    label: "down",
    isOffered: isNext("unqueue"),
  },
  { key: "1", kind: "first", isAct: true, label: "first", isOffered: isNext("unqueue") },
  {
    key: "+",
    also: ["=", "shift+=", "shift++"],
    shown: "+ -",
    kind: "raise",
    isAct: true,
    label: "priority",
    isOffered: isNext("unqueue"),
  },
  { key: "-", kind: "lower", isAct: true, label: "", isOffered: isNext("unqueue") },
  {
    key: "d",
    kind: "diff",
    label: "diff",
    isOffered: ({ row }) => isHere(row) && (row.revision > 1 || row.steps_done + (row.steps_rolled_back ?? 0) > 0),
  },
  {
    key: "s",
    kind: "simulate",
    label: "simulate",
    isOffered: ({ row }) => isHere(row) && !ENDS.includes(row.status as PlanStatus),
  },
  { key: "b", kind: "rollback", label: "roll back", isOffered: isNext("rollback") },
  { key: "c", kind: "clone", isAct: true, label: "clone", isOffered: isNext("clone") },
  { key: "z", kind: "archive", isAct: true, label: "archive", isOffered: isNext("archive") },
  { key: "z", kind: "restore", isAct: true, label: "restore", isOffered: isNext("archive", "undo") },
  { key: "f", kind: "fail", isAct: true, label: "mark failed", isOffered: isNext("fail") },
  { key: "x", kind: "cancel", isAct: true, label: "cancel", isOffered: isNext("cancel") },
];

/** The actions that a plan offers now. One that cannot be used is only opened. */
export function actionsFor(plan: BrowsedPlan): Action[] {
  const actions = plan.row.problem === undefined ? ACTIONS : ACTIONS.slice(0, 1);
  return actions.filter(({ isOffered }) => isOffered(plan));
}

/** Of the whole plan: a step has no key here. */
function isNext(move: Move, flag?: NextAction["flag"]): (plan: BrowsedPlan) => boolean {
  return ({ next }) => next.some((one) => one.move === move && one.flag === flag && one.about === undefined);
}

function isHere({ elsewhere }: BrowsedPlan["row"]): boolean {
  return elsewhere === undefined;
}
