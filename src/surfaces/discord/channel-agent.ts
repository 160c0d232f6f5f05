import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { hearWords, signByWords } from "../../agent/heard-words.ts";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { answer, findRequest } from "../../desk/requests.ts";
import { applyTimeOuts } from "../../desk/time-outs.ts";
import { openRequests, type RequestState } from "../../lifecycle/request.ts";
import { isPlanId } from "../../plan/plan.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { AgentCards } from "./agent-cards.ts";
import { type OpenAgent, openAgentSession } from "./agent-session.ts";
import type { CardBook } from "./card-book.ts";
import { confirmApprovalCard } from "./cards/confirm-approval.ts";
import { writtenAnswer } from "./cards/modals/answer-modals.ts";
import { noticeMessage, refusalMessage } from "./cards/text-message.ts";
import type { Channels } from "./channels.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import type { Incoming } from "./conversation/incoming-text.ts";
import { noticeOf } from "./notice-of.ts";
import { Talk } from "./talk.ts";
import { authenticateMember, type Member } from "./who.ts";

export interface ChannelAgentOptions {
  config: AgentConfig;
  settings: Record<string, unknown>;
  env: NodeJS.ProcessEnv;
  book: CardBook;
  channels: Channels;
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
  trouble(error: unknown): void;
}

/** Something that somebody wrote in the channel, or in a thread of it. */
export interface Heard {
  member: Member;
  /** Where. */
  channel: string;
  message: string;
  /** What they typed, and nothing else: only that counts as their word. */
  words: string;
  /** What the model gets of it. */
  incoming: Incoming;
  /** The message that it answers to. */
  replyTo?: string;
}

const LOOK_EVERY_MS = 15_000;

/** The agent of a channel: its session, its cards, and what is said. */
export class ChannelAgent {
  readonly config: AgentConfig;
  readonly cards: AgentCards;
  readonly #options: ChannelAgentOptions;
  readonly #open: OpenAgent;
  readonly #talk: Talk;
  readonly #stop = new AbortController();
  readonly #clock: Clock;
  #looking: Promise<void> | undefined;

  static async open(options: ChannelAgentOptions): Promise<ChannelAgent> {
    const { config, book, settings, env, trouble, models, piSettings, clock } = options;
    const requester = () => book.requester(config.channel);
    const open = await openAgentSession({
      ...{ agent: config, settings, env, trouble, requester },
      ...(models && { models }),
      ...(piSettings && { piSettings }),
      ...(clock && { clock }),
    });
    return new ChannelAgent(options, open);
  }

