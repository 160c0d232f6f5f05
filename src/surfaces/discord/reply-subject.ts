import type { APIMessageComponent, Message } from "discord.js";
import type { RequestId } from "../../lifecycle/request.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { CardStore } from "./card-store.ts";
import { type CustomId, parseCustomId } from "./cards/custom-id.ts";
import { planOfPointer } from "./cards/pointer-card.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { planAsShown } from "./interactions/plan-at.ts";

/** The subject of a reply to a card. */
export type ReplySubject =
  | { on: "plan"; id: string }
  | { on: "request"; id: RequestId }
  /** The card shows an older text of this plan: a reply to it has no effect. */
  | { on: "old"; id: PlanId }
  /** The plan or request no longer exists. */
  | { on: "nothing" };

/** Undefined for a message that is no card: a reply to it is for the agent. */
export async function replySubject(
  replied: Message,
  agent: ChannelAgent,
  store: CardStore,
): Promise<ReplySubject | undefined> {
  if (replied.author.id !== replied.client.user.id) return undefined;
  const { channelId, id, reference } = replied;
  // The card itself, or a reply of the bot to it.
  const card = store.at(channelId, id) ?? (reference?.messageId && store.at(channelId, reference.messageId));
  if (card) {
    const [, on, subject = ""] = /^(plan|request):(.*)$/s.exec(card.subject) ?? [];
    return { on: on === "plan" ? "plan" : "request", id: subject };
  }
  const copy = customIdsOf(replied).find((one) => one.on === "plan" || one.on === "request");
  if (copy !== undefined) return copySubject(copy, agent);
  const texts = partsOf(replied).flatMap((part) => ("content" in part ? [part.content] : []));
  const plan = texts.map(planOfPointer).find(Boolean);
  return plan !== undefined && isPlanId(plan) ? { on: "old", id: plan } : undefined;
}

/** A copy of a card counts as the card while its text, which its buttons carry, is the newest. */
async function copySubject(
  copy: Extract<CustomId, { on: "plan" | "request" }>,
  agent: ChannelAgent,
): Promise<ReplySubject> {
  if (copy.on === "request") {
    const request = await agent.cards.findRequest(copy.request);
    return request ? { on: "request", id: request.id } : { on: "nothing" };
  }
  const shown = await planAsShown(agent, copy);
  if (shown.ok) return { on: "plan", id: copy.id };
  return shown.refusal.kind === "stale_revision" ? { on: "old", id: copy.id } : { on: "nothing" };
}

export function customIdsOf(message: Message): CustomId[] {
  return partsOf(message).flatMap((part) => ("custom_id" in part ? (parseCustomId(part.custom_id) ?? []) : []));
}

function partsOf({ components }: Message): APIMessageComponent[] {
  return components.flatMap((component) => withInner(component.toJSON() as APIMessageComponent));
}

function withInner(component: APIMessageComponent): APIMessageComponent[] {
  const inside: readonly APIMessageComponent[] = "components" in component ? component.components : [];
  return [component, ...inside.flatMap(withInner)];
}
