import type { PlanCommandType } from "../../../lifecycle/plan-command.ts";
import { ENDS, type PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { BrowsedPlan, BrowserAnswer } from "./browser-subject.ts";

export interface Action {
  key: string;
  kind: Exclude<BrowserAnswer["kind"], "answer" | "close">;
  /** What a person reads beside the key. */
  label: string;
  isOffered: (plan: BrowsedPlan) => boolean;
}

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
  { key: "p", kind: "pause", label: "pause", isOffered: (plan) => may(plan, "pause") },
  { key: "p", kind: "resume", label: "resume", isOffered: (plan) => !may(plan, "pause") && may(plan, "resume") },
  {
    key: "d",
    kind: "diff",
    label: "diff",
    isOffered: ({ row }) => isReadable(row) && (row.revision > 1 || row.steps_done > 0),
  },
  {
    key: "s",
    kind: "simulate",
    label: "simulate",
    isOffered: ({ row }) => isReadable(row) && !ENDS.includes(row.status as PlanStatus),
  },
  { key: "f", kind: "fail", label: "mark failed", isOffered: (plan) => may(plan, "fail") },
  { key: "x", kind: "cancel", label: "cancel", isOffered: (plan) => may(plan, "cancel") },
];

/** What may be done with a plan now. */
export function actionsFor(plan: BrowsedPlan): Action[] {
  return ACTIONS.filter(({ isOffered }) => isOffered(plan));
}

function may({ row, offers }: BrowsedPlan, ...commands: PlanCommandType[]): boolean {
  return row.problem === undefined && commands.some((command) => offers.includes(command));
}

function isReadable({ problem, elsewhere }: BrowsedPlan["row"]): boolean {
  return problem === undefined && elsewhere === undefined;
}
