import type { Block, Content, Span } from "./block.ts";

/** Remembers which blocks of a page have been on the screen in full: every line of them, and with nothing folded. */
export class SeenLines {
  /** By the lines of a block as they are drawn, which depends on the width: those that were on the screen. */
  readonly #lines = new Map<string, Set<number>>();
  readonly #whole = new Set<string>();

  /** These rows of the page are on the screen now. */
  add(blocks: readonly Block[], spans: readonly Span[], top: number, height: number): void {
    for (const [index, { lead, lines: drawn, content }] of blocks.entries()) {
      const span = spans[index];
      if (span === undefined || content === undefined || content.isFolded || this.has(content)) continue;
      const first = Math.max(span.from, top);
      const end = Math.min(span.end, top + height);
      if (first >= end) continue;
      const key = [content.identity, ...lead, ...drawn].join("\n");
      const lines = this.#lines.get(key) ?? new Set();
      for (let line = first; line < end; line++) lines.add(line - span.from);
      this.#lines.set(key, lines);
      if (lines.size === span.end - span.from) this.#whole.add(content.identity);
    }
  }

  has({ identity }: Content): boolean {
    return this.#whole.has(identity);
  }
}
