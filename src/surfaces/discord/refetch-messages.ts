import { type Client, DiscordAPIError, type Message } from "discord.js";
import type { Inbox, Taken } from "./message-inbox.ts";
import { knowTheirRoles } from "./missed-messages.ts";

/** Unknown channel, unknown message. */
const GONE: readonly (string | number)[] = [10003, 10008];

export interface TakenOptions {
  inbox: Inbox;
  trouble(error: unknown): void;
}

/** What a process before this one had begun to hear, as it was said. What is gone by now was taken back. */
export async function refetchMessages(
  client: Client,
  taken: readonly Taken[],
  { inbox, trouble }: TakenOptions,
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
