import type { Client, Message } from "discord.js";
import type { CardBook } from "./card-book.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { hearMessage } from "./hear-message.ts";
import { missedMessages } from "./missed-messages.ts";

export interface HearingOptions {
  client: Client;
  book: CardBook;
  env: NodeJS.ProcessEnv;
  trouble(error: unknown): void;
}

/** What is said to an agent, in its channel and the threads, is heard in order; what was missed comes before what is new. */
export class Hearing {
  readonly #options: HearingOptions;
  readonly #last = new Map<ChannelAgent, Promise<void>>();
  #isClosed = false;

  constructor(options: HearingOptions) {
    this.#options = options;
  }

  hear(message: Message, agent: ChannelAgent): Promise<void> {
    const { book, env } = this.#options;
    return this.#next(agent, () => hearMessage(message, agent, book, env));
  }

  /** The bot is back, or about to be: until then nothing new is heard, so that it is not taken for all there was. */
  catchUp(agent: ChannelAgent, back: Promise<void>): Promise<void> {
    const { client, book, env, trouble } = this.#options;
    return this.#next(agent, async () => {
      await back;
      if (this.#isClosed) return;
      for (const message of await missedMessages(client, agent.config.channel, book)) {
        if (this.#isClosed) return;
        await hearMessage(message, agent, book, env).catch(trouble);
      }
    });
  }

  /** What was not heard by now is heard after the next start. */
  close(): void {
    this.#isClosed = true;
  }

  #next(agent: ChannelAgent, hear: () => Promise<void>): Promise<void> {
    const before = this.#last.get(agent) ?? Promise.resolve();
    const heard = before.then(() => (this.#isClosed ? undefined : hear())).catch(this.#options.trouble);
    this.#last.set(agent, heard);
    return heard;
  }
}
