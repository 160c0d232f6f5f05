import { hasUnsentWords, type ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { TypeAhead } from "./type-ahead.ts";
import { type Answer, whyNot } from "./why-not.ts";

/**
 * Checks every answer: it would not be refused, it is to the text that the person saw, its key was pressed after that
 * text appeared, and a second press confirms it if it ends the plan or drops unsent text.
 */
export class AnswerGate {
  /** Says that the text changed, until the person presses an answer key. */
  news: string | undefined;
  readonly #typeAhead: TypeAhead;
  #asked: string | undefined;
  #asking: string | undefined;

  constructor(typeAhead: TypeAhead) {
    this.#typeAhead = typeAhead;
  }

  /** The next key answers the pending question, or drops it. */
  next(): void {
    this.#asked = this.#asking;
    this.#asking = undefined;
  }

  /** The text changed: a pending question about the old one is dropped. */
  renew(news: string): void {
    this.news = news;
    this.#asking = undefined;
    this.#asked = undefined;
  }

  isEarly(): string | undefined {
    return this.#typeAhead.isOn() ? "You pressed that key before this screen appeared; press it again." : undefined;
  }

  /** The notice to show instead of answering; undefined if the answer may go. */
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
        ? `Only 2 sends your text and comments. Press ${key} again to approve without them.`
        : undefined;
    case "request_changes":
      return undefined;
    case "reject":
      return `The plan ends here. Press ${key} again to reject it, Esc to go back.`;
  }
}
