import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { Client, Interaction, Message, RESTOptions } from "discord.js";
import { findHome } from "../../desk/home.ts";
import type { Clock } from "../../run/clock.ts";
import { CardBook } from "./card-book.ts";
import { ChannelAgent } from "./channel-agent.ts";
import { Channels } from "./channels.ts";
import type { AgentConfig, DiscordConfig } from "./config/discord-config.ts";
import { hostSettings } from "./config/host-settings.ts";
import { hearMessage } from "./hear-message.ts";
import { onInteraction } from "./interactions/on-interaction.ts";
import { SLASH_COMMANDS } from "./interactions/slash-commands.ts";
import { missedMessages } from "./missed-messages.ts";

export interface BotOptions {
  config: DiscordConfig;
  token: string;
  env: NodeJS.ProcessEnv;
  /** For people who watch the process. */
  log(line: string): void;
  /** Where Discord is. Left out: where everybody's is. */
  api?: string;
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
}

/** A bot that is at work. */
export interface Bot {
  /** Who listens in a channel, or in a thread of it. */
  agentAt(channel: string): ChannelAgent | undefined;
  /** When what was said and done until now has been dealt with. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Logs in, and lets every channel's agent listen. Comes back when all of them do. */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { Client: DiscordClient, GatewayIntentBits, Events } = await import("discord.js");
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
  const client = new DiscordClient({
    intents: [Guilds, GuildMessages, MessageContent],
    allowedMentions: { parse: [] },
    rest: { makeRequest: request, ...(options.api !== undefined && { api: options.api }) },
  });
  const bot = new DiscordBot(client, options);
  client.on(Events.MessageCreate, (message) => bot.onMessage(message));
  client.on(Events.InteractionCreate, (interaction) => bot.onInteraction(interaction));
  client.on(Events.Error, (error) => bot.trouble(error));
  client.on(Events.Warn, (line) => options.log(line));
  // Also after a connection that could not be taken up again: what was missed is looked for.
  client.on(Events.ShardReady, () => bot.comeIn());
  try {
    await bot.open();
    const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
    await client.login(options.token);
    await ready;
    await bot.settled();
  } catch (error) {
    await bot.close();
    throw error;
  }
  return bot;
}

/**
 * pi puts another undici in the place of Node's own for the whole process, and the one that discord.js brings along cannot
 * send files through it: it waits for ever. `fetch` goes with whatever is in place.
 */
const request = ((url: string, init: unknown) => fetch(url, init as RequestInit)) as unknown as NonNullable<
  RESTOptions["makeRequest"]
>;

class DiscordBot implements Bot {
  readonly #client: Client;
  readonly #options: BotOptions;
  readonly #book: CardBook;
  readonly #channels: Channels;
  readonly #agents = new Map<string, ChannelAgent>();
  readonly #work = new Set<Promise<void>>();
  /** What is said in one channel is heard in order. */
  readonly #hearing = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(client: Client, options: BotOptions) {
    this.#client = client;
    this.#options = options;
    this.#book = new CardBook(findHome(options.env));
    this.#channels = new Channels(client);
  }

  readonly trouble = (error: unknown): void => {
    if (!this.#isClosed) this.#options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };

  /** Before anything can be said: whatever an agent was at, it is bound by from the first word on. */
  async open(): Promise<void> {
    const { config } = this.#options;
    for (const agent of config.agents) this.#agents.set(agent.channel, await this.#openAgent(agent));
  }

  #openAgent(config: AgentConfig): Promise<ChannelAgent> {
    const { env, models, piSettings, clock } = this.#options;
    return ChannelAgent.open({
      ...{ config, env, book: this.#book, channels: this.#channels, trouble: this.trouble },
      settings: hostSettings(config, findHome(env)),
      ...(models && { models }),
      ...(piSettings && { piSettings }),
      ...(clock && { clock }),
    });
  }

  agentAt(channel: string): ChannelAgent | undefined {
    const own = this.#agents.get(channel);
    if (own) return own;
    const found = this.#client.channels.cache.get(channel);
    return found?.isThread() && found.parentId ? this.#agents.get(found.parentId) : undefined;
  }

  comeIn(): void {
    this.#busy(async () => {
      await this.#registerCommands();
      for (const agent of this.#agents.values()) {
        await agent.comeIn();
        for (const message of await missedMessages(this.#client, agent.config.channel, this.#book))
          this.onMessage(message);
      }
    });
  }

  async #registerCommands(): Promise<void> {
    const guilds = new Set<string>();
    for (const channel of this.#agents.keys()) {
      const found = await this.#client.channels.fetch(channel).catch(() => null);
      if (found && "guildId" in found && found.guildId !== null) guilds.add(found.guildId);
      else
        this.#options.log(`The bot does not see the channel ${channel}: invite it there, and let it read and write.`);
    }
    for (const guild of guilds) await this.#client.application?.commands.set([...SLASH_COMMANDS], guild);
  }

  onMessage(message: Message): void {
    const agent = this.agentAt(message.channelId);
    if (agent === undefined || message.author.bot || message.system) return;
    const before = this.#hearing.get(message.channelId) ?? Promise.resolve();
    const heard = before.then(() => hearMessage(message, agent, this.#book, this.#options.env)).catch(this.trouble);
    this.#hearing.set(message.channelId, heard);
    this.#busy(() => heard);
  }

  onInteraction(interaction: Interaction): void {
    this.#busy(() => onInteraction(interaction, this));
  }

  #busy(work: () => Promise<void>): void {
    const going: Promise<void> = work()
      .catch(this.trouble)
      .finally(() => this.#work.delete(going));
    this.#work.add(going);
  }

  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
    for (const agent of this.#agents.values()) await agent.cards.settled();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled([...this.#agents.values()].map((agent) => agent.close()));
    await this.#client.destroy();
    await Promise.allSettled(this.#work);
    this.#book.close();
  }
}
