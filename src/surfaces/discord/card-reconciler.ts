import { createHash } from "node:crypto";
import { defined } from "../../plan/defined.ts";
import type { Clock } from "../../run/clock.ts";
import type { CardStore, CardSubject, KeptCard } from "./card-store.ts";
import { type CardMessage, cardMessage, words } from "./cards/card-message.ts";
import type { Pings } from "./cards/pings.ts";
import { nonceOf } from "./nonce-of.ts";

/** Sends and edits cards. */
export interface CardChannel {
  /** Sent once for each nonce. Returns the message's id. */
  send(channel: string, card: CardMessage, nonce: string, replyTo?: string): Promise<string>;
  /** Whether the message is still there. */
  has(channel: string, message: string): Promise<boolean>;
  /** False: the message is gone. */
  edit(channel: string, message: string, card: CardMessage): Promise<boolean>;
}

/** A channel, or a thread, that was deleted. */
export class ChannelGone extends Error {
  /** Trying again does not help. */
  readonly status = 404;

  constructor(channel: string, options?: ErrorOptions) {
    super(`The channel ${channel} was deleted, or the bot may not see it.`, options);
  }
}

/** A reply of the bot to a card. */
export interface CardWord {
  /** The same key is sent once. */
  key: string;
  /** Left out: nothing is sent. */
  text?: string;
  pings?: Pings;
}

export interface DrawnCard {
  card: CardMessage;
  channel: string;
  word?: CardWord;
  /** The subject has ended: a deleted card is not sent again. */
  isLast: boolean;
}

export interface CardReconcilerOptions {
  /** The channel whose agent's cards they are. */
  owner: string;
  store: CardStore;
  place: CardChannel;
  clock: Clock;
  /** Undefined if its subject is gone. */
  draw(subject: CardSubject): Promise<DrawnCard | undefined>;
  trouble(error: unknown): void;
}

/** Between two edits of a card: people read it, and Discord limits edits. */
const REST = 2_500;
const AFTER_TROUBLE = { first: 5_000, longest: 5 * 60_000 };

/**
 * Reconciles cards with the journals: each is drawn again after an event, at most every few seconds, and the last state
 * is always shown. After an error it tries again.
 */
export class CardReconciler {
  readonly #options: CardReconcilerOptions;
  readonly #work = new Map<CardSubject, Work>();
  /** When cards without pending work were shown last. */
  readonly #shownAt = new Map<CardSubject, number>();
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(options: CardReconcilerOptions) {
    this.#options = options;
  }

