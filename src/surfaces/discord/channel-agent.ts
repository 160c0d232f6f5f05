import type { Message } from "discord.js";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { systemClock } from "../../run/clock.ts";
import { AgentCards } from "./agent-cards.ts";
import { type AgentSessionOptions, type OpenAgent, openAgentSession } from "./agent-session.ts";
import { AskedCards } from "./asked-cards.ts";
import type { CardStore } from "./card-store.ts";
import { noticeMessage } from "./cards/text-message.ts";
import type { Channels } from "./channels.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { interpretMessage } from "./interpret-message.ts";
import { authenticateMember, type Member } from "./member.ts";
import type { InboxMessage } from "./message-inbox.ts";
import { MessageRecovery } from "./message-recovery.ts";
import { type OlderMessages, olderNotice } from "./missed-messages.ts";
import { nonceOf } from "./nonce-of.ts";
import { noticeOf } from "./notice-of.ts";
import { OpenedCommands } from "./opened-commands.ts";
import { type ReceivedMessage, received } from "./process-messages.ts";
import { type PlanningTask, promptModel, startPlanning } from "./prompt-model.ts";
import { Requester } from "./requester.ts";
import { type Said, Talk } from "./talk.ts";

export interface ChannelAgentOptions extends Omit<AgentSessionOptions, "requester"> {
  store: CardStore;
  channels: Channels;
}

/** The agent and the parts that its messages pass through. */
export interface AgentServices {
  agent: ChannelAgent;
  store: CardStore;
  channels: Channels;
  talk: Talk;
  requester: Requester;
  /** Records a prompt that the session is about to get. */
  note(said: Said): void;
  trouble(error: unknown): void;
}

/** The agent of a channel: its session and its cards. */
export class ChannelAgent {
  readonly config: AgentConfig;
  readonly cards: AgentCards;
  readonly opened = new OpenedCommands();
  readonly asked = new AskedCards();
  readonly #options: ChannelAgentOptions;
  readonly #open: OpenAgent;
  readonly #talk: Talk;
  readonly #services: AgentServices;
  readonly #recovery: MessageRecovery;
  /** Messages that the agent got by `hear`. */
  readonly #passedOn = new Set<string>();
  readonly #stop = new AbortController();

  static async open(options: ChannelAgentOptions): Promise<ChannelAgent> {
    const { config, store } = options;
    const open = await openAgentSession({ ...options, requester: () => store.requester(config.channel) });
    return new ChannelAgent(options, open);
  }

