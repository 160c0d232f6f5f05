/** Walks along one line by columns: a tab extends to the next multiple of four. */
export class LineCursor {
  readonly text: string;
  /** The end of the line, without its line break. */
  readonly end: number;
  /** In the middle of a tab: the tab itself. */
  at: number;
  /** The next character that is not a blank, or the end. */
  place = 0;
  /** The columns of blanks before it. */
  indent = 0;
  #column = 0;
  #isInsideTab = false;

  constructor(text: string, start: number, end: number) {
    this.text = text;
    this.at = start;
    this.end = end;
    this.#look();
  }

  get isBlank(): boolean {
    return this.place === this.end;
  }

  /** The next character; `""` at the end of the line. */
  get mark(): string {
    return this.isBlank ? "" : (this.text[this.place] ?? "");
  }

  /** The start of the rest of the line; after a tab that is passed in part. */
  get from(): number {
    return this.#isInsideTab ? this.at + 1 : this.at;
  }

  /** Passes at most so many columns of blanks. */
  skip(columns: number): void {
    const passed = Math.min(columns, this.indent);
    const goal = this.#column + passed;
    while (this.#column < goal) {
      const after = this.#column + this.#width(this.at, this.#column);
      this.#isInsideTab = after > goal;
      if (!this.#isInsideTab) this.at++;
      this.#column = Math.min(after, goal);
    }
    // The character after the blanks stays where it is, so passing them in parts does not scan them again.
    this.indent -= passed;
  }

  /** Passes the blanks, and a mark of so many characters. */
  pass(length: number): void {
    this.skip(this.indent);
    this.at += length;
    this.#column += length;
    this.#look();
  }

  /** The rest of the line; of a tab that is passed in part, its remaining columns. */
  get rest(): string {
    if (!this.#isInsideTab) return this.text.slice(this.at, this.end);
    return " ".repeat(this.#width(this.at, this.#column)) + this.text.slice(this.at + 1, this.end);
  }

  #look(): void {
    let column = this.#column;
    let at = this.at;
    for (; at < this.end && isBlank(this.text.charCodeAt(at)); at++) column += this.#width(at, column);
    this.place = at;
    this.indent = column - this.#column;
  }

  #width(at: number, column: number): number {
    return this.text.charCodeAt(at) === TAB ? 4 - (column % 4) : 1;
  }
}

const TAB = 9;

function isBlank(code: number): boolean {
  return code === 32 || code === TAB;
}
