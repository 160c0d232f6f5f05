import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { hearWords, signByWords } from "../../agent/heard-words.ts";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { answer, findRequest } from "../../desk/requests.ts";
import { applyTimeOuts } from "../../desk/time-outs.ts";
import type { Phase } from "../../lifecycle/agent-phase.ts";
import { openRequests, type RequestState } from "../../lifecycle/request.ts";
import { isPlanId } from "../../plan/plan.ts";
import { detectIntent } from "../../policy/intent.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { AgentCards } from "./agent-cards.ts";
import { type OpenAgent, openAgentSession } from "./agent-session.ts";
import type { CardBook } from "./card-book.ts";
import { confirmApprovalCard } from "./cards/confirm-approval.ts";
import { FLAGS } from "./cards/flags.ts";
import { writtenAnswer } from "./cards/modals/answer-modals.ts";
import { noticeMessage, type RefusalWords, refusalMessage } from "./cards/text-message.ts";
import type { Channels } from "./channels.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { type Incoming, incomingText } from "./conversation/incoming-text.ts";
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
  /** The same with what came along: files, and what they quote. */
  whole: string;
  /** What the model gets of it. */
  incoming: Incoming;
  /** The message that it answers to. */
  replyTo?: string;
}

const NOT_IN_WORDS = "This is answered with the buttons on the card, or with the name of one of the options.";
const LOOK_EVERY_MS = 15_000;

