import { randomBytes } from "node:crypto";
import {
  type Channel,
  type Client,
  DiscordAPIError,
  type Message,
  type PermissionsString,
  type SendableChannels,
} from "discord.js";
import { type Clock, systemClock } from "../../run/clock.ts";
import { type CardChannel, ChannelGone } from "./card-reconciler.ts";
import type { CardMessage } from "./cards/card-message.ts";
import { noticeMessage } from "./cards/text-message.ts";
import { PERMISSIONS } from "./config/invite-link.ts";
import type { AnswerChannel } from "./conversation/streamed-answer.ts";
import { withRetries } from "./conversation/with-retries.ts";

/** Codes of Discord's errors for a channel or message that no longer exists. */
const UNKNOWN_CHANNEL = 10003;
const UNKNOWN_MESSAGE = 10008;
const ARCHIVED = 50083;
/** Missing access, missing permissions. */
const MAY_NOT: readonly (string | number)[] = [50001, 50013];

/** Sends and edits messages in channels and threads. */
export class Channels implements CardChannel {
  readonly #client: Client;
  readonly #clock: Clock;
  /** The last notice about missing permissions in each channel: it is sent once. */
  readonly #told = new Map<string, string>();

  constructor(client: Client, clock: Clock = systemClock) {
    this.#client = client;
    this.#clock = clock;
  }

  send(channel: string, card: CardMessage, nonce: string, replyTo?: string): Promise<string> {
    return this.#in(channel, async (place) => {
      const { id } = await place.send({ ...card, ...replyOf(replyTo), nonce, enforceNonce: true } as never);
      return id;
    });
  }

  async has(channel: string, message: string): Promise<boolean> {
    return (await this.find(channel, message)) !== undefined;
  }

  /** The current message; undefined if it was deleted. */
  find(channel: string, message: string): Promise<Message | undefined> {
    return this.#in(channel, (place) => place.messages.fetch({ message, force: true, cache: false })).catch(
      (error: unknown) => {
        if (error instanceof ChannelGone || codeOf(error) === UNKNOWN_MESSAGE) return undefined;
        throw error;
      },
    );
  }

  edit(channel: string, message: string, { components, files = [], allowedMentions }: CardMessage): Promise<boolean> {
    return this.#in(channel, async (place) => {
      // An empty list removes the old files; Discord keeps them otherwise.
      await place.messages.edit(message, { components, files, attachments: [], allowedMentions } as never);
      return true;
    }).catch((error: unknown) => {
      if (error instanceof ChannelGone || codeOf(error) === UNKNOWN_MESSAGE) return false;
      throw error;
    });
  }

  /** Sends a notice, with retries. Discord accepts a nonce once, so one nonce is one message, also after a restart. */
  say(
    channel: string,
    card: CardMessage,
    { replyTo, nonce = randomBytes(12).toString("base64url") }: { replyTo?: string; nonce?: string } = {},
  ): Promise<Message> {
    const message = { ...card, ...replyOf(replyTo), nonce, enforceNonce: true };
    return withRetries(() => this.#in(channel, (place) => place.send(message as never) as Promise<Message>), {
      clock: this.#clock,
      random: Math.random,
    });
  }

  /** Whether the bot sent this text there after that message. */
  hasSaid(channel: string, text: string, after: string): Promise<boolean> {
    return this.#in(channel, async (place) => {
      const found = await place.messages.fetch({ after, limit: 100, cache: false });
      return found.some(({ author, content }) => author.id === this.#client.user?.id && content.includes(text.trim()));
    });
  }

  answerChannel(channel: string): AnswerChannel {
    const quiet = { parse: [] } as const;
    return {
      send: (content, nonce) =>
        this.#in<{ id: string }>(channel, (place) =>
          place.send({ content, nonce, enforceNonce: true, allowedMentions: quiet }),
        ),
      edit: (id, content) =>
        this.#in(channel, async (place) => {
          await place.messages.edit(id, { content, allowedMentions: quiet });
        }),
      typing: async () => (await this.#channel(channel)).sendTyping(),
    };
  }

  /** The notice about missing permissions, if there are any. */
  lacksIn(channel: Channel): string | undefined {
    const missing = missingPermissions(channel);
    return missing.length === 0 ? undefined : permissionWords(channel, missing);
  }

  async #in<T>(channel: string, write: (place: SendableChannels) => Promise<T>): Promise<T> {
    const place = await this.#channel(channel);
    try {
      return await write(place).catch(async (error: unknown) => {
        if (codeOf(error) !== ARCHIVED) throw error;
        await this.#reopen(place, error);
        return write(place);
      });
    } catch (error) {
      if (codeOf(error) === UNKNOWN_CHANNEL) throw new ChannelGone(channel, { cause: error });
      if (MAY_NOT.includes(codeOf(error) ?? "")) throw this.#mayNot(place, error);
      throw error;
    }
  }

  /** Discord archives unused threads. A locked thread counts as deleted. */
  async #reopen(place: SendableChannels, cause: unknown): Promise<void> {
    if (!place.isThread() || place.locked === true) throw new ChannelGone(place.id, { cause });
    await place.setArchived(false).catch((error: unknown) => {
      throw new ChannelGone(place.id, { cause: error });
    });
  }

  async #channel(id: string): Promise<SendableChannels> {
    const channel = await this.#client.channels.fetch(id).catch((error: unknown) => {
      if (codeOf(error) === UNKNOWN_CHANNEL) throw new ChannelGone(id, { cause: error });
      if (MAY_NOT.includes(codeOf(error) ?? "")) throw new MayNotWrite(cannotSee(id), { cause: error });
      throw error;
    });
    if (channel?.isSendable() !== true) throw new MayNotWrite(`The bot cannot write in the channel ${id}.`);
    return channel;
  }

  /** Tells the channel which permission is missing, if the bot may write at all. */
  #mayNot(place: SendableChannels, cause: unknown): MayNotWrite {
    const words = this.lacksIn(place) ?? `Discord does not let the bot write in the channel ${place.id}.`;
    if (this.#told.get(place.id) !== words) {
      this.#told.set(place.id, words);
      place.send(noticeMessage(words) as never).catch(() => {});
    }
    return new MayNotWrite(words, { cause });
  }
}

class MayNotWrite extends Error {
  readonly status = 403;
}

export function cannotSee(channel: string): string {
  return `The bot does not see the channel ${channel}: invite it there, and let it read and write.`;
}

function codeOf(error: unknown): string | number | undefined {
  return error instanceof DiscordAPIError ? error.code : undefined;
}

function replyOf(message: string | undefined): object {
  return message === undefined ? {} : { reply: { messageReference: message, failIfNotExists: false } };
}

/** The missing permissions of the bot in a channel, as Discord's settings name them. */
function missingPermissions(channel: Channel): string[] {
  if (channel.isDMBased()) return [];
  const self = channel.client.user;
  const has = self === null ? null : channel.permissionsFor(self);
  if (!has) return [];
  return (Object.keys(PERMISSIONS) as PermissionsString[]).filter((name) => !has.has(name)).map(spelled);
}

function permissionWords(channel: Channel, missing: readonly string[]): string {
  const where = "name" in channel && channel.name ? `#${channel.name}` : `the channel ${channel.id}`;
  return `The bot lacks ${missing.join(", ")} in ${where}: give it that in the channel's settings, under Permissions.`;
}

/** `SendMessagesInThreads` → `Send Messages in Threads` */
function spelled(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(" In ", " in ");
}
