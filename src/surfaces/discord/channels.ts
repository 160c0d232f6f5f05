import { type Client, DiscordAPIError, type Message, type SendableChannels } from "discord.js";
import type { CardPlace } from "./card-keeper.ts";
import type { CardMessage } from "./cards/card-message.ts";
import type { Place } from "./conversation/place.ts";

/** Codes of Discord's errors that mean: what you speak of is not there any more. */
const GONE: readonly (string | number)[] = [10008, 10003];

/** The channels and threads of the client, as the rest of us sees them. */
export class Channels implements CardPlace {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async send(channel: string, card: CardMessage, nonce: string, replyTo?: string): Promise<string> {
    const place = await this.#channel(channel);
    const { id } = await place.send({ ...card, ...replyOf(replyTo), nonce, enforceNonce: true } as never);
    return id;
  }

  async has(channel: string, message: string): Promise<boolean> {
    try {
      const place = await this.#channel(channel);
      await place.messages.fetch({ message, force: true, cache: false });
      return true;
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.includes(error.code)) return false;
      throw error;
    }
  }

  async edit(
    channel: string,
    message: string,
    { components, files = [], allowedMentions }: CardMessage,
  ): Promise<boolean> {
    try {
      const place = await this.#channel(channel);
      // What it had is taken away: the files that come are all it has.
      await place.messages.edit(message, { components, files, attachments: [], allowedMentions } as never);
      return true;
    } catch (error) {
      if (error instanceof DiscordAPIError && GONE.includes(error.code)) return false;
      throw error;
    }
  }

  /** A word of ours, beside the cards. */
  async say(channel: string, card: CardMessage, replyTo?: string): Promise<Message> {
    const place = await this.#channel(channel);
    return place.send({ ...card, ...replyOf(replyTo) } as never);
  }

  /** Where an answer is said. */
  place(channel: string): Place {
    const quiet = { parse: [] } as const;
    return {
      send: async (content, nonce) => {
        const place = await this.#channel(channel);
        return place.send({ content, nonce, enforceNonce: true, allowedMentions: quiet });
      },
      edit: async (id, content) => {
        const place = await this.#channel(channel);
        await place.messages.edit(id, { content, allowedMentions: quiet });
      },
      typing: async () => (await this.#channel(channel)).sendTyping(),
    };
  }

  async #channel(id: string): Promise<SendableChannels> {
    const channel = await this.#client.channels.fetch(id);
    if (channel?.isSendable() !== true) throw new Error(`The bot cannot write in the channel ${id}.`);
    return channel;
  }
}

function replyOf(message: string | undefined): object {
  return message === undefined ? {} : { reply: { messageReference: message, failIfNotExists: false } };
}
