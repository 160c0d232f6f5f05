import type { Message, ModalSubmitInteraction } from "discord.js";
import { type CardMessage, FLAGS } from "../cards/card-message.ts";
import type { ShownText } from "../cards/custom-id.ts";
import { shownText } from "../cards/plan-facts.ts";
import { answeredCard, staleCard } from "../cards/pointer-card.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { planAt } from "./plan-at.ts";
import type { Click } from "./reply.ts";

/** The message that a person clicked, and where it is. */
export type Clicked = Pick<Click | ModalSubmitInteraction, "message" | "guildId">;

/** After a click on an outdated text: updates the plan's card; a copy of it links to that card from now on. */
export async function retireOutdated(click: Clicked, shown: ShownText, agent: ChannelAgent): Promise<void> {
  const { id, revision } = shown;
  agent.cards.refresh(`plan:${id}`);
  await replaceCopy(click, id, agent, async (url) => staleCard({ id, title: id, revision }, url));
}

/** After an answer on another message than the plan's card: removes its buttons. */
export async function settleCopy(click: Clicked, { id, revision }: ShownText, agent: ChannelAgent): Promise<void> {
  await replaceCopy(click, id, agent, async (url) => {
    const plan = await planAt(agent, id);
    // Another person may still answer there.
    if (!plan.ok || plan.value.status === "proposed" || plan.value.status === "needs_review") return undefined;
    const { title } = shownText(plan.value).plan;
    return answeredCard({ id, title, revision, status: plan.value.status }, url);
  });
}

/** Replaces the clicked message, if all can see it and it is not the plan's card. */
async function replaceCopy(
  { message, guildId }: Clicked,
  id: ShownText["id"],
  { cards }: ChannelAgent,
  draw: (url: string | undefined) => Promise<CardMessage | undefined>,
): Promise<void> {
  if (message === null || message.flags.has(FLAGS.ephemeral) || cards.isShownBy(id, message.id)) return;
  const card = await draw(cards.urlOf(id, guildId));
  if (card) await replace(message, card);
}

export async function replace(message: Message, { components, allowedMentions }: CardMessage): Promise<void> {
  try {
    await message.edit({ components, attachments: [], allowedMentions } as never);
  } catch (error) {
    // It was deleted.
    if ((error as { code?: unknown }).code !== UNKNOWN_MESSAGE) throw error;
  }
}

const UNKNOWN_MESSAGE = 10008;
