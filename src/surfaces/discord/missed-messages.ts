import type { Client, Message, TextBasedChannel } from "discord.js";
import type { CardBook } from "./card-book.ts";

/** Nobody wants an answer to what they said long ago. */
const LATEST_MS = 60 * 60_000;
const MOST = 50;

/** What was said in a channel and its threads since it was last heard, oldest first. A channel that was never heard begins now. */
export async function missedMessages(client: Client, channel: string, book: CardBook): Promise<Message[]> {
  const own = await client.channels.fetch(channel).catch(() => null);
  if (own === null || !own.isTextBased()) return [];
  const threads =
    "threads" in own ? (await own.threads.fetchActive().catch(() => undefined))?.threads.values() : undefined;
  const missed: Message[] = [];
  for (const place of [own, ...(threads ?? [])]) missed.push(...(await missedIn(place, book)));
  return missed.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
}

async function missedIn(place: TextBasedChannel, book: CardBook): Promise<Message[]> {
  const after = book.heard(place.id);
  if (after === undefined) {
    const [newest] = (await place.messages.fetch({ limit: 1 }).catch(() => undefined))?.values() ?? [];
    if (newest) book.hear(place.id, newest.id);
    return [];
  }
  const found = await place.messages.fetch({ after, limit: MOST }).catch(() => undefined);
  return [...(found?.values() ?? [])].filter(({ createdTimestamp }) => Date.now() - createdTimestamp < LATEST_MS);
}
