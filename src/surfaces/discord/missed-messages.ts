import type { Client, Message, TextBasedChannel } from "discord.js";
import type { CardBook } from "./card-book.ts";

/** Nobody wants an answer to what they said long ago. */
const LATEST_MS = 60 * 60_000;
const PAGE = 100;
const MOST_PAGES = 5;

/** What was said in a channel and its threads since it was last heard, oldest first. A channel that was never heard begins now. */
export async function missedMessages(client: Client, channel: string, book: CardBook): Promise<Message[]> {
  const own = await client.channels.fetch(channel).catch(() => null);
  if (own === null || !own.isTextBased()) return [];
  const since = book.heard(own.id);
  if (since === undefined) {
    const [newest] = (await own.messages.fetch({ limit: 1 })).values();
    book.hear(own.id, newest?.id ?? "0");
  }
  const threads = "threads" in own ? [...(await own.threads.fetchActive()).threads.values()] : [];
  const missed: Message[] = [];
  for (const place of [own, ...threads]) {
    // A thread that nobody knows was begun, or first used, since its channel was last heard.
    const after = book.heard(place.id) ?? since;
    if (after !== undefined) missed.push(...(await said(place, after)));
  }
  await knowTheirRoles(missed);
  return missed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

async function said(place: TextBasedChannel, since: string): Promise<Message[]> {
  const all: Message[] = [];
  let after = later(since, idAt(Date.now() - LATEST_MS));
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = [...(await place.messages.fetch({ after, limit: PAGE })).values()];
    all.push(...found);
    if (found.length < PAGE) break;
    after = found.map(({ id }) => id).reduce(later);
  }
  return all.filter(({ author, system, webhookId }) => !author.bot && !system && webhookId === null);
}

/** Messages come with the roles of who wrote them, but not those that are asked for. */
async function knowTheirRoles(messages: readonly Message[]): Promise<void> {
  const authors = new Map(messages.map((message) => [message.author.id, message]));
  for (const [user, { guild }] of authors) await guild?.members.fetch({ user, force: true }).catch(() => undefined);
}

const FIRST_MS = 1_420_070_400_000;

/** Ids tell the time: the first of a moment. */
function idAt(milliseconds: number): string {
  return (BigInt(milliseconds - FIRST_MS) << 22n).toString();
}

function later(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other;
}
