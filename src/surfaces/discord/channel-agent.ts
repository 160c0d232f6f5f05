import type { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { hearWords, signByWords } from "../../agent/heard-words.ts";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import { answer, findRequest } from "../../desk/requests.ts";
import type { Phase } from "../../lifecycle/agent-phase.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../lifecycle/request.ts";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { detectIntent } from "../../policy/intent.ts";
import { type Clock, systemClock } from "../../run/clock.ts";
import { AgentCards } from "./agent-cards.ts";
import { type OpenAgent, openAgentSession } from "./agent-session.ts";
import type { CardBook } from "./card-book.ts";
import { confirmApprovalCard } from "./cards/confirm-approval.ts";
import { FLAGS } from "./cards/flags.ts";
import { writtenAnswer } from "./cards/modals/answer-modals.ts";
import { oldReplyCard } from "./cards/plan-card.ts";
import { noticeMessage, type RefusalWords, refusalMessage } from "./cards/text-message.ts";
import type { Channels } from "./channels.ts";
import type { AgentConfig } from "./config/discord-config.ts";
import { type Incoming, incomingText } from "./conversation/incoming-text.ts";
import type { Taken } from "./inbox.ts";
import { LeftOver } from "./left-over.ts";
import type { OlderMessages } from "./missed-messages.ts";
import { nonceOf } from "./nonce-of.ts";
import { noticeOf } from "./notice-of.ts";
import { olderWords } from "./older-words.ts";
import type { RepliedCard } from "./replied-card.ts";
import { type ReplySubject, replySubject } from "./reply-subject.ts";
import { stoodThere } from "./stood-there.ts";
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
  guild: string | null;
  /** The card that it answers to. */
  card?: RepliedCard;
  /** Left out: the agent listens to them. False: only what they say of a card counts. */
  talks?: boolean;
}

