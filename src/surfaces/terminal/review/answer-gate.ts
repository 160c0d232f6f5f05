import { type Answer, answerRefusal } from "./answer-refusal.ts";
import type { ReviewDraft } from "./review-draft.ts";
import type { ReviewSubject } from "./review-subject.ts";

/** Checks every answer: it would not be refused, and it is to the text that the person saw. */
export class AnswerGate {
  /** Says that the text changed, until the person presses an answer key. */
  news: string | undefined;

  /** The notice to show instead of answering; undefined if the answer may go. */
  stops(answer: Answer, key: string, subject: ReviewSubject, draft: ReviewDraft): string | undefined {
    const no = answerRefusal(answer, subject, draft);
    if (no !== undefined) return no;
    if (this.news === undefined) return undefined;
    this.news = undefined;
    return `This is a new text: press ${key} again if you mean this one.`;
  }
}