  constructor(options: ChannelAgentOptions, open: OpenAgent) {
    const { config, channels, store, trouble, clock = systemClock } = options;
    const { session, plan } = open;
    const owner = config.channel;
    this.#options = options;
    this.config = config;
    this.#open = open;
    this.#talk = new Talk({
      session,
      plan,
      clock,
      trouble,
      channel: store.place(owner) ?? owner,
      moved: (channel) => store.setPlace(owner, channel),
      answerChannel: (channel) => channels.answerChannel(channel),
      failed: (channel, why) => {
        if (!this.isClosed) this.#tellNoAnswer(channel, why);
      },
      giving: (said) => this.#note(said),
      dealtWith: (ids) => {
        // The next process handles a message that the end of this one cut off.
        if (!this.isClosed) store.inbox.drop(...ids);
      },
    });
    const talk = this.#talk;
    const requester = new Requester({ plan, store, owner });
    this.#services = { agent: this, store, channels, talk, requester, trouble, note: (said) => this.#note(said) };
    this.#recovery = new MessageRecovery(this.#services, () => session.sessionManager.getEntries());
    this.cards = new AgentCards({
      session: plan,
      owner,
      store,
      clock,
      trouble,
      place: channels,
      ping: config.ping,
      channel: () => talk.channel,
    });
  }

  /** The bot is connected: sends the cards of open requests and the notices that waited. */
  async connected(): Promise<void> {
    this.#open.hear((news) => this.#happened(news));
    await this.cards.refreshAll();
  }

  /** The messages that an earlier process did not finish, and this one has to process. */
  unfinished(): Promise<InboxMessage[]> {
    return this.#recovery.unfinished();
  }

  /** Sends one notice about messages that are too old to answer, and marks them as read. */
  skipOlder(older: OlderMessages): void {
    const { channels, trouble, store } = this.#options;
    const { channel, newest } = older;
    const text = olderNotice(older, this.config);
    const sent =
      text === undefined ? undefined : channels.say(channel, noticeMessage(text), { nonce: nonceOf(newest, text) });
    Promise.resolve(sent)
      .then(() => store.inbox.readUpTo(channel, newest))
      .catch(trouble);
  }

  get isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  get session(): PlanSession {
    return this.#open.plan;
  }

  get desk(): Desk {
    return this.session.agent.desk;
  }

  /** The channel where people write to it now. */
  get channel(): string {
    return this.#talk.channel;
  }

  /** Sends the next answer there: its thread may have been deleted. */
  moveTo(channel: string): void {
    this.#talk.moveTo(channel);
  }

  personOf(member: Member): Outcome<Person> {
    return authenticateMember(this.desk, member);
  }

  interpret(message: ReceivedMessage): Promise<"done" | "for the agent"> {
    return interpretMessage(message, this.#services);
  }

  /** Gives the agent a message that was first taken for a reply to a card. False: its author may not talk to the agent. */
  async hear(message: Message): Promise<boolean> {
    const { store, env } = this.#options;
    const one = await received(message, { agent: this, store, env });
    if (one === undefined || one.talks === false) return false;
    const { id, channelId: channel } = message;
    // A second tap on the same button.
    if (this.#passedOn.has(id)) return true;
    this.#passedOn.add(id);
    store.inbox.take({ id, owner: this.config.channel, channel, isCommand: false });
    await this.prompt([one]);
    return true;
  }

  /** All that a person wrote in a message, with its files. */
  async textOf(message: Message): Promise<string> {
    const { store, env } = this.#options;
    return (await received(message, { agent: this, store, env }))?.whole ?? "";
  }

  prompt(messages: readonly ReceivedMessage[]): Promise<void> {
    return promptModel(messages, this.#services);
  }

  startPlanning(person: Person, task: PlanningTask): Promise<Outcome<unknown>> {
    return startPlanning(person, task, this.#services);
  }

  /** Sends a notice. `about`: the message that it is about; the same notice about one message is sent once. */
  tell(text: string, channel = this.channel, about?: string): void {
    const { channels, trouble } = this.#options;
    this.#talk.covered(channel);
    channels
      .say(channel, noticeMessage(text), about === undefined ? {} : { nonce: nonceOf(about, text) })
      .catch(trouble);
  }

  /** Resolves when the channel shows everything up to now. */
  async settled(): Promise<void> {
    await this.#talk.settled();
    await this.cards.settled();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#open.close();
    await this.#talk.close();
    await this.cards.close();
  }

  /** pi puts advice for the person at the machine, such as paths, after a blank line: it goes to the log. */
  #tellNoAnswer(channel: string, why: string): void {
    const [first = why, ...more] = why.split(/\n\s*\n/);
    this.tell(`The model gave no answer: ${first}`, channel);
    if (more.length > 0) this.#options.trouble(new Error(why));
  }

  /** Records a prompt and the session's last entry before it: after a crash the session's file shows whether it arrived. */
  #note({ ids, text }: Said): void {
    const last = this.#open.session.sessionManager.getLeafId() ?? undefined;
    this.#options.store.inbox.give(ids, text, last);
  }

  #happened(news: PlanNews): void {
    const isUnasked = this.desk.configuration.config.auto_enter === "always";
    const notice = noticeOf(news, isUnasked);
    if (notice !== undefined) this.tell(notice);
  }
}
