import { TuiMainScreen } from "@earendil-works/pi-tui";
import type { Paint } from "../../../../src/surfaces/terminal/paint.ts";
import type { ReviewAnswer } from "../../../../src/surfaces/terminal/review/review-answer.ts";
import type { ReviewDraft } from "../../../../src/surfaces/terminal/review/review-draft.ts";
import type { ReviewSubject } from "../../../../src/surfaces/terminal/review/review-subject.ts";
import { ReviewView } from "../../../../src/surfaces/terminal/review/review-view.ts";
import { subjectWith } from "./sample-subject.ts";
import { VirtualTerminal } from "./virtual-terminal.ts";

/** Colours as a terminal gets them: they take room in the text and none on the screen. */
export const PAINT: Paint = {
  fg: (_, text) => `\x1b[36m${text}\x1b[39m`,
  bg: (_, text) => `\x1b[46m${text}\x1b[49m`,
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
};

export const KEYS = {
  enter: "\r",
  escape: "\x1b",
  newLine: "\n",
  up: "\x1b[A",
  down: "\x1b[B",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
  home: "\x1b[H",
  end: "\x1b[F",
} as const;

interface BenchOptions {
  columns?: number;
  rows?: number;
  draft?: ReviewDraft;
  opens?: "approval";
  /** Milliseconds for which keys are taken for typed ahead. */
  pause?: number;
  /** Keys that come before anything is drawn. */
  ahead?: string;
}

/** A review on pi's own screen, with a terminal that tests can read. Time stands still until it is moved. */
export class ReviewBench {
  readonly view: ReviewView;
  readonly answers: ReviewAnswer[] = [];
  /** Digests of the texts that were on the screen in full. */
  readonly shown = new Set<string>();
  readonly terminal: VirtualTerminal;
  readonly #tui: TuiMainScreen;
  #now = 0;
  #timers: { at: number; act: () => void }[] = [];

  constructor(
    subject: ReviewSubject = subjectWith(),
    { columns = 80, rows = 40, draft, opens, pause = 0, ahead = "" }: BenchOptions = {},
  ) {
    this.terminal = new VirtualTerminal(columns, rows);
    this.#tui = new TuiMainScreen(this.terminal);
    this.view = new ReviewView(subject, {
      tui: this.#tui,
      theme: PAINT,
      rows: () => this.terminal.rows,
      done: (answer) => this.answers.push(answer),
      ...(draft && { draft }),
      ...(opens && { opens }),
      shown: (digest) => this.shown.add(digest),
      pause,
      now: () => this.#now,
      later: (act, milliseconds) => {
        const timer = { at: this.#now + milliseconds, act };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    });
    this.#tui.start();
    this.#tui.showOverlay(this.view, { width: "100%", maxHeight: "100%", row: 0, col: 0 });
    for (const key of ahead) this.terminal.press(key);
    this.#tui.renderNow();
  }

  /** Another view comes over this one; the returned function takes it away. */
  cover(): () => void {
    const render = (width: number) => Array.from({ length: this.terminal.rows }, () => "#".repeat(width));
    const other = { render, invalidate: () => {}, handleInput: () => {}, focused: false };
    const handle = this.#tui.showOverlay(other, { width: "100%", maxHeight: "100%", row: 0, col: 0 });
    this.#tui.renderNow();
    return () => {
      handle.hide();
      this.#tui.renderNow();
    };
  }

  wait(milliseconds: number): void {
    this.#now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { act } of due) act();
    this.#tui.renderNow();
  }

  press(...keys: string[]): void {
    for (const key of keys) {
      this.terminal.press(key);
      this.#tui.renderNow();
    }
  }

  type(words: string): void {
    this.press(...words);
  }

  async screen(): Promise<string> {
    this.#tui.renderNow();
    return this.terminal.text();
  }

  /** Every line of the page, as it comes by when one scrolls from the top to the bottom. */
  async everything(): Promise<string> {
    this.press(KEYS.home);
    const seen = [await this.screen()];
    for (;;) {
      this.press(KEYS.pageDown);
      const next = await this.screen();
      if (next === seen.at(-1)) return seen.join("\n");
      seen.push(next);
    }
  }

  /** Unfolds all steps and looks at everything. */
  async readAll(): Promise<void> {
    this.press("a");
    await this.everything();
    this.press(KEYS.home);
  }

  /** The one answer there must be. */
  answer(): ReviewAnswer {
    const [answer, ...more] = this.answers;
    if (answer === undefined || more.length > 0) throw new Error(`${this.answers.length} answers`);
    return answer;
  }

  stop(): void {
    this.#tui.stop();
  }
}
