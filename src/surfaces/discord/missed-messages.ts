import { type Client, DiscordAPIError, type Message, type TextBasedChannel } from "discord.js";
import type { Inbox } from "./message-inbox.ts";

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
  inbox: Inbox;
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
  const limit = idAt(now - LATEST_MS);
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
  missed.messages.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  return missed;
}

/** From the newest back, so that it is the old ones that are left out where there are too many. The oldest comes first. */
async function said(place: TextBasedChannel, since: string): Promise<{ all: Message[]; isMore: boolean }> {
  const all: Message[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const before = all[0]?.id;
    const found = [...(await place.messages.fetch({ limit: PAGE, ...(before && { before }) })).values()]
      .filter(({ id }) => BigInt(id) > BigInt(since))
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    all.unshift(...found);
    if (found.length < PAGE) return { all, isMore: false };
  }
  return { all, isMore: true };
}

function isFromPerson({ author, system, webhookId }: Message): boolean {
  return !author.bot && !system && webhookId === null;
}

/** Messages come with the roles of who wrote them, but not those that are asked for. */
export async function knowTheirRoles(messages: readonly Message[]): Promise<void> {
  const authors = new Map(messages.map((message) => [message.author.id, message]));
  for (const [user, { guild }] of authors) await guild?.members.fetch({ user, force: true }).catch(() => undefined);
}

const FIRST_MS = 1_420_070_400_000;

/** Ids tell the time: the first of a moment. */
function idAt(milliseconds: number): bigint {
  return BigInt(Math.max(0, milliseconds - FIRST_MS)) << 22n;
}
