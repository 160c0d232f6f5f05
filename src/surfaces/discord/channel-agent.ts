import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { defined } from "../../plan/defined.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { AgentCards } from "./agent-cards.ts";
import { type OpenAgent, openAgentSession } from "./agent-session.ts";
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
import type { ReceivedMessage } from "./process-messages.ts";
import { type PlanningTask, promptModel, startPlanning } from "./prompt-model.ts";
import { Requester } from "./requester.ts";
import { type Said, Talk } from "./talk.ts";

export interface ChannelAgentOptions {
  config: AgentConfig;
  settings: Record<string, unknown>;
  protects?: readonly string[];
  env: NodeJS.ProcessEnv;
  store: CardStore;
  channels: Channels;
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
  trouble(error: unknown): void;
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

/** The agent of a channel: its session and its cards. `interpret-message.ts` takes what people write, `prompt-model.ts` passes it on. */
export class ChannelAgent {
  readonly config: AgentConfig;
  readonly cards: AgentCards;
  readonly #options: ChannelAgentOptions;
  readonly #open: OpenAgent;
  readonly #talk: Talk;
  readonly #services: AgentServices;
  readonly #recovery: MessageRecovery;
  readonly #stop = new AbortController();

  static async open(options: ChannelAgentOptions): Promise<ChannelAgent> {
    const { config, store, settings, env, trouble, models, piSettings, clock, protects } = options;
    const open = await openAgentSession({
      agent: config,
      settings,
      env,
      trouble,
      requester: () => store.requester(config.channel),
      ...defined({ protects, models, piSettings, clock }),
    });
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
        // A message that the end of this process cut off is for the next one.
        if (!this.isClosed) store.inbox.drop(...ids);
      },
    });
    const talk = this.#talk;
    this.#recovery = new MessageRecovery({
      owner,
      inbox: store.inbox,
      channels,
      plan,
      talk,
      trouble,
      entries: () => session.sessionManager.getEntries(),
      tell: (text, channel, about) => this.tell(text, channel, about),
    });
    this.cards = new AgentCards({
      session: plan,
      owner,
      store,
      place: channels,
      trouble,
      clock,
      channel: () => talk.channel,
    });
    const requester = new Requester({ plan, store, owner });
    this.#services = { agent: this, store, channels, talk, requester, trouble, note: (said) => this.#note(said) };
  }

  /** The bot is connected: sends the cards of open requests and the notices that waited. */
  async comeIn(): Promise<void> {
    this.#open.hear((news) => this.#happened(news));
    await this.cards.refreshAll();
  }

  takeUp(): Promise<InboxMessage[]> {
    return this.#recovery.takeUp();
  }

  /** Tells once that messages are too old to be answered. */
  passOver(older: OlderMessages): void {
    const { channels, trouble, store } = this.#options;
    const { channel, newest } = older;
    const words = olderNotice(older, this.config);
    const telling =
      words === undefined ? undefined : channels.say(channel, noticeMessage(words), { nonce: nonceOf(newest, words) });
    Promise.resolve(telling)
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

  /** Where people talk to it now. */
  get channel(): string {
    return this.#talk.channel;
  }

  /** It speaks there next: a thread can be deleted. */
  moveTo(channel: string): void {
    this.#talk.moveTo(channel);
  }

  personOf(member: Member): Outcome<Person> {
    return authenticateMember(this.desk, member);
  }

  interpret(message: ReceivedMessage): Promise<"done" | "for the agent"> {
    return interpretMessage(message, this.#services);
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

  /** Records what the session is about to be given, and after which entry: after a crash it is there, or not. */
  #note({ ids, text }: Said): void {
    const last = this.#open.session.sessionManager.getLeafId() ?? undefined;
    this.#options.store.inbox.give(ids, text, last);
  }

  #happened(news: PlanNews): void {
    const isUnasked = this.desk.configuration.config.auto_enter === "always";
    const notice = noticeOf(news, this.session.agent.id, isUnasked);
    if (notice !== undefined) this.tell(notice);
  }
}
