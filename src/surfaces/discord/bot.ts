import { resolve } from "node:path";
import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { Channel, Client, Interaction, Message } from "discord.js";
import { findHome } from "../../desk/home.ts";
import { defined } from "../../plan/defined.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { CardStore } from "./card-store.ts";
import { ChannelAgent } from "./channel-agent.ts";
import { Channels, cannotSee } from "./channels.ts";
import type { AgentConfig, DiscordConfig } from "./config/discord-config.ts";
import { hostSettings } from "./config/host-settings.ts";
import { withRetries } from "./conversation/with-retries.ts";
import { discordRequest, REQUEST_MS } from "./discord-request.ts";
import { onInteraction } from "./interactions/on-interaction.ts";
import { SLASH_COMMANDS } from "./interactions/slash-commands.ts";
import { lockChannels } from "./lock-channels.ts";
import { MessageOrder } from "./message-order.ts";
import { missedMessages, refetchMessages } from "./missed-messages.ts";
import { processMessages } from "./process-messages.ts";
import { refusalOf } from "./refusals.ts";
import { throttledLog } from "./throttled-log.ts";

export interface BotOptions {
  config: DiscordConfig;
  token: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
  /** The address of Discord's API. Left out: that of the configuration, or Discord's own. */
  api?: string;
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
}

/** A running bot. */
export interface Bot {
  /** The agent of a channel or of its threads. */
  agentAt(channel: string): ChannelAgent | undefined;
  /** Resolves when all messages and clicks so far are processed. */
  settled(): Promise<void>;
  /** Why Discord closed the connection for good. After an interruption the bot connects again, and this is not set. */
  readonly refused: Promise<string>;
  close(): Promise<void>;
}

/** Logs in and opens every channel's agent. Resolves when all of them are ready. */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { Client: DiscordClient, GatewayIntentBits, Events } = await import("discord.js");
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
  const api = options.api ?? options.config.api;
  const client = new DiscordClient({
    intents: [Guilds, GuildMessages, MessageContent],
    allowedMentions: { parse: [] },
    rest: { makeRequest: discordRequest, retries: 0, timeout: REQUEST_MS, ...defined({ api }) },
  });
  const release = lockChannels(
    findHome(options.env),
    options.config.agents.map(({ channel }) => channel),
  );
  const bot = new DiscordBot(client, options, release);
  client.on(Events.MessageCreate, (message) => bot.onMessage(message));
  client.on(Events.InteractionCreate, (interaction) => bot.onInteraction(interaction));
  client.on(Events.Error, (error) => bot.trouble(error));
  client.on(Events.Warn, (line) => options.log(line));
  client.on(Events.ShardReconnecting, () => bot.messages.hold());
  client.on(Events.ShardResume, () => bot.messages.release(bot.messages.interruption));
  // Also after a connection that could not be resumed: the messages since are fetched.
  client.on(Events.ShardReady, () => bot.connected());
  client.on(Events.ShardDisconnect, ({ code }) => bot.refuse(code));
  client.on(Events.GuildCreate, () => bot.connected());
  client.on(Events.GuildDelete, ({ id, name }) => bot.removed(id, name));
  client.on(Events.ChannelDelete, (channel) => bot.deleted(channel));
  client.on(Events.ThreadDelete, (thread) => bot.deleted(thread));
  try {
    await bot.open();
    const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
    await client.login(options.token);
    const refused = await Promise.race([ready, bot.refused]);
    if (refused !== undefined) throw new Error(refused);
    await bot.settled();
  } catch (error) {
    await bot.close();
    throw error;
  }
  return bot;
}

class DiscordBot implements Bot {
  readonly messages: MessageOrder;
  readonly refused: Promise<string>;
  readonly #refuse: (why: string) => void;
  readonly #client: Client;
  readonly #options: BotOptions;
  readonly #release: () => void;
  readonly #log: (line: string) => void;
  readonly #store: CardStore;
  readonly #channels: Channels;
  readonly #agents = new Map<string, ChannelAgent>();
  readonly #work = new Set<Promise<void>>();
  /** The servers that know our commands. */
  readonly #registered = new Set<string>();
  #connecting: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #closing = new AbortController();

  constructor(client: Client, options: BotOptions, release: () => void) {
    this.#client = client;
    this.#options = options;
    this.#release = release;
    this.#log = throttledLog(options.log);
    this.#store = new CardStore(findHome(options.env));
    this.#channels = new Channels(client, options.clock);
    const agentOf = ({ channelId }: Message) => this.agentAt(channelId)?.config.channel ?? channelId;
    this.messages = new MessageOrder((messages) => this.#process(messages), agentOf);
    this.messages.hold();
    const { promise, resolve } = Promise.withResolvers<string>();
    this.refused = promise;
    this.#refuse = resolve;
  }

  readonly trouble = (error: unknown): void => {
    if (this.#isClosed) return;
    // The errors of channels.ts explain themselves.
    const isTold = error instanceof Error && "status" in error && error.cause !== undefined;
    if (!(error instanceof Error)) this.#log(String(error));
    else this.#log(isTold ? error.message : (error.stack ?? error.message));
  };

  /** Opens the agents before the login: an agent that was planning is read-only from its first message on. */
  async open(): Promise<void> {
    const { config } = this.#options;
    for (const agent of config.agents) this.#agents.set(agent.channel, await this.#openAgent(agent));
  }

  #openAgent(config: AgentConfig): Promise<ChannelAgent> {
    const { env, models, piSettings, clock } = this.#options;
    const { file, tokenFile } = this.#options.config;
    return ChannelAgent.open({
      protects: [file, tokenFile].filter((path) => path !== "").map((path) => resolve(path)),
      config,
      env,
      store: this.#store,
      channels: this.#channels,
      trouble: this.trouble,
      settings: hostSettings(config, findHome(env)),
      ...defined({ models, piSettings, clock }),
    });
  }

  agentAt(channel: string): ChannelAgent | undefined {
    const own = this.#agents.get(channel);
    if (own) return own;
    const found = this.#client.channels.cache.get(channel);
    return found?.isThread() && found.parentId ? this.#agents.get(found.parentId) : undefined;
  }

  connected(): void {
    const { interruption } = this.messages;
    this.#connecting = this.#connecting.then(() => this.#connected(interruption)).catch(this.trouble);
    this.#busy(() => this.#connecting);
  }

  /** An error in one channel does not affect the others. */
  async #connected(interruption: number): Promise<void> {
    const missed = await this.#forAll((agent) => this.#missedBy(agent));
    this.messages.release(interruption, missed.flat());
    await this.#registerCommands();
    await this.#forAll((agent) => agent.connected());
  }