  /** Draws a card again. `urgent`: people wait for it, so at once. `look`: the message may have been deleted. */
  refresh(subject: CardSubject, { urgent = false, look = false } = {}): void {
    if (this.#isClosed) return;
    const work = this.#work.get(subject) ?? newWork(this.#shownAt.get(subject) ?? 0);
    work.isDirty = true;
    work.isUrgent ||= urgent;
    work.mustLook ||= look;
    this.#work.set(subject, work);
    work.wake();
    work.going ??= this.#keep(subject, work);
  }

  /** Resolves when every card is up to date, or its update failed. */
  async settled(): Promise<void> {
    for (;;) {
      const going = [...this.#work].filter(([, { troubles }]) => troubles === 0);
      if (going.length === 0) return;
      for (const [subject, { isDirty }] of going) if (isDirty) this.refresh(subject, { urgent: true });
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Cards that are not up to date now are updated after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const work of this.#work.values()) {
      work.isDirty = false;
      work.wake();
    }
    await Promise.all([...this.#work.values()].map(({ going }) => going));
  }

  async #keep(subject: CardSubject, work: Work): Promise<void> {
    while (work.isDirty && !this.#isClosed) {
      await this.#rest(work);
      if (this.#isClosed) break;
      const { mustLook } = work;
      work.isDirty = false;
      work.isUrgent = false;
      work.mustLook = false;
      try {
        await this.#show(subject, mustLook);
        work.shownAt = this.#now();
        work.troubles = 0;
      } catch (error) {
        this.#options.trouble(error);
        work.isDirty = true;
        work.mustLook = mustLook;
        const { first, longest } = AFTER_TROUBLE;
        work.shownAt = this.#now() + Math.min(first * 2 ** work.troubles, longest) - REST;
        work.troubles += 1;
        this.#moved();
      }
    }
    this.#work.delete(subject);
    this.#remember(subject, work.shownAt);
    this.#moved();
  }

  /** Forgets entries older than `REST`. */
  #remember(subject: CardSubject, shownAt: number): void {
    this.#shownAt.delete(subject);
    this.#shownAt.set(subject, shownAt);
    for (const [other, at] of this.#shownAt) {
      if (at + REST > this.#now()) break;
      this.#shownAt.delete(other);
    }
  }

  #moved(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  async #rest(work: Work): Promise<void> {
    for (;;) {
      const left = work.shownAt + REST - this.#now();
      if (left <= 0 || (work.isUrgent && left <= REST) || this.#isClosed) return;
      const woken = new AbortController();
      work.wake = () => woken.abort();
      await this.#options.clock.sleep(left, woken.signal);
    }
  }

  async #show(subject: CardSubject, mustLook: boolean): Promise<void> {
    const { store, place, owner, draw } = this.#options;
    const drawn = await draw(subject);
    const kept = store.find(owner, subject);
    if (drawn === undefined) {
      if (kept) store.drop(owner, subject);
      return;
    }
    const shown = digestOf(drawn.card);
    if (kept?.message === undefined) return this.#send(subject, drawn, shown, kept);
    const { isLast } = drawn;
    const isSame = kept.shown === shown;
    const isThere = isSame
      ? !mustLook || (await place.has(kept.channel, kept.message))
      : await place.edit(kept.channel, kept.message, drawn.card);
    if (!isThere && !isLast) return this.#send(subject, drawn, shown, kept);
    const told = await this.#say(kept, drawn.word);
    store.put({ ...kept, shown, isLast, ...defined({ told }) });
  }

  /** Recorded after it is sent: sent again with the same nonce, it is one message. */
  async #say({ told, subject, sends, channel, message }: KeptCard, word?: CardWord): Promise<string | undefined> {
    if (word === undefined || word.key === told) return told;
    if (word.text !== undefined) {
      const { place, owner } = this.#options;
      const nonce = nonceOf(owner, subject, `${sends}`, word.key);
      await place.send(
        channel,
        cardMessage({ body: [words(word.text)], ...defined({ pings: word.pings }) }),
        nonce,
        message,
      );
    }
    return word.key;
  }

  /** Recorded before it is sent: a second attempt, after a crash, has the same nonce. */
  async #send(subject: CardSubject, drawn: DrawnCard, shown: string, kept: KeptCard | undefined): Promise<void> {
    const { store, place, owner } = this.#options;
    const { card, word, isLast } = drawn;
    const channel = kept?.channel ?? drawn.channel;
    const isTried = kept !== undefined && kept.message === undefined;
    const sends = isTried ? kept.sends : (kept?.sends ?? 0) + 1;
    store.put({ subject, owner, channel, sends, isLast: false });
    const message = await place.send(channel, card, nonceOf(owner, subject, `${sends}`)).catch((error: unknown) => {
      if (error instanceof ChannelGone && channel !== owner) return undefined;
      throw error;
    });
    // The thread was deleted: the card goes to the agent's own channel.
    if (message === undefined) {
      return this.#send(subject, drawn, shown, { subject, owner, channel: owner, sends, isLast: false });
    }
    // A new card sends a notification itself: its reply counts as sent.
    store.put({ subject, owner, channel, message, shown, sends, isLast, ...(word && { told: word.key }) });
  }

  #now(): number {
    return this.#options.clock.steady();
  }
}

interface Work {
  isDirty: boolean;
  isUrgent: boolean;
  mustLook: boolean;
  shownAt: number;
  /** Failed attempts since the last success. */
  troubles: number;
  wake(): void;
  going?: Promise<void>;
}

function newWork(shownAt: number): Work {
  return { isDirty: false, isUrgent: false, mustLook: false, shownAt, troubles: 0, wake: () => {} };
}

function digestOf({ files = [], ...card }: CardMessage): string {
  const hash = createHash("sha256").update(JSON.stringify(card));
  for (const { name, attachment } of files) hash.update(`\n${name}\n`).update(attachment);
  return hash.digest("base64url");
}
