import type { Terminal } from "@earendil-works/pi-tui";
import xterm from "@xterm/headless";

/** A terminal that nobody sees, and tests can read. */
export class VirtualTerminal implements Terminal {
  readonly kittyProtocolActive = false;
  readonly #screen: InstanceType<typeof xterm.Terminal>;
  #onInput: (data: string) => void = () => {};
  #onResize: () => void = () => {};

  constructor(columns = 80, rows = 24) {
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  }

  get columns(): number {
    return this.#screen.cols;
  }

  get rows(): number {
    return this.#screen.rows;
  }

  start(onInput: (data: string) => void, onResize: () => void): void {
    this.#onInput = onInput;
    this.#onResize = onResize;
  }

  press(data: string): void {
    this.#onInput(data);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.#onResize();
  }

  /** What stands on the screen, without spaces at the ends of lines. */
  async text(): Promise<string> {
    await new Promise<void>((written) => this.#screen.write("", written));
    const { active } = this.#screen.buffer;
    const lines = Array.from({ length: this.rows }, (_, row) => active.getLine(active.viewportY + row));
    return lines.map((line) => line?.translateToString(true).trimEnd() ?? "").join("\n");
  }

  write(data: string): void {
    this.#screen.write(data);
  }

  moveBy(lines: number): void {
    if (lines !== 0) this.write(lines > 0 ? `\x1b[${lines}B` : `\x1b[${-lines}A`);
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

  async drainInput(): Promise<void> {}
  stop(): void {}
  hideCursor(): void {}
  showCursor(): void {}
  setTitle(): void {}
  setProgress(): void {}
}
