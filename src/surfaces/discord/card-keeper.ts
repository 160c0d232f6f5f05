import { createHash } from "node:crypto";
import type { CardBook, CardSubject, KeptCard } from "./card-book.ts";
import type { CardMessage } from "./cards/card-message.ts";
import { ChannelGone } from "./channel-gone.ts";

/** How cards get into a channel. */
export interface CardPlace {
  /** Sent once, however often it is tried with the same nonce. Answers with the message's id. */
  send(channel: string, card: CardMessage, nonce: string): Promise<string>;
  /** False: the message is gone. */
  edit(channel: string, message: string, card: CardMessage): Promise<boolean>;
}

export interface CardKeeperOptions {
  /** The channel whose agent's cards they are. */
  owner: string;
  book: CardBook;
  place: CardPlace;
  /** What the card shows now, and where it belongs; nothing, if it is about nothing any more. */
  draw(subject: CardSubject): Promise<{ card: CardMessage; channel: string } | undefined>;
  trouble(error: unknown): void;
  now?(): number;
}

/** So long a card stays as it is: people read it, and Discord counts edits. */
const REST = 2_500;
const AFTER_TROUBLE = 5_000;
const LONGEST_WAIT = 60_000;

/**
 * Makes cards show what is: each is drawn anew when something happened, at most every few seconds, and the last word
 * always gets there. Whatever was lost on the way is mended by looking again.
 */
export class CardKeeper {
  readonly #options: CardKeeperOptions;
  readonly #work = new Map<CardSubject, Work>();
  #isClosed = false;

  constructor(options: CardKeeperOptions) {
    this.#options = options;
  }

  /** Something happened to it. `urgent`: people wait for it, so it is shown at once. */
  refresh(subject: CardSubject, { urgent = false } = {}): void {
    if (this.#isClosed) return;
    const work = this.#work.get(subject) ?? {
      isDirty: false,
      isUrgent: false,
      shownAt: 0,
      failures: 0,
      wake: () => {},
    };
    work.isDirty = true;
    work.isUrgent ||= urgent;
    this.#work.set(subject, work);
    work.wake();
    work.going ??= this.#keep(subject, work);
  }

  /** When everything that happened so far is shown. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) {
      for (const [subject, work] of this.#work) {
        if (work.isDirty) this.refresh(subject, { urgent: true });
        await work.going;
      }
    }
  }

  /** What is not shown by now is shown when somebody looks again. */
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
      work.isDirty = false;
      work.isUrgent = false;
      try {
        await this.#show(subject);
        work.shownAt = this.#now();
        work.failures = 0;
      } catch (error) {
        this.#options.trouble(error);
        work.isDirty = true;
        work.failures += 1;
        work.shownAt = this.#now() + Math.min(AFTER_TROUBLE * 2 ** (work.failures - 1), LONGEST_WAIT) - REST;
      }
    }
    this.#work.delete(subject);
  }

  async #rest(work: Work): Promise<void> {
    for (;;) {
      const left = work.shownAt + REST - this.#now();
      if (left <= 0 || (work.isUrgent && left <= REST) || this.#isClosed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        work.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async #show(subject: CardSubject): Promise<void> {
    const { book, place, owner, draw } = this.#options;
    const drawn = await draw(subject);
    const kept = book.find(owner, subject);
    if (drawn === undefined) {
      if (kept) book.drop(owner, subject);
      return;
    }
    const shown = digestOf(drawn.card);
    if (kept?.message !== undefined && kept.shown === shown) return;
    const isThere = kept?.message !== undefined && (await place.edit(kept.channel, kept.message, drawn.card));
    if (isThere) book.put({ ...kept, shown });
    else await this.#send(subject, { channel: kept?.channel ?? drawn.channel, card: drawn.card, shown, kept });
  }

  /** Written down before it is sent: whoever tries again after a crash does it under the same nonce. */
  async #send(
    subject: CardSubject,
    { channel, card, shown, kept }: { channel: string; card: CardMessage; shown: string; kept: KeptCard | undefined },
  ): Promise<void> {
    const { book, place, owner } = this.#options;
    const isTried = kept !== undefined && kept.message === undefined;
    const sends = isTried ? kept.sends : (kept?.sends ?? 0) + 1;
    book.put({ subject, owner, channel, sends });
    const nonce = createHash("sha256").update(`${owner}\n${subject}\n${sends}`).digest("base64url").slice(0, 25);
    const message = await place.send(channel, card, nonce).catch((error: unknown) => {
      if (error instanceof ChannelGone && channel !== owner) return undefined;
      throw error;
    });
    // A thread was deleted: people look for it in the agent's own channel then.
    if (message === undefined) {
      return this.#send(subject, { channel: owner, card, shown, kept: { subject, owner, channel: owner, sends } });
    }
    book.put({ subject, owner, channel, message, shown, sends });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

interface Work {
  isDirty: boolean;
  isUrgent: boolean;
  shownAt: number;
  /** One after the other. */
  failures: number;
  wake(): void;
  going?: Promise<void>;
}

function digestOf({ files = [], ...card }: CardMessage): string {
  const hash = createHash("sha256").update(JSON.stringify(card));
  for (const { name, attachment } of files) hash.update(`\n${name}\n`).update(attachment);
  return hash.digest("base64url");
}