/** The agent of a channel: its session, its cards, and what is said. */
export class ChannelAgent {
  readonly config: AgentConfig;
  readonly cards: AgentCards;
  readonly #options: ChannelAgentOptions;
  readonly #open: OpenAgent;
  readonly #talk: Talk;
  /** Who last set it to work, while it does not plan. */
  #speaker: Person | undefined;
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
      ...{ session: open.session, plan: open.plan, clock, trouble },
      channel: book.place(config.channel) ?? config.channel,
      moved: (channel) => book.setPlace(config.channel, channel),
      place: (channel) => channels.place(channel),
      failed: (channel, why) => this.#tellNoAnswer(channel, why),
    });
    this.cards = new AgentCards({
      ...{ session: open.plan, owner: config.channel, book, place: channels, trouble, clock },
      channel: () => this.#talk.channel,
    });
    open.plan.listen((news) => this.#planned(news));
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

  /** What it says next it says there: a thread can be deleted. */
  moveTo(channel: string): void {
    this.#talk.moveTo(channel);
  }

  personOf(member: Member): Outcome<Person> {
    return authenticateMember(this.desk, member);
  }

  /** What somebody wrote: an answer to what was asked, a word on a plan, or something for the agent. */
  async hear(heard: Heard): Promise<void> {
    const person = this.personOf(heard.member);
    if (!person.ok) return this.#refuse(heard, person.refusal);
    if (heard.whole === "") return;
    if (await this.#isAnswer(heard, person.value)) return;
    if (heard.words !== "" && (await this.#isApproval(heard, person.value))) return;
    const { phase } = await this.session.agent.state();
    if (this.#talk.isIdle) this.#setToWork(person.value, phase);
    await this.#talk.say(heard.incoming.text, heard.channel, heard.incoming.images);
  }

  /** Begins to plan for somebody; the task, if there is one, is the first thing that is said. */
  async startPlanning(person: Person, task: string | undefined, channel: string): Promise<Outcome<unknown>> {
    const { phase } = await this.session.agent.state();
    this.#setToWork(person, phase);
    this.#talk.turnTo(channel);
    const entered = await this.session.enter(person, task === undefined ? {} : { task });
    if (entered.ok && task !== undefined) {
      const said = { author: person.name, text: task, self: "", names: NO_NAMES, attachments: [] };
      await this.#talk.say(incomingText(said, { isShared: true }).text, channel);
    }
    return entered;
  }

  /** A word of ours in the channel. */
  tell(text: string, channel = this.channel): void {
    const { channels, trouble } = this.#options;
    this.#talk.covered(channel);
    channels.say(channel, noticeMessage(text)).catch(trouble);
  }

  /** What pi adds for whoever sits at it, as places on the machine, is for the log. */
  #tellNoAnswer(channel: string, why: string): void {
    const [first = why, ...more] = why.split(/\n\s*\n/);
    this.tell(`The model gave no answer: ${first}`, channel);
    if (more.length > 0) this.#options.trouble(new Error(why));
  }

  /** When all that was said and done so far is shown. */
  async settled(): Promise<void> {
    await this.#talk.settled();
    await this.cards.settled();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#looking;
    await this.#open.close();
    await this.#talk.close();
    await this.cards.close();
  }

  /** For whom it plans, if it comes to that; not for whoever speaks up meanwhile. One that plans from the start plans for the first. */
  #setToWork(person: Person, phase: Phase): void {
    const { book, config } = this.#options;
    if (phase === "inactive") this.#speaker = person;
    else if (book.requester(config.channel) === undefined) book.setRequester(config.channel, person);
  }

  #planned(news: PlanNews): void {
    const { book, config } = this.#options;
    if (news.type === "entered" && this.#speaker) book.setRequester(config.channel, this.#speaker);
    const isOver = news.type === "recorded" && news.event.data.type === "planning_left";
    if (isOver && news.event.journal === this.session.agent.id) book.dropRequester(config.channel);
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
    const asked = card ? await this.#request(card.subject.slice("request:".length)) : await this.#openQuestions();
    const [only, ...others] = asked;
    if (only === undefined) return false;
    const given = others.length === 0 ? writtenAnswer(only, heard.whole) : undefined;
    if (given === undefined) {
      const hint = "Reply to its card or use the buttons there. Nothing was answered.";
      const many = { message: `${asked.length} questions wait: which one do you mean?`, hint };
      this.#refuse(heard, others.length > 0 ? many : { message: NOT_IN_WORDS });
      return true;
    }
    // What comes of it is said where it was answered.
    this.#talk.turnTo(heard.channel);
    const answered = await answer(this.desk, only.id, given, person);
    if (!answered.ok) this.#refuse(heard, answered.refusal);
    return true;
  }

  /** None, if it is not asked any more: then the words are for the agent. */
  async #request(id: string): Promise<RequestState[]> {
    const found = await findRequest(this.desk, id);
    return found.ok && found.value.closing === undefined ? [found.value] : [];
  }

  async #openQuestions(): Promise<RequestState[]> {
    const { requests } = await this.session.agent.state();
    return openRequests(requests).filter(({ kind }) => kind === "question");
  }

  async #wantsChanges(id: string, heard: Heard, person: Person): Promise<boolean> {
    const found = isPlanId(id) ? await this.desk.plan(id) : undefined;
    const plan = found?.ok && found.value.kind === "standing" ? found.value.state : undefined;
    if (plan?.status !== "proposed" && plan?.status !== "needs_review") return false;
    // "Go ahead" wants no changes, wherever it is said.
    if (detectIntent(heard.words).intent === "EXECUTE_NOW") {
      if (plan.id === (await this.session.agent.plan())?.id) return false;
      this.tell(`Words do not sign ${plan.id} here: its card does.`, heard.channel);
      return true;
    }
    const { revision } = plan.proposal;
    const sent = await this.desk.send(plan.id, { type: "request_changes", revision, feedback: heard.whole }, person);
    if (!sent.ok) this.#refuse(heard, sent.refusal);
    return true;
  }

  /** "Go ahead": their approval, if the settings say so and they mean it. */
  async #isApproval(heard: Heard, person: Person): Promise<boolean> {
    const { words, channel, message } = heard;
    const meant = await hearWords(this.session, words);
    const { channels } = this.#options;
    switch (meant.means) {
      case "nothing":
        return false;
      case "too_early":
        this.tell("There is no plan to approve yet. /plan cancel leaves plan mode without one.", channel);
        return false;
      case "look_first":
        this.tell(`Words do not sign ${meant.plan.id} here: its card does.`, channel);
        return false;
      case "approval": {
        if (meant.confirm) {
          await channels.say(channel, confirmApprovalCard(meant.plan, words), message);
          return true;
        }
        this.#talk.turnTo(channel);
        const signed = await signByWords(this.session, meant.plan, words, person);
        if (!signed.ok) this.#refuse(heard, signed.refusal);
        return true;
      }
    }
  }

  #refuse({ channel, message }: Heard, refusal: RefusalWords): void {
    const { channels, trouble } = this.#options;
    const { flags, ...card } = refusalMessage(refusal);
    // Only an interaction can be answered in private.
    channels.say(channel, { ...card, flags: flags & ~FLAGS.ephemeral }, message).catch(trouble);
  }

  #happened(news: PlanNews): void {
    const isUnasked = this.desk.configuration.config.auto_enter === "always";
    const notice = noticeOf(news, this.session.agent.id, isUnasked);
    if (notice !== undefined) this.tell(notice);
  }
}

const NO_NAMES = { users: {}, roles: {}, channels: {} };
