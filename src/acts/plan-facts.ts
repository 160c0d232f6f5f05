import type { Desk } from "../desk/desk.ts";
import { isAgentId } from "../desk/file-store/project-paths.ts";
import type { ReliedOn } from "../desk/git.ts";
import { type PastText, textBefore, textsOf } from "../desk/revisions.ts";
import { compareTrees, keptTree, lookAtTree, type TreeComparison } from "../desk/tree.ts";
import type { AgentEvent } from "../lifecycle/agent-phase.ts";
import { type Approvers, approversOf } from "../lifecycle/approvers.ts";
import type { Holder } from "../lifecycle/next-actions.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { type Comparison, compareRevisions } from "../plan/compare-revisions.ts";
import { defined } from "../plan/defined.ts";
import type { Problem } from "../plan/problem.ts";
import { holderOf } from "../run/holder.ts";
import { type AskStepTools, signingWarnings } from "../run/signing-warnings.ts";

/** A plan, and what a surface shows of it that is not in its journal. */
export interface PlanFacts extends Partial<ReviewFacts> {
  plan: LivePlan;
  approvers: Approvers;
  /** Now. */
  at: string;
  /** Which process has its run. */
  holder: Holder;
}

/** Of a plan that waits for a review. */
export interface ReviewFacts {
  /** Files of its steps that changed since its base commit. */
  reliesOnChanged: readonly ReliedOn[];
  /** What else an approver should know, and the plan does not tell. */
  warnings: readonly Problem[];
  /** The changes of planning to the working tree, if it was recorded when planning began. */
  tree?: TreeComparison;
  /** The comparison with the revision before, or with the text before an edit. */
  previous?: { revision: number; comparison: Comparison };
}

export interface PlanFactsOptions {
  /** Which tools a step can have here. */
  tools: AskStepTools;
  /** The agent that planned; if left out, the last one that proposed a text of the plan. */
  plannedBy?: string;
}

/** The same facts for every surface that shows a plan to its reviewers. */
export async function planFacts(desk: Desk, plan: LivePlan, options: PlanFactsOptions): Promise<PlanFacts> {
  const isReviewed = plan.status === "proposed" || plan.status === "needs_review";
  return {
    plan,
    approvers: approversOf(plan, desk.configuration.config.approvers),
    at: desk.at(),
    holder: holderOf(desk, plan),
    ...(isReviewed && (await reviewFacts(desk, plan, options))),
  };
}

async function reviewFacts(desk: Desk, plan: LivePlan, { tools, plannedBy }: PlanFactsOptions): Promise<ReviewFacts> {
  const { changed, warnings } = await signingWarnings(desk, plan, tools);
  const texts = await textsOf(desk, plan.id);
  const before = textBefore(texts, plan.proposal);
  const tree = await treeSincePlanning(desk, plan, plannedBy ?? lastAgent(texts));
  return {
    reliesOnChanged: changed,
    warnings,
    ...defined({ tree }),
    ...(before && {
      previous: { revision: before.revision, comparison: compareRevisions(before.plan, plan.proposal.plan) },
    }),
  };
}

function lastAgent(texts: readonly PastText[]): string | undefined {
  return texts.findLast(({ by }) => by.kind === "agent")?.by.id;
}

/** Only one tree is kept for an agent: that of its last plan. */
async function treeSincePlanning(
  desk: Desk,
  { id }: LivePlan,
  agent: string | undefined,
): Promise<TreeComparison | undefined> {
  if (agent === undefined || !isAgentId(agent)) return undefined;
  const { records, broken } = await desk.store.loadJournal(agent);
  const events = broken ? [] : (records.flatMap((record) => record.events) as AgentEvent[]);
  if (events.findLast((event) => event.type === "plan_submitted")?.plan_id !== id) return undefined;
  return compareTrees(keptTree(desk, agent), await lookAtTree(desk.project));
}
