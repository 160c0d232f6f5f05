import type { Desk } from "../../../desk/desk.ts";
import { visible } from "../../../plan/visible.ts";
import { tryPrint } from "../output.ts";
import { askPerson } from "../person.ts";
import type { Session } from "../session.ts";
import { errorText } from "../text/error-text.ts";
import { cut } from "../text/fit.ts";
import { factLines } from "../text/inbox-text.ts";
import { type ChangeMessage, changeMessage } from "./change-message.ts";
import { endText } from "./end-text.ts";
import { Keyboard } from "./keyboard.ts";
import { LiveBlock } from "./live-block.ts";
import { CHOICE_KEYS, progressLines } from "./progress-lines.ts";
import type { RunChange } from "./run-changes.ts";
import { RunProgress } from "./run-progress.ts";
import { type QuestionChoice, type RunQuestion, runQuestions } from "./run-questions.ts";
import type { RunWatcher } from "./run-watcher.ts";

const EVERY = 1_000;
const SOON = 60;

/** Shows the run at the end of the terminal; finished steps scroll away above it, and keys answer its questions. */
export class LiveWatcher implements RunWatcher {
  readonly #session: Session;
  readonly #desk: Desk;
  readonly #block: LiveBlock;
  readonly #keyboard: Keyboard;
  #progress: RunProgress | undefined;
  #above: string[] = [];
  #chosen: { question: string; words: string[] } = { question: "", words: [] };
  #asking: Promise<void> | undefined;
  #isLeaving = false;
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(session: Session, desk: Desk, leave: () => void) {
    this.#session = session;
    this.#desk = desk;
    this.#block = new LiveBlock(tryPrint, () => process.stdout.columns ?? 80);
    this.#keyboard = new Keyboard({ key: (key) => this.#pressed(key), leave, back: () => this.#back() });
  }

  begin(plan: Parameters<RunWatcher["begin"]>[0]): void {
    this.#progress = new RunProgress(plan, performance.now());
    this.#keyboard.grab();
    this.#timer = setInterval(() => this.#draw(), EVERY);
    process.stdout.on("resize", this.#drawSoon);
    this.#draw();
  }

  tell(news: Parameters<RunWatcher["tell"]>[0]): void {
    if (this.#progress === undefined) return;
    if (news.type === "note")
      this.#above.push(this.#session.style.dim(this.#line(`· ${visible(news.text, { spelled: true })}`)));
    for (const change of this.#progress.apply(news, performance.now())) this.#changed(change, this.#progress);
    this.#drawSoon();
  }

  leaving(): void {
    this.#isLeaving = true;
    // Ctrl+C also ends an open question.
    if (this.#asking) this.#session.close();
    this.#drawSoon();
  }

  restoreTerminal(): void {
    this.#keyboard.release();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    process.stdout.off("resize", this.#drawSoon);
    if (this.#asking) this.#session.close();
    await this.#asking;
    this.#keyboard.release();
    this.#block.draw([], this.#above.splice(0));
    this.#progress = undefined;
  }

  end(end: Parameters<RunWatcher["end"]>[0]): void {
    tryPrint(`${endText(end, { style: this.#session.style, width: this.#width() })}\n`);
  }

  refused(error: Parameters<RunWatcher["refused"]>[0]): void {
    tryPrint(errorText(error));
  }

  #changed(change: RunChange, { plan }: RunProgress): void {
    // The live lines show running steps and questions.
    if (change.type === "asked" || (change.type === "step" && !OVER.includes(change.to))) return;
    const said = changeMessage(change, plan);
    if (said) this.#above.push(...this.#linesOf(change, said));
  }

  #linesOf(change: RunChange, { colour, words, more }: ChangeMessage): string[] {
    const mark = change.type === "step" ? (MARKS[change.to] ?? "·") : "·";
    const { style } = this.#session;
    return [style[colour](this.#line(`${mark} ${words}`)), ...more.map((line) => style.dim(this.#line(`    ${line}`)))];
  }

  readonly #drawSoon = (): void => {
    this.#soon ??= setTimeout(() => this.#draw(), SOON);
  };

  #draw(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#progress === undefined || this.#asking !== undefined) return;
    const { style } = this.#session;
    const lines = progressLines(this.#progress, {
      style,
      width: this.#width(),
      height: this.#height(),
      now: performance.now(),
      canAnswer: !this.#isLeaving,
      chosen: this.#chosen.words,
      isLeaving: this.#isLeaving,
    });
    this.#block.draw(lines, this.#above.splice(0));
  }

  #back(): void {
    this.#block.forget();
    this.#draw();
  }

  #pressed(key: string): void {
    const question = this.#progress && runQuestions(this.#progress.plan)[0];
    if (question === undefined || this.#asking !== undefined || this.#isLeaving) return;
    if (this.#chosen.question !== question.id) this.#chosen = { question: question.id, words: [] };
    const choice = question.choices[CHOICE_KEYS.indexOf(key)];
    if (question.several) {
      if (key === "\r" || key === "\n")
        this.#ask(
          question,
          question.choices.filter(({ word }) => this.#isChosen(word)),
        );
      else if (choice) this.#toggle(choice.word);
    } else if (choice) this.#ask(question, [choice]);
    this.#draw();
  }

  #isChosen(word: string): boolean {
    return this.#chosen.words.includes(word);
  }

  #toggle(word: string): void {
    const words = this.#isChosen(word)
      ? this.#chosen.words.filter((other) => other !== word)
      : [...this.#chosen.words, word];
    this.#chosen = { ...this.#chosen, words };
  }

  #ask(question: RunQuestion, choices: readonly QuestionChoice[]): void {
    if (choices.length === 0) return;
    this.#asking = this.#answer(question, choices)
      .catch((error: Error) => tryPrint(`${visible(error.message)}\n`))
      .finally(() => {
        this.#asking = undefined;
        // The next question opens a new dialogue: this one released the terminal.
        this.#session.close();
        if (this.#progress === undefined || this.#timer === undefined) return;
        this.#keyboard.grab();
        this.#draw();
      });
  }

  async #answer(question: RunQuestion, choices: readonly QuestionChoice[]): Promise<void> {
    this.#keyboard.release();
    this.#block.erase();
    const words = choices.map(({ word }) => visible(word)).join(", ");
    const facts = question.facts.flatMap((fact) =>
      factLines(fact, { width: this.#width(), style: this.#session.style }),
    );
    const show = [visible(question.question, { multiline: true }), ...facts].join("\n");
    const person = await askPerson(this.#session, this.#desk, { show, question: `Answer "${words}"?` });
    const takesNote = person.ok && question.note !== undefined && choices.some(({ refuses }) => refuses);
    const note = takesNote ? await this.#session.dialogue().line(`${question.note} (Enter: nothing) `) : "";
    const given = person.ok ? await question.give(choices, this.#desk, person.value, note) : person;
    if (!given.ok) tryPrint(errorText(given.refusal));
    this.#chosen = { question: "", words: [] };
  }

  #line(words: string): string {
    return cut(words, this.#width());
  }

  /** The last column stays free: some terminals begin a new line when it is written to. */
  #width(): number {
    return Math.max(10, Math.min((process.stdout.columns ?? 80) - 1, 100));
  }

  #height(): number {
    return Math.max(4, (process.stdout.rows ?? 24) - 1);
  }
}

const OVER: readonly string[] = ["completed", "failed", "skipped", "interrupted"];
const MARKS: Partial<Record<string, string>> = { completed: "✓", failed: "✗", skipped: "–", interrupted: "!" };
