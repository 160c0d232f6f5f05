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
import type { CardBook } from "./card-book.ts";
import { noticeMessage } from "./cards/text-message.ts";
import type { Channels } from "./channels.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { giveWords, type PlanningTask, startPlanning, type WayToModel } from "./give-words.ts";
import type { Heard } from "./hear-message.ts";
import { hearWords, type Listener } from "./hear-words.ts";
import type { Taken } from "./message-inbox.ts";
import { MessageRecovery } from "./message-recovery.ts";
import { type OlderMessages, olderWords } from "./missed-messages.ts";
import { nonceOf } from "./nonce-of.ts";
import { noticeOf } from "./notice-of.ts";
import { Requester } from "./requester.ts";
import { type Said, Talk } from "./talk.ts";
import { authenticateMember, type Member } from "./who.ts";

export interface ChannelAgentOptions {
  config: AgentConfig;
  settings: Record<string, unknown>;
  protects?: readonly string[];
  env: NodeJS.ProcessEnv;
  book: CardBook;
  channels: Channels;
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
  trouble(error: unknown): void;
}

/** The agent of a channel: its session and its cards. `hear-words.ts` takes what people write, `give-words.ts` passes it on. */
export class ChannelAgent {
  readonly config: AgentConfig;
  readonly cards: AgentCards;
  readonly #options: ChannelAgentOptions;
  readonly #open: OpenAgent;
  readonly #talk: Talk;
  readonly #listener: Listener;
  readonly #way: WayToModel;
  readonly #recovery: MessageRecovery;
  readonly #stop = new AbortController();

  static async open(options: ChannelAgentOptions): Promise<ChannelAgent> {
    const { config, book, settings, env, trouble, models, piSettings, clock, protects } = options;
    const open = await openAgentSession({
      agent: config,
      settings,
      env,
      trouble,
      requester: () => book.requester(config.channel),
      ...defined({ protects, models, piSettings, clock }),
    });
    return new ChannelAgent(options, open);
  }

  constructor(options: ChannelAgentOptions, open: OpenAgent) {
    const { config, channels, book, trouble, clock = systemClock } = options;
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
      channel: book.place(owner) ?? owner,
      moved: (channel) => book.setPlace(owner, channel),
      place: (channel) => channels.place(channel),
      failed: (channel, why) => {
        if (!this.isClosed) this.#tellNoAnswer(channel, why);
      },
      giving: (said) => this.#note(said),
      dealtWith: (ids) => {
        // A message that the end of this process cut off is for the next one.
        if (!this.isClosed) book.inbox.drop(...ids);
      },
    });
    const talk = this.#talk;
    this.#recovery = new MessageRecovery({
      owner,
      inbox: book.inbox,
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
      book,
      place: channels,
      trouble,
      clock,
      channel: () => talk.channel,
    });
    const personOf = (member: Member) => this.personOf(member);
    this.#listener = { agent: this, book, channels, talk, trouble };
    const requester = new Requester({ plan, book, owner });
    this.#way = { plan, talk, requester, book, owner, personOf, note: (said) => this.#note(said) };
  }

  /** The bot is connected: open requests get their cards, and news are told. */
  async comeIn(): Promise<void> {
    this.#open.hear((news) => this.#happened(news));
    await this.cards.lookAtAll();
  }

  /** The messages that the process before this one had begun to hear, and this one has to hear. */
  takeUp(): Promise<Taken[]> {
    return this.#recovery.takeUp();
  }

  /** Tells once that messages are too old to be answered. */
  passOver(older: OlderMessages): void {
    const { channels, trouble, book } = this.#options;
    const { channel, newest } = older;
    const words = olderWords(older, this.config);
    const telling =
      words === undefined ? undefined : channels.say(channel, noticeMessage(words), { nonce: nonceOf(newest, words) });
    Promise.resolve(telling)
      .then(() => book.inbox.readUpTo(channel, newest))
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

  hear(heard: Heard): Promise<"dealt with" | "for the agent"> {
    return hearWords(heard, this.#listener);
  }

  give(words: readonly Heard[]): Promise<void> {
    return giveWords(words, this.#way);
  }

  startPlanning(person: Person, task: PlanningTask): Promise<Outcome<unknown>> {
    return startPlanning(person, task, this.#way);
  }

  /** Says something in the channel. `about`: the message that it is about; the same is said about it only once. */
  tell(text: string, channel = this.channel, about?: string): void {
    const { channels, trouble } = this.#options;
    this.#talk.covered(channel);
    channels
      .say(channel, noticeMessage(text), about === undefined ? {} : { nonce: nonceOf(about, text) })
      .catch(trouble);
  }

  /** Resolves when the channel shows all that was said and done so far. */
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

  /** Advice for a person at the machine, such as paths, comes after a blank line: it goes to the log. */
  #tellNoAnswer(channel: string, why: string): void {
    const [first = why, ...more] = why.split(/\n\s*\n/);
    this.tell(`The model gave no answer: ${first}`, channel);
    if (more.length > 0) this.#options.trouble(new Error(why));
  }

  /** Records what the session is about to be given, and after which entry: after a crash it is there, or not. */
  #note({ ids, text }: Said): void {
    const last = this.#open.session.sessionManager.getLeafId() ?? undefined;
    this.#options.book.inbox.give(ids, text, last);
  }

  #happened(news: PlanNews): void {
    const isUnasked = this.desk.configuration.config.auto_enter === "always";
    const notice = noticeOf(news, this.session.agent.id, isUnasked);
    if (notice !== undefined) this.tell(notice);
  }
}
