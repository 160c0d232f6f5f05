import type { PlanSession } from "../../agent/plan-session.ts";
import { stepToolsIn } from "../../agent/step-tools-here.ts";
import { yes } from "../../desk/outcome.ts";
import { textsOf } from "../../desk/revisions.ts";
import { compareTrees, keptTree, lookAtTree } from "../../desk/tree.ts";
import { approversOf } from "../../lifecycle/approvers.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { runShown } from "../../lifecycle/run-shown.ts";
import { compareRevisions } from "../../plan/compare-revisions.ts";
import { defined } from "../../plan/defined.ts";
import { holderOf } from "../../run/holder.ts";
import { signingWarnings } from "../../run/signing-warnings.ts";
import { type PlanFacts, shownText } from "./cards/plan-facts.ts";
import { isLong } from "./cards/step-summary.ts";
import { GraphPictures } from "./picture/graph-pictures.ts";
import { standingIn } from "./picture/graph-subject.ts";

const pictures = new GraphPictures();

/** Collects the facts of a plan's card. `late` is called when a picture is ready that was not drawn in time. */
export async function factsOf(session: PlanSession, plan: LivePlan, late?: () => void): Promise<PlanFacts> {
  const { desk } = session.agent;
  const isReviewed = plan.status === "proposed" || plan.status === "needs_review";
  const run = runShown(plan);
  const { plan: text } = shownText(plan);
  // The card of a long proposal says the order in words: its graph could not be read.
  const isDrawn = run !== undefined || !isLong(text);
  const picture = isDrawn ? await pictures.of(text, plan.run && standingIn(plan.run), late) : undefined;
  const { planId, atWork } = session.run;
  return {
    plan,
    approvers: approversOf(plan, desk.configuration.config.approvers),
    at: desk.at(),
    ...(planId === plan.id && { atWork }),
    startsByItself: plan.status === "approved" && (await isStarted(session, plan)),
    holder: planId === plan.id ? "here" : holderOf(desk, plan),
    ...(isReviewed && (await reviewFacts(session, plan))),
    ...defined({ picture }),
  };
}

/** The session runs its own plan as soon as it is approved, unless it is held. */
async function isStarted({ agent, startsApproved, isHeld }: PlanSession, plan: LivePlan): Promise<boolean> {
  const isLater = plan.status === "approved" && plan.approval.later === true;
  return startsApproved && !isLater && !isHeld && agent.isHere && (await agent.plan())?.id === plan.id;
}

/** Facts for the person who reviews the plan. */
async function reviewFacts(
  session: PlanSession,
  plan: LivePlan,
): Promise<Pick<PlanFacts, "tree" | "reliesOnChanged" | "warnings" | "previous">> {
  const { agent } = session;
  const { desk, id } = agent;
  const { changed, warnings } = await signingWarnings(desk, plan, async () => yes(stepToolsIn(session)));
  const isPlannedHere = (await agent.lastPlanId()) === plan.id;
  const { digest, revision, plan: text } = plan.proposal;
  const texts = await textsOf(desk, plan.id);
  const before =
    texts.findLast((past) => past.revision < revision) ??
    texts.findLast((past) => past.revision === revision && past.digest !== digest);
  return {
    ...(isPlannedHere && { tree: compareTrees(keptTree(desk, id), await lookAtTree(desk.project)) }),
    reliesOnChanged: changed,
    warnings,
    ...(before && { previous: { revision: before.revision, comparison: compareRevisions(before.plan, text) } }),
  };
}
