import { type Client, DiscordAPIError, type Message, SnowflakeUtil, type TextBasedChannel } from "discord.js";
import { counted } from "../../plan/quantities.ts";
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
  /** What is still to be heard, the oldest first. */
  messages: Message[];
  /** What is too old for that, in each place where there is some. */
  older: OlderMessages[];
}

export interface OlderMessages {
  channel: string;
  messages: Message[];
  /** The last of all that is not looked at again. */
  newest: string;
  /** There are more of them. */
  isMore: boolean;
}

export interface MissedOptions {
  /** The agent's own. */
  channel: string;
  inbox: MessageInbox;
  now: number;
}

/** Fetches the missed messages. A channel that was never read begins now. */
export async function missedMessages(client: Client, { channel, inbox, now }: MissedOptions): Promise<Missed> {
  const missed: Missed = { messages: [], older: [] };
  const own = await client.channels.fetch(channel).catch((error: unknown) => {
    // A channel that the bot is not let into, or that is gone, is told of elsewhere.
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

/** From the newest back, so that it is the old ones that are left out where there are too many. The oldest comes first. */
async function said(place: TextBasedChannel, since: string): Promise<{ all: Message[]; isMore: boolean }> {
  const all: Message[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const before = all[0]?.id;
    const found = [...(await place.messages.fetch({ limit: PAGE, ...(before && { before }) })).values()]
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

/** What a channel is told of messages that are too old to be answered; nothing, if none of them was for the agent. */
export function olderWords({ messages, isMore }: OlderMessages, { talk }: AgentConfig): string | undefined {
  const { length } = messages.filter(({ author: user, member, guild }) =>
    mayTalk(talk, memberOf({ user, member, guild })),
  );
  if (length === 0 && !isMore) return undefined;
  const what = isMore ? "many older messages" : counted(length, "older message");
  return `While I was away, ${what} ${length === 1 && !isMore ? "was" : "were"} not read. Say it again if it still matters.`;
}

/** Unknown channel, unknown message. */
const GONE: readonly (string | number)[] = [10003, 10008];

export interface RefetchOptions {
  inbox: MessageInbox;
  trouble(error: unknown): void;
}

/** What a process before this one had begun to hear, as it was said. What is gone by now was taken back. */
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
      // It stays in the inbox: perhaps it can be had next time.
      else trouble(error);
    }
  }
  await knowTheirRoles(found);
  return found;
}
