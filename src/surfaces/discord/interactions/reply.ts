import type { ButtonInteraction, RepliableInteraction, StringSelectMenuInteraction } from "discord.js";
import type { CardMessage } from "../cards/card-message.ts";
import { FLAGS } from "../cards/flags.ts";
import { refusalKeeping } from "../cards/refusal-keeping.ts";
import { noticeMessage, type RefusalWords, refusalMessage } from "../cards/text-message.ts";

/** Discord waits three seconds: a deferred reply may come later. Only the person who asked sees it. */
export async function deferPrivately(interaction: RepliableInteraction): Promise<void> {
  await interaction.deferReply({ flags: FLAGS.ephemeral });
}

/** The same; on a message that only they see, the reply replaces it. */
export async function deferInPlace(click: ButtonInteraction | StringSelectMenuInteraction): Promise<void> {
  if (click.message.flags.has(FLAGS.ephemeral)) await click.deferUpdate();
  else await deferPrivately(click);
}

export async function reply(interaction: RepliableInteraction, { flags, ...card }: CardMessage): Promise<void> {
  if (interaction.deferred) await interaction.editReply({ ...card, flags: flags & FLAGS.components } as never);
  else if (interaction.replied) await interaction.followUp({ ...card, flags: flags | FLAGS.ephemeral } as never);
  else await interaction.reply({ ...card, flags: flags | FLAGS.ephemeral } as never);
}

export function say(interaction: RepliableInteraction, text: string): Promise<void> {
  return reply(interaction, noticeMessage(text, { isPrivate: true }));
}

export function refuse(interaction: RepliableInteraction, refusal: RefusalWords): Promise<void> {
  return reply(interaction, refusalMessage(refusal));
}

/** Refuses a form, and gives back the text that was written in it. */
export function refuseKeeping(
  interaction: RepliableInteraction,
  refusal: RefusalWords,
  written: string,
): Promise<void> {
  return reply(interaction, refusalKeeping(refusal, written));
}
