import type { ButtonInteraction, RepliableInteraction, StringSelectMenuInteraction } from "discord.js";
import { type CardMessage, FLAGS } from "../cards/card-message.ts";
import type { CardModal } from "../cards/modals/form.ts";
import { noticeMessage, type RefusalWords, refusalMessage } from "../cards/text-message.ts";
import { withinDeadline } from "../within-deadline.ts";

export type Click = ButtonInteraction | StringSelectMenuInteraction;

/** A sentence, or a card. Only the person who asked sees it. */
export type Reply = string | CardMessage;
export type Answered<Value = Reply> = { ok: true; value: Value } | { ok: false; refusal: RefusalWords };

/** Acknowledges, because Discord waits only three seconds, does the work, and replies with its outcome. */
export async function respond<Outcome extends Answered>(
  interaction: RepliableInteraction,
  work: () => Promise<Outcome>,
  { inPlace = false }: { inPlace?: boolean } = {},
): Promise<Outcome> {
  // On a message that only they see, the reply replaces it.
  if (inPlace && interaction.isMessageComponent() && interaction.message.flags.has(FLAGS.ephemeral))
    await interaction.deferUpdate();
  else await interaction.deferReply({ flags: FLAGS.ephemeral });
  const outcome = await work();
  if (!outcome.ok) await refuse(interaction, outcome.refusal);
  else await reply(interaction, outcome.value);
  return outcome;
}

/** Discord opens a form only within three seconds, and not after a deferral. */
export async function openForm<Outcome extends Answered<CardModal>>(
  click: Click,
  form: Promise<Outcome>,
): Promise<Outcome | "late"> {
  const found = await withinDeadline(form);
  if (found === "late") await refuse(click, LATE);
  else if (!found.ok) await refuse(click, found.refusal);
  else await click.showModal(found.value as never);
  return found;
}

const LATE = { message: "That took too long, so nothing was done.", hint: "Click once more." };

export function refuse(interaction: RepliableInteraction, refusal: RefusalWords): Promise<void> {
  return reply(interaction, refusalMessage(refusal));
}

async function reply(interaction: RepliableInteraction, given: Reply): Promise<void> {
  const card = typeof given === "string" ? noticeMessage(given) : given;
  const ephemeral = { ...card, flags: card.flags | FLAGS.ephemeral };
  if (interaction.deferred) await interaction.editReply(card as never);
  else if (interaction.replied) await interaction.followUp(ephemeral as never);
  else await interaction.reply(ephemeral as never);
}
