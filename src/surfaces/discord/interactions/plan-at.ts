import { planInSession } from "../../../agent/acting-from.ts";
import { no, type Outcome } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { ShownText } from "../cards/custom-id.ts";
import { shownText } from "../cards/plan-facts.ts";
import type { ChannelAgent } from "../channel-agent.ts";

/** The plan with this id or its beginning; without one, the agent's current or last plan. */
export function planAt({ session }: Pick<ChannelAgent, "session">, id: string | null): Promise<Outcome<LivePlan>> {
  return planInSession(session, id ?? undefined);
}

/** The plan, if its text is still the one that the card showed: a click is about no other text. */
export async function planAsShown(agent: Pick<ChannelAgent, "session">, shown: ShownText): Promise<Outcome<LivePlan>> {
  const plan = await planAt(agent, shown.id);
  if (!plan.ok) return plan;
  const { revision, digest } = shownText(plan.value);
  if (revision === shown.revision && digest === shown.digest) return plan;
  const what = revision === shown.revision ? "the text was edited since" : `revision ${revision} is newer`;
  return no("stale_revision", `This card shows an older text of ${shown.id}: ${what}.`, {
    hint: "Nothing was done. Use the newest card.",
  });
}
