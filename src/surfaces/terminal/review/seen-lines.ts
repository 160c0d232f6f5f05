import type { Block, Content, Span } from "./block.ts";

/** Remembers which blocks of a page have been on the screen in full: every line of them, and with nothing folded. */
export class SeenLines {
  /** By block and its number of lines, which depends on the width: the lines that were on the screen. */
  readonly #lines = new Map<string, Set<number>>();
  readonly #whole = new Set<string>();

  /** These rows of the page are on the screen now. */
  add(blocks: readonly Block[], spans: readonly Span[], top: number, height: number): void {
    for (const [index, { content }] of blocks.entries()) {
      const span = spans[index];
      if (span === undefined || content === undefined || content.isFolded || this.has(content)) continue;
      const first = Math.max(span.start, top);
      const end = Math.min(span.end, top + height);
      if (first >= end) continue;
      const total = span.end - span.start;
      const key = `${total} ${content.identity}`;
      const lines = this.#lines.get(key) ?? new Set();
      for (let line = first; line < end; line++) lines.add(line - span.start);
      this.#lines.set(key, lines);
      if (lines.size === total) this.#whole.add(content.identity);
    }
  }

  has({ identity }: Content): boolean {
    return this.#whole.has(identity);
  }
}
