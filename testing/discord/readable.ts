import type { LocalMessage } from "./message.ts";
import type { World } from "./world.ts";

/** A message as a bot may read it: without the intent only its own, those to it, and those that mention it. */
export function readable(message: LocalMessage, mayRead: boolean, { bot, guild }: World): object {
  const { channel, author, pinged } = message;
  const member = guild.members.find(({ id }) => id === author.id);
  const { user: _, ...partial } = member?.payload() ?? {};
  const payload = { ...message.payload(), ...(member && channel.guildId && { member: partial }) };
  if (mayRead || author.id === bot.id || channel.guildId === undefined || pinged.users.includes(bot.id)) return payload;
  return { ...payload, content: "", embeds: [], attachments: [], components: [] };
}
