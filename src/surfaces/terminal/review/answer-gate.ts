import { hasUnsentWords, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { TypeAhead } from "./type-ahead.ts";
import { type Answer, whyNot } from "./why-not.ts";

/**
 * Stands before every answer: none that would be refused, none to a text that came after the person looked, none with a
 * key that was on its way before, and none that ends a plan or leaves words behind without asking once more.
 */
export class AnswerGate {
  /** That another text came, until the person has shown to know it. */
  news: string | undefined;
  readonly #typeAhead: TypeAhead;
  #asked: string | undefined;
  #asking: string | undefined;

  constructor(typeAhead: TypeAhead) {
    this.#typeAhead = typeAhead;
  }

  /** A key was pressed: what was asked before it is answered by it, or forgotten. */
  next(): void {
    this.#asked = this.#asking;
    this.#asking = undefined;
  }

  /** Another text is there; nothing that was asked about the one before holds. */
  renew(news: string): void {
    this.news = news;
    this.#asking = undefined;
    this.#asked = undefined;
  }

  isEarly(): string | undefined {
    return this.#typeAhead.isOn()
      ? "That key was on its way before this was on the screen; press it again."
      : undefined;
  }

  /** What is to be said instead of answering; nothing if the answer may go. */
  stops(answer: Answer, key: string, subject: ReviewSubject, draft: ReviewDraft): string | undefined {
    const no = this.isEarly() ?? whyNot(answer, subject, draft);
    if (no !== undefined) return no;
    if (this.news !== undefined) {
      this.news = undefined;
      return `This is a new text: press ${key} again if you mean this one.`;
    }
    const question = askedOnceMore(answer, key, draft);
    const asking = `${answer} ${key}`;
    if (question === undefined || this.#asked === asking) return undefined;
    this.#asking = asking;
    return question;
  }
}

function askedOnceMore(answer: Answer, key: string, draft: ReviewDraft): string | undefined {
  switch (answer) {
    case "approve":
      return hasUnsentWords(draft)
        ? `Your words and comments are sent with 2 only. Press ${key} again to approve without them.`
        : undefined;
    case "request_changes":
      return undefined;
    case "reject":
      return `The plan ends here. Press ${key} again to reject it, Esc to go back.`;
  }
}
