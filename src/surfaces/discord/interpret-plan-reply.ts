import type { Person } from "../../desk/persons.ts";
import { usablePlan } from "../../desk/usable-plan.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { classifyReply } from "../../policy/intent/reply-to-plan.ts";
import { detectIntent } from "../../policy/intent.ts";
import type { CardMessage } from "./cards/card-message.ts";
import { askMeaningCard, confirmApprovalCard } from "./cards/reply-card.ts";
import type { AgentServices } from "./channel-agent.ts";
import type { Act } from "./interactions/perform.ts";
import { noteReview, performed, saysMore } from "./message-act.ts";
import { nonceOf } from "./nonce-of.ts";
import type { ReceivedMessage } from "./process-messages.ts";

/**
 * A reply to the card of a plan that waits for an answer, by what it means. Only a request for changes has an effect at once;
 * consent is confirmed, and the person says what an unclear reply means. False: it is for the agent.
 */
export async function interpretPlanReply(
  id: string,
  heard: ReceivedMessage,
  person: Person,
  services: AgentServices,
): Promise<boolean> {
  const { desk } = services.agent;
  const found = isPlanId(id) ? await usablePlan(desk, id) : undefined;
  const plan = found?.ok ? found.value : undefined;
  if (plan?.status !== "proposed" && plan?.status !== "needs_review") return false;
  const talks = heard.talks !== false;
  const meaning = classifyReply(heard.words);
  if (meaning === "consent" && saysMore(heard))
    return ask(askMeaningCard(plan, heard.whole, { talks }), heard, services);
  // "Go ahead" may sign by itself, by the settings.
  if (detectIntent(heard.words).intent === "EXECUTE_NOW") return isElsewhere(plan, heard, services);
  switch (meaning) {
    case "consent":
      if (desk.configuration.config.intent_approval === "off") {
        services.agent.tell(cannotApprove(plan.id), heard.channel, heard.message);
        return true;
      }
      return ask(confirmApprovalCard(plan, heard.words, { talks }), heard, services);
    case "question":
      return talks ? false : ask(askMeaningCard(plan, heard.whole, { talks }), heard, services);
    case "change_request": {
      const { revision, digest } = plan.proposal;
      noteReview(heard, plan, services);
      const act: Act = { act: "request_changes", plan: plan.id, seen: { revision, digest }, feedback: heard.whole };
      return performed(act, heard, person, services, requested(person.name, plan));
    }
    case "unclear":
      return ask(askMeaningCard(plan, heard.whole, { talks }), heard, services);
  }
}

export function cannotApprove(id: PlanId): string {
  return `A message cannot approve ${id} here: use the buttons on its card.`;
}

function requested(name: string, { id, proposal }: LivePlan): string {
  return `✏️ Taken as a request for changes: ${name} requested changes to revision ${proposal.revision} of ${id}.`;
}

/** Words approve only the plan of this session. */
async function isElsewhere({ id }: LivePlan, heard: ReceivedMessage, { agent }: AgentServices): Promise<boolean> {
  if (id === (await agent.session.agent.plan())?.id) return false;
  agent.tell(cannotApprove(id), heard.channel, heard.message);
  return true;
}

async function ask(card: CardMessage, heard: ReceivedMessage, { channels, talk }: AgentServices): Promise<true> {
  const { channel, message } = heard;
  talk.covered(channel);
  await channels.say(channel, card, { replyTo: message, nonce: nonceOf(message, "ask") });
  return true;
}