  /** Fetches the messages that an agent has not processed yet. */
  async #missedBy(agent: ChannelAgent): Promise<Message[]> {
    const { inbox } = this.#store;
    const taken = await refetchMessages(this.#client, await agent.unfinished(), { inbox, trouble: this.trouble });
    const { clock = systemClock } = this.#options;
    const look = { channel: agent.config.channel, inbox, now: clock.now() };
    const { signal } = this.#closing;
    const { now, steady } = clock;
    const untilClosed = {
      now: now.bind(clock),
      steady: steady.bind(clock),
      sleep: (ms: number) => clock.sleep(ms, signal),
    };
    try {
      // New messages wait: processing one would mark the missed ones as read.
      const { messages, older } = await withRetries(
        () => {
          signal.throwIfAborted();
          return missedMessages(this.#client, look);
        },
        { clock: untilClosed, random: Math.random },
      );
      for (const place of older) agent.skipOlder(place);
      return [...taken, ...messages];
    } catch (error) {
      if (this.#isClosed) return [];
      this.trouble(error);
      agent.tell("Messages sent while I was offline could not be read. Send them again if they still matter.");
      return taken;
    }
  }

  async #forAll<T>(work: (agent: ChannelAgent) => Promise<T>): Promise<T[]> {
    const all = await Promise.allSettled([...this.#agents.values()].map(work));
    return all.flatMap((one) => {
      if (one.status === "fulfilled") return [one.value];
      this.trouble(one.reason);
      return [];
    });
  }

  async #registerCommands(): Promise<void> {
    const guilds = new Set<string>();
    for (const id of this.#agents.keys()) {
      const channel = await this.#client.channels.fetch(id).catch(() => null);
      if (channel && "guildId" in channel && channel.guildId !== null) guilds.add(channel.guildId);
      else this.#log(cannotSee(id));
      const lack = channel === null ? undefined : this.#channels.lacksIn(channel);
      if (lack !== undefined) this.#log(lack);
    }
    for (const guild of guilds) {
      if (this.#registered.has(guild)) continue;
      try {
        await this.#client.application?.commands.set([...SLASH_COMMANDS], guild);
        this.#registered.add(guild);
      } catch (error) {
        this.#log(
          `The commands could not be registered: ${error instanceof Error ? error.message : error}. If this continues, invite the bot again with the link that countersign discord --check prints.`,
        );
      }
    }
  }

  onMessage(message: Message): void {
    if (this.agentAt(message.channelId) === undefined || message.author.bot || message.system) return;
    // A webhook can use any name.
    if (message.webhookId === null) this.messages.add(message);
  }

  async #process(messages: readonly Message[]): Promise<void> {
    const agent = messages[0] && this.agentAt(messages[0].channelId);
    if (agent === undefined || this.#isClosed) return;
    const { trouble } = this;
    await processMessages(messages, { agent, store: this.#store, env: this.#options.env, trouble }).catch(trouble);
  }

  onInteraction(interaction: Interaction): void {
    this.#busy(() => onInteraction(interaction, this));
  }

  /** Discord closed the connection for good. */
  refuse(code: number): void {
    if (!this.#isClosed) this.#refuse(refusalOf(code));
  }

  removed(guild: string, name: string): void {
    this.#registered.delete(guild);
    this.#log(`The bot was removed from ${name}: its agents are offline there until it is invited again.`);
  }

  deleted({ id }: Channel): void {
    const agent = this.#agents.get(id);
    if (agent) {
      this.#log(
        `The channel of ${agent.config.name} was deleted: the agent is offline until discord.json names another.`,
      );
    }
    for (const other of this.#agents.values()) if (other.channel === id) other.moveTo(other.config.channel);
  }

  #busy(work: () => Promise<void>): void {
    const going: Promise<void> = work()
      .catch(this.trouble)
      .finally(() => this.#work.delete(going));
    this.#work.add(going);
  }

  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
    await this.messages.settled();
    for (const agent of this.#agents.values()) await agent.settled();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    await Promise.allSettled([...this.#agents.values()].map((agent) => agent.close()));
    await this.#client.destroy();
    await Promise.allSettled(this.#work);
    await this.messages.settled();
    this.#store.close();
    this.#release();
  }
}
