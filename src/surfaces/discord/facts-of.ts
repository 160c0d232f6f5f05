import { planFacts } from "../../acts/plan-facts.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { stepToolsIn } from "../../agent/step-tools-here.ts";
import type { Desk } from "../../desk/desk.ts";
import { yes } from "../../desk/outcome.ts";
import { projectKey } from "../../desk/project-key.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { runShown } from "../../lifecycle/run-shown.ts";
import { sealOfPlan } from "../../lifecycle/seal-of-plan.ts";
import { standingIn } from "../../picture/graph-subject.ts";
import { defined } from "../../plan/defined.ts";
import { type PlanFacts, shownText } from "./cards/plan-facts.ts";
import { isLong } from "./cards/step-summary.ts";
import { GraphPictures } from "./picture/graph-pictures.ts";

const pictures = new GraphPictures();

/** Collects the facts of a plan's card. `late` is called when a picture is ready that was not drawn in time. */
export async function factsOf(session: PlanSession, plan: LivePlan, late?: () => void): Promise<PlanFacts> {
  const { desk, id } = session.agent;
  const { planId, atWork } = session.run;
  const facts = await planFacts(desk, plan, { tools: async () => yes(stepToolsIn(session)), plannedBy: id });
  const { plan: text } = shownText(plan);
  const seal = sealOfPlan(plan, facts.approvers.quorum);
  // The card of a long proposal says the order in words: its graph could not be read.
  const isDrawn = runShown(plan) !== undefined || !isLong(text);
  const drawn = isDrawn ? text : { ...text, steps: [] };
  const picture = await pictures.of(drawn, { states: plan.run && standingIn(plan.run), seal }, late);
  return {
    ...facts,
    ...(planId === plan.id && { atWork, holder: "here" }),
    startsByItself: plan.status === "approved" && (await isStarted(session, plan)),
    ...defined({ picture, page: pageOf(desk, plan) }),
  };
}

/** The session runs its own plan as soon as it is approved, unless it is held. */
async function isStarted({ agent, isHeld }: PlanSession, plan: LivePlan): Promise<boolean> {
  const isLater = plan.status === "approved" && plan.approval.later === true;
  return agent.startsApproved && !isLater && !isHeld && agent.isHere && (await agent.plan())?.id === plan.id;
}

function pageOf({ configuration, project }: Desk, { id }: LivePlan): string | undefined {
  const { address } = configuration.config.web;
  return address === "" ? undefined : `${address.replace(/\/+$/, "")}/p/${projectKey(project)}/${id}`;
}
