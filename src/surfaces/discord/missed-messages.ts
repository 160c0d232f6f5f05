import { type Client, DiscordAPIError, type Message, SnowflakeUtil, type TextBasedChannel } from "discord.js";
import { defined } from "../../plan/defined.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { mayTalk, memberOf } from "./member.ts";
import type { InboxMessage, MessageInbox } from "./message-inbox.ts";
import { byId } from "./message-order.ts";

/** Older messages are not answered. */
const LATEST_MS = 60 * 60_000;
const PAGE = 100;
const MOST_PAGES = 5;

/** The messages in a channel and its threads since they were last read. */
export interface Missed {
  /** Messages to process, the oldest first. */
  messages: Message[];
  /** Messages that are too old to process, by channel. */
  older: OlderMessages[];
}

export interface OlderMessages {
  channel: string;
  messages: Message[];
  /** The newest message that is skipped. */
  newest: string;
  /** There are more than were fetched. */
  isMore: boolean;
}

export interface MissedOptions {
  /** The agent's own channel. */
  channel: string;
  inbox: MessageInbox;
  now: number;
}

/** Fetches the missed messages. A channel that was never read begins now. */
export async function missedMessages(client: Client, { channel, inbox, now }: MissedOptions): Promise<Missed> {
  const missed: Missed = { messages: [], older: [] };
  const own = await client.channels.fetch(channel).catch((error: unknown) => {
    // The log reports a channel that is gone or that the bot may not see.
    if (error instanceof DiscordAPIError) return null;
    throw error;
  });
  if (own === null || !own.isTextBased()) return missed;
  const since = inbox.read(own.id);
  if (since === undefined) {
    const [newest] = (await own.messages.fetch({ limit: 1 })).values();
    inbox.readUpTo(own.id, newest?.id ?? "0");
  }
  const threads = "threads" in own ? [...(await own.threads.fetchActive()).threads.values()] : [];
  // The first id of that moment.
  const limit = SnowflakeUtil.generate({ timestamp: now - LATEST_MS, increment: 0n, workerId: 0n, processId: 0n });
  for (const place of [own, ...threads]) {
    // An unknown thread was begun, or first used, since its channel was last read.
    const after = inbox.read(place.id) ?? since;
    if (after === undefined) continue;
    const { all, isMore } = await said(place, after);
    const old = all.filter(({ id }) => BigInt(id) < limit);
    missed.messages.push(...all.filter(({ id }) => BigInt(id) >= limit).filter(isFromPerson));
    const newest = old.at(-1)?.id ?? (isMore ? all[0]?.id : undefined);
    if (newest !== undefined)
      missed.older.push({ channel: place.id, messages: old.filter(isFromPerson), newest, isMore });
  }
  await knowTheirRoles([...missed.messages, ...missed.older.flatMap(({ messages }) => messages)]);
  missed.messages.sort(byId);
  return missed;
}

/** Fetches pages from the newest back, so that the oldest are missing if there are too many. Returns the oldest first. */
async function said(place: TextBasedChannel, since: string): Promise<{ all: Message[]; isMore: boolean }> {
  const all: Message[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const before = all[0]?.id;
    const found = [...(await place.messages.fetch({ limit: PAGE, ...defined({ before }) })).values()]
      .filter(({ id }) => BigInt(id) > BigInt(since))
      .sort(byId);
    all.unshift(...found);
    if (found.length < PAGE) return { all, isMore: false };
  }
  return { all, isMore: true };
}

function isFromPerson({ author, system, webhookId }: Message): boolean {
  return !author.bot && !system && webhookId === null;
}

/** A fetched message comes without the roles of its author; a new one has them. */
async function knowTheirRoles(messages: readonly Message[]): Promise<void> {
  const authors = new Map(messages.map((message) => [message.author.id, message]));
  for (const [user, { guild }] of authors) await guild?.members.fetch({ user, force: true }).catch(() => undefined);
}

/** The notice about messages that are too old to process; undefined if none of them was for the agent. */
export function olderNotice({ messages, isMore }: OlderMessages, { talk }: AgentConfig): string | undefined {
  const { length } = messages.filter(({ author: user, member, guild }) =>
    mayTalk(talk, memberOf({ user, member, guild })),
  );
  if (length === 0 && !isMore) return undefined;
  if (length === 1 && !isMore)
    return "A message sent while I was offline is too old to answer. Send it again if it still matters.";
  const how = isMore ? "Many" : `${length}`;
  return `${how} messages sent while I was offline are too old to answer. Send them again if they still matter.`;
}

/** Unknown channel, unknown message. */
const GONE: readonly (string | number)[] = [10003, 10008];

export interface RefetchOptions {
  inbox: MessageInbox;
  trouble(error: unknown): void;
}

/** Fetches messages that an earlier process had begun to process. A deleted message leaves the inbox. */
export async function refetchMessages(
  client: Client,
  taken: readonly InboxMessage[],
  { inbox, trouble }: RefetchOptions,
): Promise<Message[]> {
  const found: Message[] = [];
  for (const { id, channel } of taken) {
    try {
      const place = await client.channels.fetch(channel);
      if (place?.isTextBased()) found.push(await place.messages.fetch(id));
      else inbox.drop(id);
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.includes(error.code)) inbox.drop(id);
      // It stays in the inbox for the next connection.
      else trouble(error);
    }
  }
  await knowTheirRoles(found);
  return found;
}
