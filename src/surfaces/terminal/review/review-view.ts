import type { Component, Focusable, TUI, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import { getKeybindings, type SelectList } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { ReplyMeaning } from "../../../policy/intent/reply-to-plan.ts";
import { guarded } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";
import { AnswerGate } from "./answer-gate.ts";
import { type Answer, answerRefusal } from "./answer-refusal.ts";
import type { Approval } from "./approval.ts";
import { ApprovalPrompt } from "./approval-prompt.ts";
import { type Answered, type Field, footLines } from "./foot-lines.ts";
import { headLines } from "./head-lines.ts";
import { keyOf } from "./key-of.ts";
import { modelChoice } from "./model-choice.ts";
import { Pages } from "./pages.ts";
import { replyChoice, replyMeaning } from "./reply-choice.ts";
import type { ReviewAnswer } from "./review-answer.ts";
import {
  commentOn,
  draftFor,
  emptyDraft,
  hasUnsentWords,
  isLeftOut,
  type ReviewDraft,
  toggled,
  type Words,
  withComment,
  withModel,
} from "./review-draft.ts";
import { isOtherText, type ReviewSubject, takesAnswer } from "./review-subject.ts";
import { screen } from "./screen.ts";
import { SeenLines } from "./seen-lines.ts";
import { byTimer, type Later, LETTER_MS, ShortcutTiming } from "./shortcut-timing.ts";
import { TextField } from "./text-field.ts";
import { TypeAhead } from "./type-ahead.ts";
import { typedText } from "./typed-text.ts";
import type { Unseen } from "./unseen.ts";

export interface ReviewOptions {
  tui: TUI;
  theme: Paint;
  /** How many rows the view has, e.g. those of the terminal. */
  rows: () => number;
  /** Called once, with the answer and the key that gave it. */
  done: (answer: ReviewAnswer, press: KeyPress | undefined) => void;
  /** The key that is being handled. */
  press?: () => KeyPress | undefined;
  /** Text and choices of an earlier view of this plan. */
  draft?: ReviewDraft;
  /** Milliseconds after the screen changes in which keys do not answer. */
  pause?: number;
  now?: () => number;
  later?: Later;
  /** Opens with the question whether to approve: the person typed words that said so. */
  opens?: "approval";
  /** What earlier views of this plan have shown. */
  seen?: SeenLines;
  /** All of the text with this digest has been on the screen. */
  shown?: (digest: Digest) => void;
}

interface OpenList {
  title: string;
  list: SelectList;
  /** What Esc leads to. */
  back: () => void;
}

type Bare<Answer> = Answer extends unknown ? Omit<Answer, "revision" | "digest" | "draft"> : never;

/** The view in which a person reads and answers a plan. It only returns the answer; its caller acts on it. */
export class ReviewView implements Component, Focusable {
  readonly #options: ReviewOptions;
  readonly #paint: Paint;
  readonly #typeAhead: TypeAhead;
  /** Keys that came before a person could have read the question why they reject, or a list. */
  readonly #early: TypeAhead;
  readonly #prompt: ApprovalPrompt;
  readonly #shortcuts: ShortcutTiming;
  readonly #gate = new AnswerGate();
  readonly #pages: Pages;
  #subject: ReviewSubject;
  #draft: ReviewDraft;
  #field: (Field & { input: TextField }) | undefined;
  #list: OpenList | undefined;
  #press: KeyPress | undefined;
  /** The comment began with keys that were meant for the screen before. */
  #wasTypedAhead = false;
  #width = 80;
  #notice: string | undefined;
  #answered: Answered | undefined;
  #isDone = false;
  #isDrawn = false;
  #isFocused = false;

  constructor(subject: ReviewSubject, options: ReviewOptions) {
    this.#subject = subject;
    this.#options = options;
    this.#paint = options.theme;
    const { pause = 500, now = () => performance.now(), later = byTimer, seen = new SeenLines() } = options;
    this.#pages = new Pages(options.theme, seen);
    this.#typeAhead = new TypeAhead(pause, now);
    this.#early = new TypeAhead(pause, now);
    this.#prompt = new ApprovalPrompt(new TypeAhead(pause, now));
    this.#shortcuts = new ShortcutTiming(Math.min(LETTER_MS, pause), now, later);
    this.#draft = draftFor(subject.plan, options.draft ?? emptyDraft(subject.signed?.choices));
  }

  /** All text and choices so far, for the next view of this plan. */
  get draft(): ReviewDraft {
    return this.#draft;
  }

  get focused(): boolean {
    return this.#isFocused;
  }

  set focused(focused: boolean) {
    // Another view may have had the screen and the keys until now.
    if (focused && !this.#isFocused) {
      this.#typeAhead.begin();
      this.#prompt.comesBack();
    }
    this.#isFocused = focused;
    if (this.#field) this.#field.input.focused = focused;
  }

  /** Another surface answered, e.g. `{ by: "ana", how: "approved revision 2 in Discord" }`. The view stays to say so. */
  closeWith(answered: Answered): void {
    if (this.#isDone) return;
    this.#answered = answered;
    this.#clearQuestions();
    this.#pages.show("plan");
    if (this.#field) this.#field.input.focused = false;
    this.#pages.viewport.home();
    this.#typeAhead.begin();
    this.#changed();
  }

  /** The same plan with other words, or with the same words and other facts about it. */
  replaceSubject(subject: ReviewSubject): void {
    if (this.#isDone) return;
    const isOther = isOtherText(this.#subject, subject);
    const before = this.#subject;
    this.#subject = subject;
    if (isOther) {
      this.#answered = undefined;
      this.#clearQuestions();
      this.#gate.news =
        subject.revision === before.revision
          ? `The text of revision ${subject.revision} was changed while you read. This is the new text.`
          : `Revision ${subject.revision} came while you read revision ${before.revision}. This is the new text.`;
      this.#carryOver(subject);
      if (!subject.previous && this.#pages.showing === "comparison") this.#pages.show("plan");
      this.#typeAhead.begin();
    }
    this.#changed();
  }

  invalidate(): void {
    this.#pages.redraw();
  }

  render(width: number): string[] {
    this.#width = width;
    if (!this.#isDrawn) {
      this.#typeAhead.begin();
      if (this.#options.opens === "approval" && !this.#field && this.#may("approve", "1"))
        this.#prompt.ask(this.#unseen());
    }
    const drawn = this.#drawn(width);
    this.#isDrawn = true;
    if (this.#pages.hasShownAll()) this.#options.shown?.(this.#subject.digest);
    return guarded(this.#prompt.hasShown(() => this.#unseen()) ? this.#drawn(width) : drawn, width);
  }

  #drawn(width: number): string[] {
    const rows = Math.max(1, Math.floor(this.#options.rows()));
    const head = headLines(this.#paint, this.#subject, Math.max(4, width - 2));
    const foot = footLines(this.#paint, {
      subject: this.#subject,
      draft: this.#draft,
      width: Math.max(4, width - 2),
      ...(this.#notice && { notice: this.#notice }),
      ...defined({
        answered: this.#answered,
        field: this.#field,
        list: this.#list,
        approval: this.#prompt.approval,
      }),
      ...(this.#gate.news && { news: this.#gate.news }),
    });
    const content = {
      subject: this.#subject,
      draft: this.#draft,
      ...(this.#answered && { answered: { ...defined({ field: this.#field }) } }),
    };
    this.#pages.isCovered = !this.#isFocused;
    const page = this.#pages.draw(content, width);
    return screen(this.#paint, { head, foot, page, pages: this.#pages, width, rows });
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type !== "wheel" || !event.wheelDelta) return undefined;
    this.#pages.viewport.scroll(event.wheelDelta);
    return { handled: true, render: true };
  }

  handleInput(data: string): void {
    if (this.#isDone) return;
    if (!this.#isDrawn) {
      this.#ahead(data);
      return;
    }
    this.#press = this.#options.press?.();
    if (this.#answered) this.#afterAnswer(data);
    else if (this.#list) this.#choosing(data, this.#list);
    else if (this.#field) this.#writing(data, this.#field);
    else if (this.#prompt.approval) this.#approving(data, this.#prompt.approval);
    else this.#reading(data);
    if (!this.#isDone) this.#options.tui.requestRender();
  }

  /** No key answers a text that was never on the screen; what is typed is kept. */
  #ahead(data: string): void {
    const text = typedText(data);
    if (text === undefined) return;
    if (this.#field === undefined) this.#comment(text);
    else {
      this.#field.input.take(data);
      this.#keep(this.#field);
    }
    this.#wasTypedAhead = true;
  }

  #afterAnswer(data: string): void {
    const keys = getKeybindings();
    const isClosing = keys.matches(data, "tui.select.cancel") || keys.matches(data, "tui.select.confirm");
    // Enter may have been meant for the text field.
    const isEarly = this.#typeAhead.isOn();
    if (!isClosing) this.#pages.move(keyOf(data));
    else if (!isEarly) this.#finish({ kind: "closed" });
  }

  #choosing(data: string, { list, back }: OpenList): void {
    this.#notice = undefined;
    const keys = getKeybindings();
    const text = typedText(data);
    if (keys.matches(data, "tui.select.cancel")) {
      this.#list = undefined;
      back();
    } else if (text !== undefined) {
      this.#list = undefined;
      if (this.#field) this.#writing(data, this.#field);
      else this.#comment(text);
    } else if (keys.matches(data, "tui.select.confirm") && this.#early.isOn())
      this.#notice = "Choose first; then Enter.";
    else list.handleInput(data);
  }

  #openList(list: OpenList): void {
    this.#list = list;
    this.#early.begin();
  }

  #writing(data: string, field: Field & { input: TextField }): void {
    this.#notice = undefined;
    const key = keyOf(data);
    if (key === "pageUp" || key === "pageDown") {
      this.#pages.move(key);
      return;
    }
    const text = typedText(data);
    const digit = text === undefined ? "" : this.#shortcuts.typedBefore();
    if (digit !== "" && field.what === "rejection") {
      this.#comment(`${digit}${text}`);
      return;
    }
    if (digit !== "") field.input.take(digit);
    const wish = field.input.take(data);
    this.#keep(field);
    if (wish === "back") this.#leaveField(field.what);
    else if (wish === "send") this.#send(field);
  }

  #leaveField(what: Field["what"]): void {
    this.#field = undefined;
    this.#changed();
    if (what === "notes") this.#prompt.ask(this.#unseen());
  }

  #send({ what, isTyped = false }: Field): void {
    const { rejection } = this.#draft;
    switch (what) {
      case "feedback":
        if (!hasUnsentWords(this.#draft))
          this.#notice = "Write what should change: the agent revises the plan from it.";
        else if (this.#wasTypedAhead) {
          this.#wasTypedAhead = false;
          this.#notice = "You began to type before the plan was shown: Enter sends it.";
        } else this.#reply(isTyped ? replyMeaning(this.#draft) : "change_request");
        return;
      case "rejection":
        if (this.#early.isOn()) this.#notice = "The plan ends here: Enter rejects it.";
        else if (this.#may("reject", "Enter"))
          this.#finish({ kind: "reject", ...(rejection.trim() && { feedback: rejection.trim() }) });
        return;
      case "notes":
      case "comment":
        this.#leaveField(what);
        return;
    }
  }

  /** Words decide what they are; where they do not, the person does. None of them signs. */
  #reply(meaning: ReplyMeaning): void {
    const { feedback, comments } = this.#draft;
    const words = feedback.trim();
    switch (meaning) {
      case "change_request":
        if (this.#may("request_changes", "Enter")) this.#finish({ kind: "request_changes", feedback: words, comments });
        return;
      case "question":
        this.#draft = { ...this.#draft, feedback: "" };
        this.#finish({ kind: "ask", words });
        return;
      case "consent":
        if (!this.#may("approve", "Enter")) return;
        this.#field = undefined;
        this.#prompt.ask(this.#unseen(), { said: words });
        return;
      case "unclear": {
        const list = replyChoice(this.#paint, (chosen) => {
          this.#list = undefined;
          this.#reply(chosen);
        });
        this.#openList({ title: "What is your comment?", list, back: () => {} });
        return;
      }
    }
  }

  /** Typing is feedback, where the plan takes any; only a letter by itself is a shortcut. */
  #reading(data: string): void {
    this.#notice = undefined;
    const text = typedText(data);
    if (text === undefined) {
      this.#shortcuts.finish();
      if (!this.#isDone && !this.#field) this.#pressed(keyOf(data));
      return;
    }
    const before = this.#shortcuts.typedBefore();
    // A paste is text, however short.
    const isKey = keyOf(data) !== undefined;
    const isMove = isKey && MOVES.test(before + text);
    if (!takesAnswer(this.#subject) && !isMove && !LOOKS.has(text)) {
      const { whyNot = "This plan waits for no answer of yours" } = this.#subject;
      this.#notice = `${visible(whyNot).replace(/[.]$/, "")}: you can only read it here.`;
      return;
    }
    if (this.#typeAhead.isOn()) {
      this.#comment(before + text);
      this.#wasTypedAhead = true;
    } else if ((isKey && before === "" && SHORTCUTS.has(text)) || isMove) this.#shortcut(text, before);
    else this.#comment(before + text);
  }

  #pressed(key: string | undefined): void {
    if (this.#pages.move(key)) return;
    if (key === "escape" || key === "ctrl+c") this.#back();
    else if (this.#pages.showing === "help") this.#notice = "? goes back to the plan.";
    else if (key === "enter") this.#onStep("enter");
  }

  #shortcut(letter: string, before: string): void {
    const isHelp = this.#pages.showing === "help";
    if (letter === "?") this.#pages.show(isHelp ? "plan" : "help");
    else if (letter === "d") this.#toggleComparison();
    else if (letter === "a") this.#pages.toggleAll(this.#subject);
    else if (letter === "1") {
      if (this.#may("approve", letter)) this.#prompt.ask(this.#unseen(), { letter });
      return;
    } else if (letter === "2") this.#write("feedback", "request_changes");
    else if (letter === "3") {
      this.#write("rejection", "reject");
      this.#early.begin();
    } else if (this.#pages.move(letter)) this.#shortcuts.began(before + letter);
    else {
      const press = this.#press;
      this.#shortcuts.soon(letter, () => {
        this.#press = press;
        if (letter === "e") this.#finish({ kind: "edit" });
        else this.#onStep(letter === " " ? "space" : "comment");
        if (!this.#isDone) this.#options.tui.requestRender();
      });
      return;
    }
    this.#shortcuts.began(before + letter);
  }

  #unseen(): Unseen | undefined {
    return this.#pages.unseen({ subject: this.#subject, draft: this.#draft }, this.#width);
  }

  #approving(data: string, approval: Approval): void {
    if (keyOf(data) === "enter") this.#shortcuts.finish();
    if (this.#isDone) return;
    const pressed = this.#prompt.press(data, this.#shortcuts.typedBefore(), approval, this.#subject);
    this.#notice = undefined;
    switch (pressed.act) {
      case "yes": {
        const press = this.#press;
        this.#shortcuts.soon("y", () => {
          this.#press = press;
          this.#approve("now");
          if (!this.#isDone) this.#options.tui.requestRender();
        });
        return;
      }
      case "approve":
        this.#approve(pressed.choice);
        return;
      case "show":
        this.#pages.showUnseen(this.#subject, pressed.unseen);
        return;
      case "open":
        if (pressed.what === "notes") this.#write("notes", "approve");
        else this.#chooseModel();
        return;
      case "words":
        if (pressed.send) this.#reply("change_request");
        else this.#openField({ what: "feedback", isTyped: true }, this.#draft.feedback);
        return;
      case "comment":
        this.#comment(pressed.text);
        return;
      case "scroll":
        this.#pages.move(pressed.key);
        return;
      case "none":
        this.#notice = pressed.notice;
        return;
    }
  }

  #approve(choice: "now" | "later" | "fresh"): void {
    if (!this.#may("approve", "Enter")) return;
    const notes = this.#draft.notes.trim();
    this.#finish({
      kind: "approve",
      choices: this.#draft.choices,
      ...(notes && { notes }),
      context: choice === "fresh" ? "fresh" : "same",
      start: choice === "later" ? "later" : "now",
    });
  }

  #may(answer: Answer, key: string): boolean {
    this.#notice = this.#gate.stops(answer, key, this.#subject, this.#draft);
    return this.#notice === undefined;
  }

  #finish(answer: Bare<ReviewAnswer>): void {
    this.#isDone = true;
    this.#shortcuts.cancel();
    const { revision, digest, request_id } = this.#subject;
    const given = { ...answer, revision, digest, ...defined({ request_id }), draft: this.#draft };
    this.#options.done(given, this.#press);
  }

  /** Words that a person begins to type while they read are a comment on the whole plan. */
  #comment(text: string): void {
    this.#notice = answerRefusal("request_changes", this.#subject, this.#draft);
    if (this.#notice !== undefined) return;
    this.#pages.show("plan");
    const before = this.#draft.feedback;
    this.#openField({ what: "feedback", isTyped: true }, before === "" || /\s$/.test(before) ? before : `${before} `);
    const field = this.#field;
    if (field === undefined) return;
    field.input.take(text);
    this.#keep(field);
  }

  #clearQuestions(): void {
    this.#list = undefined;
    this.#prompt.close();
    this.#notice = undefined;
    this.#shortcuts.cancel();
  }

  #onStep(act: "comment" | "space" | "enter"): void {
    const selected = this.#pages.selectedStep(this.#subject);
    const step = selected ?? this.#pages.selectStep(this.#subject);
    if (!step) return;
    const number = this.#subject.plan.steps.indexOf(step) + 1;
    // A comment opens at once, always: the text that follows must never be read as keys.
    if (act === "comment") this.#openField({ what: "comment", step: step.id }, commentOn(this.#draft, step.id));
    else if (!selected) this.#notice = `Step ${number} is selected now; press the key again if you mean it.`;
    else if (act === "space") {
      this.#draft = toggled(this.#draft, step.id);
      this.#notice = `Step ${number} is ${isLeftOut(this.#draft, step.id) ? "left out" : "included again"}.`;
      this.#changed();
    } else this.#pages.toggleFold(step);
  }

  #toggleComparison(): void {
    if (this.#subject.previous) this.#pages.show(this.#pages.showing === "comparison" ? "plan" : "comparison");
    else this.#notice = "This is the first text of the plan: there is nothing to compare it with.";
  }

  #chooseModel(): void {
    const { models, plan } = this.#subject;
    this.#notice = answerRefusal("approve", this.#subject, this.#draft);
    if (!this.#subject.offered.includes("approve")) return;
    this.#notice = models.length === 0 ? "No other model is available here." : undefined;
    if (models.length === 0) return;
    const rows = Math.max(3, Math.min(8, this.#options.rows() - 12));
    const chosen = this.#draft.choices.executor_model;
    const back = () => this.#prompt.ask(this.#unseen());
    const list = modelChoice(this.#paint, { models, planned: plan.executor_model, chosen }, rows, (model) => {
      this.#draft = withModel(this.#draft, model);
      this.#list = undefined;
      back();
    });
    this.#openList({ title: "Which model runs it?", list, back });
  }

  #write(what: Words, answer: Answer): void {
    this.#notice = answerRefusal(answer, this.#subject, this.#draft);
    if (this.#notice === undefined) this.#openField({ what }, this.#draft[what]);
  }

  #openField(field: Field, text: string): void {
    const input = new TextField(this.#options.tui, this.#paint, text);
    input.focused = this.#isFocused;
    this.#field = { ...field, input };
  }

  /** Saves the text after every key: another surface may close the view at any time. */
  #keep({ what, step, input }: Field & { input: TextField }): void {
    if (what !== "comment") this.#draft = { ...this.#draft, [what]: input.text };
    else if (step !== undefined) this.#draft = withComment(this.#draft, step, input.text);
  }

  /** The draft continues with the new text; a field for a removed step closes. */
  #carryOver({ plan }: ReviewSubject): void {
    const before = this.#draft.feedback;
    this.#draft = draftFor(plan, this.#draft);
    const field = this.#field;
    if (field?.what === "feedback" && this.#draft.feedback !== before) this.#openField(field, this.#draft.feedback);
    if (field?.step !== undefined && !plan.steps.some(({ id }) => id === field.step)) this.#field = undefined;
  }

  #back(): void {
    if (this.#pages.showing === "plan") this.#finish({ kind: "closed" });
    else this.#pages.show("plan");
  }

  #changed(): void {
    this.#pages.redraw();
    this.#options.tui.requestRender();
  }
}

const SHORTCUTS: ReadonlySet<string> = new Set(["1", "2", "3", "e", "d", "c", "a", "?", " "]);
/** Shortcuts that only look. */
const LOOKS: ReadonlySet<string> = new Set(["d", "a", "?"]);
/** Letters that move, as many as there are. */
const MOVES = /^[jkgG]+$/;
