/** Lines from … to (exclusive). */
export interface Lines {
  from: number;
  to: number;
}

/** The part of some lines that is on the screen. */
export class Scroll {
  top = 0;
  /** So many lines, from the first one on, have been on the screen. */
  readTo = 0;
  #total = 0;
  #height = 1;

  /** Sets the size of this drawing. Keeps the chosen lines on the screen, so that no key acts on a hidden choice. */
  place(total: number, height: number, chosen?: Lines): void {
    this.#total = total;
    this.#height = Math.max(1, height);
    this.by(0);
    if (chosen && (chosen.to <= this.top || chosen.from >= this.top + this.#height)) this.show(chosen);
  }

  /** What is placed is on the screen; a jump over some lines reads none of them. */
  wasShown(): void {
    if (this.top <= this.readTo) this.readTo = Math.max(this.readTo, this.top + this.#height);
  }

  get isReadToEnd(): boolean {
    return this.readTo >= this.#total;
  }

  by(lines: number): void {
    this.top = Math.max(0, Math.min(this.top + lines, this.#total - this.#height));
  }

  page(direction: 1 | -1): void {
    this.by(direction * Math.max(1, this.#height - 1));
  }

  home(): void {
    this.top = 0;
  }

  end(): void {
    this.by(this.#total);
  }

  /** Shows all of them, or their beginning if they are too many. */
  show({ from, to }: Lines): void {
    if (from >= this.top && to <= this.top + this.#height) return;
    this.by((from < this.top ? from : Math.min(from, to - this.#height)) - this.top);
  }

  /** Whether these lines continue off the screen in this direction. */
  goesOn({ from, to }: Lines, direction: 1 | -1): boolean {
    return direction === 1 ? to > this.top + this.#height : from < this.top;
  }
}
