import type { ButtonInteraction, Message, ModalSubmitInteraction, StringSelectMenuInteraction } from "discord.js";
import type { ShownText } from "../cards/custom-id.ts";
import { FLAGS } from "../cards/flags.ts";
import { answeredCard, staleCard } from "../cards/plan-card.ts";
import { shownText } from "../cards/plan-facts.ts";
import type { RefusalWords } from "../cards/text-message.ts";
import type { ChannelAgent } from "../channel-agent.ts";
import { planAt } from "./plan-at.ts";
import { refuse } from "./reply.ts";

type Clicked = ButtonInteraction | StringSelectMenuInteraction | ModalSubmitInteraction;

/** Refuses a click on an outdated card, and updates it; a card that was replaced links to the newest. */
export async function refuseStale(
  click: Clicked,
  { id, revision }: ShownText,
  agent: ChannelAgent,
  why: RefusalWords,
): Promise<void> {
  await refuse(click, why);
  agent.cards.refresh(`plan:${id}`);
  const copy = copyOf(click, id, agent);
  if (copy === undefined) return;
  const url = agent.cards.urlOf(id, click.guildId);
  await replace(copy, staleCard({ id, title: id, revision }, url === undefined ? {} : { url }));
}

/** After an answer on another message than the plan's card: removes its buttons. */
export async function settleCopy(click: Clicked, { id, revision }: ShownText, agent: ChannelAgent): Promise<void> {
  const copy = copyOf(click, id, agent);
  const plan = copy && (await planAt(agent, id));
  // Another person may still answer there.
  if (!copy || !plan?.ok || plan.value.status === "proposed" || plan.value.status === "needs_review") return;
  const url = agent.cards.urlOf(id, click.guildId);
  const { title } = shownText(plan.value).plan;
  await replace(
    copy,
    answeredCard({ id, title, revision, status: plan.value.status }, url === undefined ? {} : { url }),
  );
}

/** A message that others see, and that is not kept as the plan's card. */
function copyOf({ message }: Clicked, id: ShownText["id"], { cards }: ChannelAgent): Message | undefined {
  if (message === null || message.flags.has(FLAGS.ephemeral) || cards.isShownBy(id, message.id)) return undefined;
  return message;
}

async function replace(message: Message, { components }: { components: unknown }): Promise<void> {
  try {
    await message.edit({ components, attachments: [], allowedMentions: { parse: [] } } as never);
  } catch (error) {
    // It was deleted.
    if ((error as { code?: unknown }).code !== UNKNOWN_MESSAGE) throw error;
  }
}

const UNKNOWN_MESSAGE = 10008;
