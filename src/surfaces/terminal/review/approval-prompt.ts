import { type Approval, movedChoice } from "./approval.ts";
import { keyOf } from "./key-of.ts";
import type { ReviewSubject } from "./review-subject.ts";
import type { TypeAhead } from "./type-ahead.ts";
import { typedText } from "./typed-text.ts";
import type { Unseen } from "./unseen.ts";

/** What a key in the approval leads to. */
export type ApprovalAct =
  | { act: "approve"; choice: "now" | "later" | "fresh" }
  /** The letter that approves a text of which parts were not shown, unless it begins a sentence. */
  | { act: "yes" }
  | { act: "show"; unseen: Unseen }
  | { act: "open"; what: "notes" | "model" }
  /** Back to the words that asked for it, or on with them. */
  | { act: "words"; send: boolean }
  /** It was the beginning of a sentence. */
  | { act: "comment"; text: string }
  | { act: "scroll"; key: string | undefined }
  | { act: "none"; notice?: string };

/** The question that `1` or words of consent open: a signature takes a second key, which is not a letter. */
export class ApprovalPrompt {
  /** Keys that came before a person could have read the question. */
  readonly #early: TypeAhead;
  #approval: Approval | undefined;
  #letter = "";

  constructor(early: TypeAhead) {
    this.#early = early;
  }

  get approval(): Approval | undefined {
    return this.#approval;
  }

  /** `letter` opened it, and can still turn out to begin a sentence; or `said`, words that agree. */
  ask(unseen: Unseen | undefined, { letter = "", said }: { letter?: string; said?: string } = {}): void {
    this.#approval = { choice: "now", unseen, said };
    this.#letter = letter;
    this.#early.begin();
  }

  close(): void {
    this.#approval = undefined;
  }

  /** More of the plan was shown, or there is more to show; returns whether that changes the question. */
  hasShown(unseen: () => Unseen | undefined): boolean {
    if (!this.#approval) return false;
    const now = unseen();
    if (now?.words === this.#approval.unseen?.words) return false;
    // Enter means something else from now on.
    this.#approval = { ...this.#approval, unseen: now };
    this.#early.begin();
    return true;
  }

  /** Something else may have had the screen and the keys until now. */
  comesBack(): void {
    this.#early.begin();
  }

  /** `before`: letters that were typed just before this key, and approve nothing if it is another one. */
  press(data: string, before: string, approval: Approval, subject: ReviewSubject): ApprovalAct {
    const { choice, unseen, said } = approval;
    const text = typedText(data);
    if (text !== undefined) {
      const isYes = before === "" && keyOf(data) === "y" && unseen !== undefined && unseen.command === undefined;
      if (isYes && !this.#early.isOn()) return { act: "yes" };
      this.close();
      return { act: "comment", text: this.#letter + before + text };
    }
    const key = keyOf(data);
    if (key === "up" || key === "down") {
      this.#approval = { ...approval, choice: movedChoice(subject, approval, key === "up" ? -1 : 1) };
    } else if (key === "escape" || key === "ctrl+c") {
      this.close();
      if (said !== undefined) return { act: "words", send: false };
    } else if (key !== "enter") return { act: "scroll", key };
    else if (this.#early.isOn()) return { act: "none", notice: "Read it first; then Enter." };
    else {
      this.close();
      if (unseen) return { act: "show", unseen };
      if (choice === "changes") return { act: "words", send: true };
      return choice === "notes" || choice === "model" ? { act: "open", what: choice } : { act: "approve", choice };
    }
    return { act: "none" };
  }
}
