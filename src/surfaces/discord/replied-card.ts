import type { APIMessageComponent, Message } from "discord.js";
import type { RequestId } from "../../lifecycle/request.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { CardStore, CardSubject } from "./card-store.ts";
import { type CustomId, parseCustomId } from "./cards/custom-id.ts";
import { planOfPointer } from "./cards/pointer-card.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { planAsShown } from "./interactions/plan-at.ts";

/** The card that a message replies to. */
export type RepliedCard =
  /** The card itself, or a reply of the bot to it. */
  | { is: "card"; subject: CardSubject }
  /** Another message with buttons of a plan or a request; they carry the revision and digest. */
  | { is: "copy"; of: Extract<CustomId, { on: "plan" | "request" }> }
  /** A card that was replaced by a newer one. */
  | { is: "pointer"; plan: PlanId };

/** Undefined if it is no card: a reply to another message of the bot is for the agent. */
export function repliedCard(replied: Message | undefined, store: CardStore): RepliedCard | undefined {
  if (replied === undefined || replied.author.id !== replied.client.user.id) return undefined;
  const { channelId, id, reference } = replied;
  const card = store.at(channelId, id) ?? (reference?.messageId && store.at(channelId, reference.messageId));
  if (card) return { is: "card", subject: card.subject };
  const of = customIdsOf(replied).find((id) => id.on === "plan" || id.on === "request");
  if (of !== undefined) return { is: "copy", of };
  const texts = partsOf(replied).flatMap((part) => ("content" in part ? [part.content] : []));
  const plan = texts.map(planOfPointer).find(Boolean);
  return plan !== undefined && isPlanId(plan) ? { is: "pointer", plan } : undefined;
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

export type ReplySubject =
  | { on: "plan"; id: string }
  | { on: "request"; id: RequestId }
  /** The card shows an older text of this plan: a reply to it has no effect. */
  | { on: "old"; id: PlanId }
  /** The request no longer exists. */
  | { on: "nothing" };

/** A copy of a card counts as the card while its text, which its buttons carry, is the newest. */
export async function replySubject(
  agent: Pick<ChannelAgent, "cards" | "session">,
  card: RepliedCard,
): Promise<ReplySubject> {
  switch (card.is) {
    case "pointer":
      return { on: "old", id: card.plan };
    case "card": {
      const at = card.subject.indexOf(":");
      const on = card.subject.slice(0, at) === "plan" ? "plan" : "request";
      return { on, id: card.subject.slice(at + 1) };
    }
    case "copy": {
      const { of } = card;
      if (of.on === "request") {
        const request = await agent.cards.findRequest(of.request);
        return request ? { on: "request", id: request.id } : { on: "nothing" };
      }
      const shown = await planAsShown(agent, of);
      if (shown.ok) return { on: "plan", id: of.id };
      return shown.refusal.kind === "stale_revision" ? { on: "old", id: of.id } : { on: "nothing" };
    }
  }
}
