import type { APIMessageComponent, Message } from "discord.js";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import type { CardBook, CardSubject } from "./card-book.ts";
import { type CustomId, parseCustomId } from "./cards/custom-id.ts";
import { planOfPointer } from "./cards/plan-card.ts";

/** What somebody replied to, if it is a card of ours. */
export type RepliedCard =
  /** The card itself, or what was said below it. */
  | { is: "card"; subject: CardSubject }
  /** Another message with buttons of a plan or a request: it says itself of which text. */
  | { is: "copy"; of: Exclude<CustomId, { on: "plans" }> }
  /** What is left of a card that has a successor. */
  | { is: "pointer"; plan: PlanId };

/** Nothing, if it is no card: what is said in reply to other words of ours is for the agent. */
export function repliedCard(replied: Message | undefined, book: CardBook): RepliedCard | undefined {
  if (replied === undefined || replied.author.id !== replied.client.user.id) return undefined;
  const { channelId, id, reference } = replied;
  const card = book.at(channelId, id) ?? (reference?.messageId && book.at(channelId, reference.messageId));
  if (card) return { is: "card", subject: card.subject };
  const [of] = customIdsOf(replied).filter(({ on }) => on !== "plans");
  if (of !== undefined && of.on !== "plans") return { is: "copy", of };
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
