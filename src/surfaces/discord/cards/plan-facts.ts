import type { SubagentsAtWork } from "../../../agent/subagents-at-work.ts";
import type { ReliedOn } from "../../../desk/git.ts";
import type { TreeComparison } from "../../../desk/tree.ts";
import type { Approvers } from "../../../lifecycle/approvers.ts";
import type { Holder } from "../../../lifecycle/next-actions.ts";
import { bindingPlan, type LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Comparison } from "../../../plan/compare-revisions.ts";
import type { Plan } from "../../../plan/plan.ts";
import type { Problem } from "../../../plan/problem.ts";
import type { Ping } from "../config/discord-config.ts";
import type { ShownText } from "./custom-id.ts";

/** A plan, and the facts for its card that are not in its journal. */
export interface PlanFacts {
  plan: LivePlan;
  approvers: Approvers;
  /** Now. */
  at: string;
  /** The changes of planning to the working tree, if it was compared. */
  tree?: TreeComparison;
  /** Files of its steps that changed since its base commit. */
  reliesOnChanged?: readonly ReliedOn[];
  /** What else an approver should know, and the plan does not tell. */
  warnings?: readonly Problem[];
  /** The comparison with the revision before, or with the text before an edit. */
  previous?: { revision: number; comparison: Comparison };
  /** The current activity of the running steps. */
  atWork?: SubagentsAtWork;
  /** It starts as soon as it is approved. */
  startsByItself?: boolean;
  /** Which process has its run; if left out, this one. */
  holder?: Holder;
  /** Whom to ping while it waits for a signature. */
  ping?: Ping;
  /** The drawn graph. */
  picture?: Uint8Array;
}

/** The text that a card shows, and that answers are about: the signed one, if there is one. */
export function shownText(state: LivePlan): ShownText & { plan: Plan; text: string } {
  const { revision, digest, text } = "approval" in state && state.approval ? state.approval.signed : state.proposal;
  return { id: state.id, revision, digest, text, plan: bindingPlan(state) };
}
