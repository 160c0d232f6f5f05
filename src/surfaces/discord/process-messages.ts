import type { Message } from "discord.js";
import { defined } from "../../plan/defined.ts";
import type { CardStore } from "./card-store.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { attachmentsDirectory } from "./conversation/attachments-directory.ts";
import { type Incoming, incomingText, type MessageFacts, wordsOf } from "./conversation/incoming-text.ts";
import { saveAttachments } from "./conversation/save-attachments.ts";
import { type Member, memberOf, rightsOf } from "./member.ts";
import { type ReplySubject, replySubject } from "./reply-subject.ts";
import { withinDeadline } from "./within-deadline.ts";

/** A message that a person wrote in the channel of an agent, or in a thread of it. */
export interface ReceivedMessage {
  member: Member;
  channel: string;
  message: string;
  /** Only the typed text: it alone counts as an answer or an approval. */
  words: string;
  /** The typed text with files and quotes. */
  whole: string;
  /** The text and images for the model. */
  incoming: Incoming;
  guild: string | null;
  /** If it replies to a card. */
  about?: ReplySubject;
  /** False: the person may sign and not talk to the agent, so only a reply to a card counts. */
  talks?: boolean;
}

export interface ProcessOptions {
  agent: ChannelAgent;
  store: CardStore;
  env: NodeJS.ProcessEnv;
  trouble(error: unknown): void;
}

/**
 * Processes messages that came together. Each stays in the inbox until it is done, so that none is lost with the
 * process, and an act of an earlier process is not repeated.
 */
export async function processMessages(messages: readonly Message[], options: ProcessOptions): Promise<void> {
  const { agent, store } = options;
  const owner = agent.config.channel;
  for (const { id, channelId: channel } of messages) store.inbox.take({ id, owner, channel, isCommand: false });
  const forAgent: ReceivedMessage[] = [];
  for (const message of messages) {
    await orTellAuthor([message], options, async () => {
      const one = await received(message, options);
      if (one !== undefined && (await agent.interpret(one)) === "for the agent") forAgent.push(one);
      else store.inbox.drop(message.id);
    });
  }
  const given = messages.filter(({ id }) => forAgent.some(({ message }) => message === id));
  await orTellAuthor(given, options, () => agent.prompt(forAgent));
}

/** Tells the author if a message was not processed: it is not tried again. */
async function orTellAuthor(
  messages: readonly Message[],
  { agent, store, trouble }: ProcessOptions,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // The next process handles it.
    if (agent.isClosed) return;
    for (const message of messages) {
      agent.tell(`${nameOf(message)}'s message was not processed: send it again.`, message.channelId);
      store.inbox.drop(message.id);
    }
    trouble(error);
  }
}

/** Undefined if the author may neither talk to the agent nor sign. */
export async function received(
  message: Message,
  { agent, store, env }: Omit<ProcessOptions, "trouble">,
): Promise<ReceivedMessage | undefined> {
  const { channelId } = message;
  const member = memberOf({ user: message.author, member: message.member, guild: message.guild });
  const isMeant = message.mentions.users.has(message.client.user.id);
  const { talks, signs } = rightsOf(agent, member, agent.personOf(member));
  const mayNotTalk = (more = ""): undefined => {
    if (isMeant) agent.tell(`${member.name} may not talk to ${agent.config.name}.${more}`, channelId, message.id);
  };
  if (!talks && !signs) return mayNotTalk(" Ask the person who runs the bot.");
  await untilRecorded(message, agent, store);
  const replied = await repliedTo(message);
  const about = replied && (await replySubject(replied, agent, store));
  // An approver who may not talk may still reply to cards; their other messages are not for the agent.
  if (!talks && about === undefined) return mayNotTalk(" Clicks on cards, and replies to them, count.");
  const facts = await factsOf(message, replied, agent, env);
  return {
    member,
    channel: channelId,
    guild: message.guildId,
    message: message.id,
    words: wordsOf(facts),
    talks,
    whole: incomingText(facts, { isShared: false }).text,
    incoming: incomingText(facts, { isShared: true }),
    ...defined({ about }),
  };
}

function nameOf({ member, author }: Message): string {
  return member?.displayName ?? author.displayName;
}

const RECORDED_MS = 2_000;

/** A quick reply may come before the card that it replies to is recorded as sent. */
async function untilRecorded(
  { reference, mentions, client, channelId }: Message,
  agent: ChannelAgent,
  store: CardStore,
) {
  if (reference?.messageId === undefined || mentions.repliedUser?.id !== client.user.id) return;
  if (store.at(channelId, reference.messageId) !== undefined) return;
  await withinDeadline(agent.cards.settled(), RECORDED_MS);
}

async function repliedTo(message: Message): Promise<Message | undefined> {
  if (message.reference?.messageId === undefined) return undefined;
  return message.fetchReference().catch(() => undefined);
}

async function factsOf(
  message: Message,
  replied: Message | undefined,
  agent: ChannelAgent,
  env: NodeJS.ProcessEnv,
): Promise<MessageFacts> {
  const { content, client, mentions, attachments, channelId, id } = message;
  const isOurCard = replied?.author.id === client.user.id && replied.content === "";
  return {
    author: nameOf(message),
    text: content,
    self: client.user.id,
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
        directory: attachmentsDirectory(channelId, env),
        message: id,
        fetch,
        now: Date.now(),
        takesImages: agent.session.context.model?.input.includes("image") === true,
      },
    ),
  };
}
