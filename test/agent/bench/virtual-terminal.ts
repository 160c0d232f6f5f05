import type { Terminal } from "@earendil-works/pi-tui";
import xterm from "@xterm/headless";
import { keyboard } from "./keyboard.ts";
import { ScreenNews, type Wanted } from "./screen-news.ts";

/** A terminal that only exists in memory: what pi writes is drawn by a real emulator. */
export class VirtualTerminal implements Terminal {
  readonly #emulator: xterm.Terminal;
  readonly #news = new ScreenNews(() => this.#lines(this.#emulator.buffer.active.viewportY), 40_000);
  #onInput: (data: string) => void = () => {};
  #onResize: () => void = () => {};
  readonly kittyProtocolActive = false;
  title = "";
  /** Of pi 1.x: what it has told the terminal of itself, as "working" or "blocked". */
  readonly programStatuses: { state: string }[] = [];
  /** Everything that was written, with its escape sequences. */
  written = "";

  constructor(columns: number, rows: number) {
    this.#emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 5000 });
  }

  get columns(): number {
    return this.#emulator.cols;
  }

  get rows(): number {
    return this.#emulator.rows;
  }

  /** One key, or one paste. pi draws what comes of it at its next tick; when this is done, that is on the screen. */
  async send(data: string): Promise<void> {
    keyboard.arrived(data);
    this.#onInput(data);
    await nextTick();
    await this.#drawn();
  }

  async resize(columns: number, rows: number): Promise<void> {
    this.#emulator.resize(columns, rows);
    this.#onResize();
    await nextFrame();
    await this.#drawn();
  }

  /** What can be seen now. */
  async screen(): Promise<string> {
    await nextFrame();
    await this.#drawn();
    return this.#lines(this.#emulator.buffer.active.viewportY);
  }

  /** What can be seen and what was scrolled away. */
  async scrollback(): Promise<string> {
    await nextFrame();
    await this.#drawn();
    return this.#lines(0);
  }

  /** Waits until the screen shows it, or no longer shows it. */
  async until(wanted: Wanted, shown = true): Promise<string> {
    await this.#drawn();
    return this.#news.until(wanted, shown);
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.#onInput = onInput;
    this.#onResize = onResize;
  }

  stop(): void {
    this.#onInput = () => {};
    this.#onResize = () => {};
  }

  async drainInput(): Promise<void> {}

  write(data: string): void {
    this.written += data;
    this.#emulator.write(data, () => this.#news.tell());
  }

  moveBy(lines: number): void {
    if (lines !== 0) this.write(`\x1b[${Math.abs(lines)}${lines > 0 ? "B" : "A"}`);
  }

  hideCursor(): void {
    this.write("\x1b[?25l");
  }

  showCursor(): void {
    this.write("\x1b[?25h");
  }

  clearLine(): void {
    this.write("\x1b[2K");
  }

  clearFromCursor(): void {
    this.write("\x1b[0J");
  }

  clearScreen(): void {
    this.write("\x1b[2J\x1b[H");
  }

  setTitle(title: string): void {
    this.title = title;
  }

  setProgress(): void {}

  get programStatus(): { state: string } | undefined {
    return this.programStatuses.at(-1);
  }

  setProgramStatus(status: { state: string }): void {
    this.programStatuses.push(status);
  }

  /** Until the emulator has drawn all it was given. */
  #drawn(): Promise<void> {
    return new Promise((resolve) => this.#emulator.write("", resolve));
  }

  #lines(from: number): string {
    const { active } = this.#emulator.buffer;
    const lines = Array.from({ length: active.baseY + this.rows - from }, (_, at) =>
      (active.getLine(from + at)?.translateToString(true) ?? "").trimEnd(),
    );
    return lines.join("\n").trimEnd();
  }
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** pi draws 16 ms after the last frame at the latest: a timer that is set later and is longer comes after that. */
async function nextFrame(): Promise<void> {
  await nextTick();
  await new Promise((resolve) => setTimeout(resolve, 17));
}
