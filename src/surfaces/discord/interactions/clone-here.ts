import { clonePlan } from "../../../acts/clone-plan.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { doneText } from "../done-text.ts";

/** Proposes the text of a plan again, as a new plan with a card of its own. */
export async function cloneHere(agent: ChannelAgent, id: PlanId, person: Person): Promise<Outcome<string>> {
  const cloned = await clonePlan(actingFrom(agent.session, person), id);
  if (cloned.ok) agent.cards.showPlan(cloned.value.plan);
  return doneText(cloned);
}
