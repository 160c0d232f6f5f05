import type { APIMessageComponent, Message } from "discord.js";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { CardBook, CardSubject } from "./card-book.ts";
import { type CustomId, parseCustomId } from "./cards/custom-id.ts";
import { planOfPointer } from "./cards/plan-card.ts";

/** The card that a message replies to. */
export type RepliedCard =
  /** The card itself, or a reply of the bot to it. */
  | { is: "card"; subject: CardSubject }
  /** Another message with buttons of a plan or a request: it says itself of which text. */
  | { is: "copy"; of: Extract<CustomId, { on: "plan" | "request" }> }
  /** A card that was replaced by a newer one. */
  | { is: "pointer"; plan: PlanId };

/** Undefined if it is no card: a reply to another message of the bot is for the agent. */
export function repliedCard(replied: Message | undefined, book: CardBook): RepliedCard | undefined {
  if (replied === undefined || replied.author.id !== replied.client.user.id) return undefined;
  const { channelId, id, reference } = replied;
  const card = book.at(channelId, id) ?? (reference?.messageId && book.at(channelId, reference.messageId));
  if (card) return { is: "card", subject: card.subject };
  const of = customIdsOf(replied).find((id) => id.on === "plan" || id.on === "request");
  if (of !== undefined) return { is: "copy", of };
  const texts = partsOf(replied).flatMap((part) => ("content" in part ? [part.content] : []));
  const plan = texts.map(planOfPointer).find(Boolean);
  return plan !== undefined && isPlanId(plan) ? { is: "pointer", plan } : undefined;
}

/** What the buttons and menus of a message are for. */
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
