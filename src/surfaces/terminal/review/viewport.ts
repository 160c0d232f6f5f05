import type { Span } from "./block.ts";

/**
 * The part of a page that is on the screen, and its selected block. The selected block is always visible, at least in
 * part, so that no key acts on a hidden block.
 */
export class Viewport {
  top = 0;
  selected = 0;
  #spans: readonly Span[] = [];
  #height = 1;

  /** The page as it is drawn now; keeps to its bounds. */
  place(spans: readonly Span[], height: number): void {
    this.#spans = spans;
    this.#height = Math.max(1, height);
    this.selected = Math.max(0, Math.min(this.selected, spans.length - 1));
    this.#scrollTo(this.top);
    const { from, start, end } = this.#span();
    if (end <= this.top || start >= this.top + this.#height) this.#scrollTo(start - from < this.#height ? from : start);
  }

  /** To the next block; the rest of a block below the screen comes first, line by line if it is too tall. */
  down(): void {
    const { from, end } = this.#span();
    const isTall = end - from > this.#height;
    if (end > this.top + this.#height) this.#scrollTo(isTall ? this.top + 1 : end - this.#height);
    else if (this.selected < this.#spans.length - 1) {
      this.select(this.selected + 1);
    }
  }

  up(): void {
    const { from, end } = this.#span();
    if (from < this.top) this.#scrollTo(end - from > this.#height ? this.top - 1 : from);
    else if (this.selected > 0) {
      this.selected--;
      const before = this.#span();
      if (before.from < this.top) this.#scrollTo(Math.max(before.from, before.end - this.#height));
    }
  }

  page(direction: 1 | -1): void {
    this.scroll(direction * Math.max(1, this.#height - 2));
  }

  /** By lines; the selection stays on the screen. */
  scroll(lines: number): void {
    const before = this.top;
    this.#scrollTo(this.top + lines);
    if (this.top === before) {
      this.selected = lines > 0 ? this.#spans.length - 1 : 0;
      return;
    }
    const bottom = this.top + this.#height;
    const { start, end } = this.#span();
    if (start < bottom && end > this.top) return;
    const shown = this.#spans.findIndex((span) => span.start >= this.top && span.start < bottom);
    this.selected = shown >= 0 ? shown : this.#spans.findIndex((span) => span.end > this.top);
  }

  home(): void {
    this.top = 0;
    this.selected = 0;
  }

  end(): void {
    this.selected = Math.max(0, this.#spans.length - 1);
    this.#scrollTo(Number.POSITIVE_INFINITY);
  }

  /** Selects a block and shows as much of it as there is room for. */
  select(block: number): void {
    this.selected = block;
    const { from, end } = this.#span();
    if (end > this.top + this.#height) this.#scrollTo(Math.min(from, end - this.#height));
    if (from < this.top) this.#scrollTo(from);
  }

  /** Selects a block, and has it at the top of the screen when the page is drawn next, or as far up as the page goes. */
  showNext(block: number): void {
    this.selected = block;
    this.top = Number.POSITIVE_INFINITY;
  }

  #scrollTo(top: number): void {
    const last = Math.max(0, (this.#spans.at(-1)?.end ?? 0) - this.#height);
    this.top = Math.max(0, Math.min(top, last));
  }

  #span(): Span {
    return this.#spans[this.selected] ?? { from: 0, start: 0, end: 0 };
  }
}
