import type { Message } from "discord.js";
import { systemClock } from "../../run/clock.ts";
import type { CardBook } from "./card-book.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { mayTalk } from "./config/may-talk.ts";
import { attachmentsDirectory } from "./conversation/attachments-directory.ts";
import { incomingText, type MessageFacts, wordsOf } from "./conversation/incoming-text.ts";
import { saveAttachments } from "./conversation/save-attachments.ts";
import { memberOf } from "./who.ts";

/** Hears a message once, however often Discord tells of it. */
export async function hearMessage(
  message: Message,
  agent: ChannelAgent,
  book: CardBook,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { channelId } = message;
  const last = book.heard(channelId);
  if (last !== undefined && BigInt(message.id) <= BigInt(last)) return;
  book.hear(channelId, message.id);
  const member = memberOf({ user: message.author, member: message.member, guild: message.guild });
  const isMeant = message.mentions.users.has(message.client.user.id);
  if (!mayTalk(agent.config.talk, member)) {
    if (isMeant)
      agent.tell(`${member.name} may not talk to ${agent.config.name}. Ask whoever runs the bot.`, channelId);
    return;
  }
  try {
    const facts = await factsOf(message, agent, env);
    await untilNoted(message, agent, book);
    await agent.hear({
      ...{ member, channel: channelId, message: message.id, words: wordsOf(facts) },
      whole: incomingText(facts, { isShared: false }).text,
      incoming: incomingText(facts, { isShared: true }),
      ...(message.reference?.messageId !== undefined && { replyTo: message.reference.messageId }),
    });
  } catch (error) {
    // It is not heard again: whoever said it has to know.
    agent.tell(`What ${member.name} said did not get through: say it again.`, channelId);
    throw error;
  }
}

const LONG_ENOUGH_MS = 2_000;

/** Whoever is quick answers to a card of which it is not noted yet that it was sent. */
async function untilNoted({ reference, mentions, client, channelId }: Message, agent: ChannelAgent, book: CardBook) {
  if (reference?.messageId === undefined || mentions.repliedUser?.id !== client.user.id) return;
  if (book.at(channelId, reference.messageId) !== undefined) return;
  const over = new AbortController();
  await Promise.race([agent.cards.settled(), systemClock.sleep(LONG_ENOUGH_MS, over.signal)]);
  over.abort();
}

async function factsOf(message: Message, agent: ChannelAgent, env: NodeJS.ProcessEnv): Promise<MessageFacts> {
  const { author, member, content, client, mentions, attachments, channelId, id } = message;
  const replied =
    message.reference?.messageId === undefined ? undefined : await message.fetchReference().catch(() => undefined);
  const isOurCard = replied?.author.id === client.user.id && replied.content === "";
  return {
    author: member?.displayName ?? author.displayName,
    ...{ text: content, self: client.user.id },
    names: {
      users: Object.fromEntries(mentions.users.map((user) => [user.id, user.displayName])),
      roles: Object.fromEntries(mentions.roles.map((role) => [role.id, role.name])),
      channels: Object.fromEntries(
        mentions.channels.map((channel) => [channel.id, "name" in channel ? `${channel.name}` : channel.id]),
      ),
    },
    ...(replied && !isOurCard && { replyTo: { author: replied.author.displayName, text: replied.content } }),
    attachments: await saveAttachments(
      attachments.map(({ name, url, size }) => ({ name, url, size })),
      {
        ...{ directory: attachmentsDirectory(channelId, env), message: id, fetch, now: Date.now() },
        takesImages: agent.session.context.model?.input.includes("image") === true,
      },
    ),
  };
}