  constructor(options: ChannelAgentOptions, open: OpenAgent) {
    const { config, channels, book, trouble, clock = systemClock } = options;
    this.#options = options;
    this.config = config;
    this.#open = open;
    this.#talk = new Talk({
      ...{ session: open.session, clock, channel: config.channel, trouble },
      place: (channel) => channels.place(channel),
      failed: (channel, why) => this.tell(`The model gave no answer: ${why}`, channel),
    });
    this.cards = new AgentCards({
      ...{ session: open.plan, owner: config.channel, book, place: channels, trouble, clock },
      channel: () => this.#talk.channel,
    });
    this.#clock = clock;
  }

  /** Discord is there: what waits is shown, and what there is to tell is told. */
  async comeIn(): Promise<void> {
    this.#open.hear((news) => this.#happened(news));
    await this.cards.lookAtAll();
    this.#looking ??= this.#lookAtTheClock();
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

  personOf(member: Member): Outcome<Person> {
    return authenticateMember(this.desk, member);
  }

  /** What somebody wrote: an answer to what was asked, a word on a plan, or something for the agent. */
  async hear(heard: Heard): Promise<void> {
    const person = this.personOf(heard.member);
    if (!person.ok) return this.#refuse(heard, person.refusal);
    if (heard.words !== "" && (await this.#isAnswer(heard, person.value))) return;
    if (heard.words !== "" && (await this.#isApproval(heard, person.value))) return;
    const { phase } = await this.session.agent.state();
    // Who speaks first is for whom it plans, if it comes to that.
    if (phase === "inactive") this.#options.book.setRequester(this.config.channel, person.value);
    await this.#talk.say(heard.incoming.text, heard.channel, heard.incoming.images);
  }

  /** Begins to plan for somebody; the task, if there is one, is the first thing that is said. */
  async startPlanning(person: Person, task: string | undefined, channel: string): Promise<Outcome<unknown>> {
    const { book } = this.#options;
    const { phase } = await this.session.agent.state();
    if (phase === "inactive") book.setRequester(this.config.channel, person);
    if (this.session.context.isIdle()) this.#talk.moveTo(channel);
    const entered = await this.session.enter(person, task === undefined ? {} : { task });
    if (entered.ok && task !== undefined) await this.#talk.say(task, channel);
    return entered;
  }

  /** A word of ours in the channel. */
  tell(text: string, channel = this.channel): void {
    const { channels, trouble } = this.#options;
    channels.say(channel, noticeMessage(text)).catch(trouble);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
    await this.#open.close();
    await this.#talk.close();
    await this.cards.close();
  }

  async #lookAtTheClock(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (this.session.agent.isKept) await applyTimeOuts(this.desk).catch(this.#options.trouble);
      await this.#clock.sleep(LOOK_EVERY_MS, signal);
    }
  }

  /** A reply to a card is about the card; a question that waits is answered by whatever comes. */
  async #isAnswer(heard: Heard, person: Person): Promise<boolean> {
    const card = heard.replyTo === undefined ? undefined : this.#options.book.at(heard.channel, heard.replyTo);
    if (card?.subject.startsWith("plan:")) return this.#wantsChanges(card.subject.slice("plan:".length), heard, person);
    const asked = card?.subject.startsWith("request:")
      ? await this.#request(card.subject.slice("request:".length))
      : heard.replyTo === undefined
        ? await this.#onlyQuestion()
        : undefined;
    const given = asked && asked.closing === undefined ? writtenAnswer(asked, heard.words) : undefined;
    if (asked === undefined || given === undefined) return false;
    const answered = await answer(this.desk, asked.id, given, person);
    if (!answered.ok) this.#refuse(heard, answered.refusal);
    return true;
  }

  async #request(id: string): Promise<RequestState | undefined> {
    const found = await findRequest(this.desk, id);
    return found.ok ? found.value : undefined;
  }

  async #onlyQuestion(): Promise<RequestState | undefined> {
    const { requests } = await this.session.agent.state();
    const [only, ...others] = openRequests(requests).filter(({ kind }) => kind === "question");
    return others.length === 0 ? only : undefined;
  }

  async #wantsChanges(id: string, heard: Heard, person: Person): Promise<boolean> {
    const found = isPlanId(id) ? await this.desk.plan(id) : undefined;
    const plan = found?.ok && found.value.kind === "standing" ? found.value.state : undefined;
    if (plan?.status !== "proposed" && plan?.status !== "needs_review") return false;
    const { revision } = plan.proposal;
    const sent = await this.desk.send(plan.id, { type: "request_changes", revision, feedback: heard.words }, person);
    if (!sent.ok) this.#refuse(heard, sent.refusal);
    return true;
  }

  /** "Go ahead": their approval, if the settings say so and they mean it. */
  async #isApproval({ words, channel, message }: Heard, person: Person): Promise<boolean> {
    const meant = await hearWords(this.session, words);
    const { channels } = this.#options;
    switch (meant.means) {
      case "nothing":
        return false;
      case "too_early":
        this.tell("There is no plan to approve yet. `/plan cancel` leaves plan mode without one.", channel);
        return false;
      case "look_first":
        this.tell(`Words do not sign ${meant.plan.id} here: its card does.`, channel);
        return false;
      case "approval": {
        if (meant.confirm) {
          await channels.say(channel, confirmApprovalCard(meant.plan, words), message);
          return true;
        }
        const signed = await signByWords(this.session, meant.plan, words, person);
        if (!signed.ok) await channels.say(channel, refusalMessage(signed.refusal), message);
        return true;
      }
    }
  }

  #refuse({ channel, message }: Heard, { message: words, hint }: { message: string; hint?: string }): void {
    const { channels, trouble } = this.#options;
    const { flags, ...card } = refusalMessage({ message: words, ...(hint !== undefined && { hint }) });
    // Only an interaction can be answered in private.
    channels.say(channel, { ...card, flags: flags & ~EPHEMERAL }, message).catch(trouble);
  }

  #happened(news: PlanNews): void {
    const notice = noticeOf(news, this.session.agent.id);
    if (notice !== undefined) this.tell(notice);
  }
}

const EPHEMERAL = 1 << 6;