const NOT_IN_WORDS = "This is answered with the buttons on the card, or with the name of one of the options.";
const NOT_FOR_THE_AGENT = {
  message: "This card waits for no answer, and the agent does not listen to you.",
  hint: "Nothing was done.",
};

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
  readonly #leftOver: LeftOver;

  static async open(options: ChannelAgentOptions): Promise<ChannelAgent> {
    const { config, book, settings, env, trouble, models, piSettings, clock, protects } = options;
    const requester = () => book.requester(config.channel);
    const open = await openAgentSession({
      ...{ agent: config, settings, env, trouble, requester },
      ...(protects && { protects }),
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
      failed: (channel, why) => {
        if (!this.isClosed) this.#tellNoAnswer(channel, why);
      },
      giving: (said) => this.#note(said),
      dealtWith: (ids) => {
        // What the end of this process cut off is not dealt with.
        if (!this.isClosed) book.inbox.drop(...ids);
      },
    });
    this.#leftOver = new LeftOver({
      ...{ owner: config.channel, inbox: book.inbox, channels, plan: open.plan, talk: this.#talk },
      trouble,
      entries: () => open.session.sessionManager.getEntries(),
      tell: (text, channel, about) => this.tell(text, channel, about),
    });
    this.cards = new AgentCards({
      ...{ session: open.plan, owner: config.channel, book, place: channels, trouble, clock },
      channel: () => this.#talk.channel,
    });
    open.plan.listen((news) => this.#planned(news));
  }

  /** Discord is there: what waits is shown, and what there is to tell is told. */
  async comeIn(): Promise<void> {
    this.#open.hear((news) => this.#happened(news));
    await this.cards.lookAtAll();
  }

  /** What the process before this one had begun to hear and is to be heard now; what it was at is told. */
  takeUp(): Promise<Taken[]> {
    return this.#leftOver.takeUp();
  }

  /** What was said too long ago is not answered; whoever said it is told, once. */
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

  /** What it says next it says there: a thread can be deleted. */
  moveTo(channel: string): void {
    this.#talk.moveTo(channel);
  }

  personOf(member: Member): Outcome<Person> {
    return authenticateMember(this.desk, member);
  }

  /** What somebody wrote: an answer to what was asked, a word on a plan, or something for the agent. */
  async hear(heard: Heard): Promise<"dealt with" | "for the agent"> {
    const person = this.personOf(heard.member);
    if (!person.ok) {
      this.#refuse(heard, person.refusal);
      return "dealt with";
    }
    if (heard.whole === "" || (await this.#hasAnswered(heard, person.value))) return "dealt with";
    if (await this.#isAnswer(heard, person.value)) return "dealt with";
    if (heard.words !== "" && (await this.#isApproval(heard, person.value))) return "dealt with";
    if (heard.talks !== false) return "for the agent";
    this.#refuse(heard, NOT_FOR_THE_AGENT);
    return "dealt with";
  }

  /** What is for the agent. All that was said in one place is one thing to think about. */
  async give(words: readonly Heard[]): Promise<void> {
    const { phase } = await this.session.agent.state();
    for (const [channel, all] of Map.groupBy(words, (heard) => heard.channel)) {
      const person = all[0] && this.personOf(all[0].member);
      if (this.#talk.isIdle && person?.ok) this.#setToWork(person.value, phase);
      await this.#talk.say({
        ...{ channel, ids: all.map(({ message }) => message) },
        text: all.map(({ incoming }) => incoming.text).join("\n\n"),
        images: all.flatMap(({ incoming }) => incoming.images),
      });
    }
  }

  /** Begins to plan for somebody; the task, if there is one, is the first thing that is said. `id`: of their command. */
  async startPlanning(
    person: Person,
    task: string | undefined,
    channel: string,
    id: string,
  ): Promise<Outcome<unknown>> {
    const { book, config } = this.#options;
    const { phase } = await this.session.agent.state();
    this.#setToWork(person, phase);
    this.#talk.turnTo(channel);
    const told = { author: person.name, text: task ?? "", self: "", names: NO_NAMES, attachments: [] };
    const said = { text: incomingText(told, { isShared: true }).text, channel, ids: [id] };
    // Whoever goes on after a crash has the task as well, and not only that there is one.
    if (task !== undefined) {
      book.inbox.take({ id, owner: config.channel, channel, isCommand: true });
      this.#note(said);
    }
    const entered = await this.session.enter(person, task === undefined ? {} : { task });
    if (entered.ok && task !== undefined) await this.#talk.say(said);
    else book.inbox.drop(id);
    return entered;
  }

  /** A word of ours in the channel. `about`: the message it is about, of which it is told once. */
  tell(text: string, channel = this.channel, about?: string): void {
    const { channels, trouble } = this.#options;
    this.#talk.covered(channel);
    channels
      .say(channel, noticeMessage(text), about === undefined ? {} : { nonce: nonceOf(about, text) })
      .catch(trouble);
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
    await this.#open.close();
    await this.#talk.close();
    await this.cards.close();
  }

  /** What the session is about to be given, and after what: whoever starts after a crash finds it there, or not. */
  #note({ ids, text }: Said): void {
    const last = this.#open.session.sessionManager.getLeafId() ?? undefined;
    this.#options.book.inbox.give(ids, text, last);
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

  /** A reply to a card is about the card; a question that waits is answered by whatever comes. */
  async #isAnswer(heard: Heard, person: Person): Promise<boolean> {
    const about = heard.card && (await replySubject(this, heard.card));
    if (about?.on === "old") return this.#pointToNewest(about.id, heard);
    if (about?.on === "plan") return this.#wantsChanges(about.id, heard, person);
    const asked = about ? await this.#request(about) : await this.#openQuestions();
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
    this.#options.book.inbox.mean(heard.message, only.id);
    const answered = await answer(this.desk, only.id, given, person);
    if (!answered.ok) this.#refuse(heard, answered.refusal);
    return true;
  }

  /** A process before this one had got as far as that. */
  async #hasAnswered({ message }: Heard, { id }: Person): Promise<boolean> {
    const meant = this.#options.book.inbox.find(message)?.meant;
    if (meant === undefined) return false;
    const found = await findRequest(this.desk, meant);
    if (!found.ok) return false;
    const { closing, kind, journal } = found.value;
    if (closing !== undefined) return closing.how === "answered" && closing.by.id === id;
    const plan = kind === "review" && isPlanId(journal) ? await this.desk.plan(journal) : undefined;
    const state = plan?.ok && plan.value.kind === "standing" ? plan.value.state : undefined;
    return state !== undefined && "signatures" in state && state.signatures.some(({ by }) => by.id === id);
  }

  /** Noted before it is sent: whoever hears the words again knows what they were for. */
  #aboutToReview({ message }: Heard, { requests }: LivePlan): void {
    const review = openRequests(requests).find(({ kind }) => kind === "review");
    if (review) this.#options.book.inbox.mean(message, review.id);
  }

  /** None, if it is not asked any more: then the words are for the agent. */
  async #request(about: Exclude<ReplySubject, { on: "plan" | "old" }>): Promise<RequestState[]> {
    const found = about.on === "request" ? await findRequest(this.desk, about.id) : undefined;
    return found?.ok && found.value.closing === undefined ? [found.value] : [];
  }

  /** Whoever replied to an older text has said nothing about this one, and would not know who heard it. */
  #pointToNewest(id: PlanId, { channel, message, guild }: Heard): true {
    const { channels, trouble } = this.#options;
    this.cards.refresh(`plan:${id}`);
    const url = this.cards.urlOf(id, guild);
    const nonce = nonceOf(message, "old");
    channels
      .say(channel, oldReplyCard(id, url === undefined ? {} : { url }), { replyTo: message, nonce })
      .catch(trouble);
    return true;
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
      this.tell(`Words do not sign ${plan.id} here: its card does.`, heard.channel, heard.message);
      return true;
    }
    const { revision } = plan.proposal;
    this.#aboutToReview(heard, plan);
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
        this.tell("There is no plan to approve yet. /plan cancel leaves plan mode without one.", channel, message);
        return false;
      case "look_first":
        this.tell(`Words do not sign ${meant.plan.id} here: its card does.`, channel, message);
        return false;
      case "approval": {
        if (meant.confirm || !(await this.#hasRead(meant.plan, message))) {
          const nonce = nonceOf(message, "confirm");
          await channels.say(channel, confirmApprovalCard(meant.plan, words), { replyTo: message, nonce });
          return true;
        }
        this.#talk.turnTo(channel);
        this.#aboutToReview(heard, meant.plan);
        const signed = await signByWords(this.session, meant.plan, words, person);
        if (!signed.ok) this.#refuse(heard, signed.refusal);
        return true;
      }
    }
  }

  /** Words sign what stood on the card when they were said, and nothing that came there since. */
  async #hasRead({ id, proposal }: LivePlan, said: string): Promise<boolean> {
    const kept = this.#options.book.find(this.config.channel, `plan:${id}`);
    if (kept?.message === undefined) return false;
    const card = await this.#options.channels.find(kept.channel, kept.message);
    return card !== undefined && stoodThere(card, proposal.digest, said);
  }

  #refuse({ channel, message }: Heard, refusal: RefusalWords): void {
    const { channels, trouble } = this.#options;
    const { flags, ...card } = refusalMessage(refusal);
    // Only an interaction can be answered in private.
    const nonce = nonceOf(message, refusal.message);
    channels.say(channel, { ...card, flags: flags & ~FLAGS.ephemeral }, { replyTo: message, nonce }).catch(trouble);
  }

  #happened(news: PlanNews): void {
    const isUnasked = this.desk.configuration.config.auto_enter === "always";
    const notice = noticeOf(news, this.session.agent.id, isUnasked);
    if (notice !== undefined) this.tell(notice);
  }
}

const NO_NAMES = { users: {}, roles: {}, channels: {} };
