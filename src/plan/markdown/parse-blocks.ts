import type { Block, Code, Html, Item, List, Quote } from "./block.ts";
import {
  closesFence,
  fenceAt,
  headingAt,
  isRule,
  type ListMarker,
  listMarkerAt,
  underlineAt,
  withoutBlanks,
} from "./block-starts.ts";
import { definitionsIn } from "./definitions.ts";
import { type HtmlEnd, htmlEnd } from "./html-block.ts";
import { LineCursor } from "./line-cursor.ts";
import { lineEnd, nextLine, type Span } from "./lines.ts";

/**
 * The block structure of a text from an offset on, as on GitHub: CommonMark's, in one pass over the lines. Texts are
 * taken from the source unchanged, so inline markup is not parsed.
 */
export function parseBlocks(text: string, from: number): Block[] {
  const open = new OpenBlocks(text);
  for (let start = from; start < text.length; ) {
    const end = lineEnd(text, start);
    open.take(new LineCursor(text, start, end));
    start = nextLine(text, end);
  }
  return open.end();
}

type Container =
  | { kind: "root"; block: { children: Block[] } }
  | { kind: "quote"; block: Quote }
  | { kind: "list"; block: List; marker: string }
  /** Content of an item is indented by its columns. */
  | { kind: "item"; block: Item; columns: number };

/** The block that the next line may continue. */
type Leaf =
  | { kind: "paragraph"; lines: Span[] }
  | { kind: "fence"; block: Code; lines: string[]; fence: string; indent: number }
  | { kind: "indented"; block: Code; lines: string[] }
  | { kind: "html"; block: Html; lines: string[]; ends: HtmlEnd };

const TAB_STOP = 4;
/** The most lists that one line can open, as on GitHub: parsing more would take quadratic time. */
const MOST_LISTS = 100;

class OpenBlocks {
  readonly #text: string;
  readonly #root: Block[] = [];
  /** From the outermost in; the last one contains the leaf. */
  readonly #containers: Container[] = [{ kind: "root", block: { children: this.#root } }];
  /** Which of them are quotes. */
  readonly #quotes: number[] = [];
  #leaf: Leaf | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  take(line: LineCursor): void {
    const inside = this.#passContainers(line);
    const isLazy = inside < this.#containers.length;
    if (!isLazy && this.#leaf && this.#goOn(line, this.#leaf)) return;
    // Only a paragraph continues in a line that lacks the marks of its containers.
    if (isLazy && (line.isBlank || this.#leaf?.kind !== "paragraph")) this.#closeTo(inside);
    this.#openContainers(line, inside);
    this.#startLeaf(line, inside);
  }

  end(): Block[] {
    this.#closeTo(1);
    return this.#root;
  }

  /** Passes the marks of the containers that continue in this line, and counts them. */
  #passContainers(line: LineCursor): number {
    let count = 0;
    let quotes = 0;
    for (const container of this.#containers) {
      if (line.isBlank && line.indent === 0) return this.#passBlank(count, this.#quotes[quotes]);
      if (container.kind === "quote") {
        if (line.indent >= TAB_STOP || line.mark !== ">") return count;
        line.pass(1);
        line.skip(1);
        quotes++;
      }
      if (container.kind === "item") {
        // An item may start with one blank line, not with two.
        if (line.isBlank ? this.#isEmpty(container.block) : line.indent < container.columns) return count;
        line.skip(container.columns);
      }
      count++;
    }
    return count;
  }

  /** A blank line continues all items up to the next quote, however deep they are. */
  #passBlank(passed: number, quote = this.#containers.length): number {
    const last = this.#containers.at(-1);
    const isLast = quote === this.#containers.length && passed < quote;
    return isLast && last?.kind === "item" && this.#isEmpty(last.block) ? quote - 1 : quote;
  }

  #isEmpty(item: Item): boolean {
    return item.children.length === 0 && this.#leaf === undefined;
  }

  /** Whether the line belongs to the open leaf regardless of its content. */
  #goOn(line: LineCursor, leaf: Leaf): boolean {
    switch (leaf.kind) {
      case "paragraph":
        if (line.isBlank) this.#closeLeaf();
        return line.isBlank;
      case "indented":
        if (!line.isBlank && line.indent < TAB_STOP) {
          this.#closeLeaf();
          return false;
        }
        line.skip(TAB_STOP);
        leaf.lines.push(line.rest);
        if (!line.isBlank) leaf.block.end = line.end;
        return true;
      case "fence":
        if (closesFence(line, leaf.fence)) {
          leaf.block.end = line.end;
          this.#closeLeaf();
        } else {
          line.skip(leaf.indent);
          leaf.lines.push(line.rest);
          leaf.block.end = nextLine(this.#text, line.end);
        }
        return true;
      case "html":
        if (leaf.ends === "blank line" && line.isBlank) {
          this.#closeLeaf();
          return true;
        }
        leaf.block.end = line.end;
        leaf.lines.push(line.rest);
        if (leaf.ends !== "blank line" && leaf.ends.test(line.rest)) this.#closeLeaf();
        return true;
    }
  }

  /** Opens the quotes and lists that start in this line, at any depth. */
  #openContainers(line: LineCursor, inside: number): void {
    let depth = inside;
    for (let lists = 0; !line.isBlank && line.indent < TAB_STOP; depth = this.#containers.length) {
      if (line.mark === ">") {
        this.#closeTo(depth);
        this.#openQuote(line);
        continue;
      }
      const isInterrupting = depth === this.#containers.length && this.#leaf !== undefined;
      const marker = lists++ < MOST_LISTS ? listMarkerAt(line, isInterrupting) : undefined;
      if (marker === undefined) return;
      this.#closeTo(depth);
      this.#openItem(line, marker);
    }
  }

  #openQuote(line: LineCursor): void {
    this.#open({ kind: "quote", block: { type: "quote", start: line.place, end: line.place + 1, children: [] } });
    line.pass(1);
    line.skip(1);
  }

  #openItem(line: LineCursor, { kind, length }: ListMarker): void {
    const [start, indent] = [line.place, line.indent];
    line.pass(length);
    // More than four blanks count as one, followed by code.
    const gap = line.isBlank || line.indent > TAB_STOP ? 1 : line.indent;
    const list = this.#containers.at(-1);
    if (list?.kind !== "list" || list.marker !== kind) {
      const ordered = kind === "." || kind === ")";
      this.#open({ kind: "list", marker: kind, block: { type: "list", ordered, start, end: start, children: [] } });
    }
    const block: Item = { type: "item", start, end: line.isBlank ? line.end : start + length, children: [] };
    this.#open({ kind: "item", columns: indent + length + gap, block });
    line.skip(gap);
  }

  #startLeaf(line: LineCursor, inside: number): void {
    if (line.isBlank) return;
    const isLazy = this.#leaf !== undefined && inside < this.#containers.length;
    if (line.indent < TAB_STOP) {
      if (this.#leaf && !isLazy && this.#underline(line)) return;
      if (this.#startBlock(line, isLazy ? inside : this.#containers.length)) return;
    } else if (this.#leaf === undefined) {
      const block: Code = { type: "code", info: undefined, start: line.from, end: line.end, value: "" };
      line.skip(TAB_STOP);
      this.#add(block);
      this.#leaf = { kind: "indented", block, lines: [line.rest] };
      return;
    }
    if (this.#leaf?.kind !== "paragraph") this.#leaf = { kind: "paragraph", lines: [] };
    this.#leaf.lines.push({ start: line.place, end: line.end });
  }

  /** Blocks that need no blank line before them. */
  #startBlock(line: LineCursor, depth: number): boolean {
    const { place: start, end } = line;
    const heading = headingAt(line);
    if (heading || isRule(line)) {
      this.#closeTo(depth);
      this.#add(heading ? { type: "heading", start, end, ...heading } : { type: "rule", start, end });
      return true;
    }
    const fence = fenceAt(line);
    if (fence) {
      this.#closeTo(depth);
      const block: Code = { type: "code", start, end: nextLine(this.#text, end), info: fence.info, value: "" };
      this.#add(block);
      this.#leaf = { kind: "fence", block, lines: [], fence: fence.fence, indent: line.indent };
      return true;
    }
    const words = line.mark === "<" ? this.#text.slice(start, end) : "";
    const ends = words === "" ? undefined : htmlEnd(words, this.#leaf !== undefined);
    if (ends === undefined) return false;
    this.#closeTo(depth);
    const block: Html = { type: "html", start: line.from, end, value: "" };
    this.#add(block);
    this.#leaf = { kind: "html", block, lines: [line.rest], ends };
    if (ends !== "blank line" && ends.test(words)) this.#closeLeaf();
    return true;
  }

  /** A line under a paragraph that makes it a heading. */
  #underline(line: LineCursor): boolean {
    const depth = underlineAt(line);
    if (depth === undefined || this.#leaf?.kind !== "paragraph") return false;
    const lines = this.#leaf.lines;
    const words = this.#wordsOf(lines);
    this.#leaf = undefined;
    if (words === undefined) return false;
    const end = withoutBlanks(this.#text, words.start, words.end);
    this.#add({ type: "heading", depth, start: words.start, end: line.end, words: { start: words.start, end } });
    return true;
  }

  /** The rest of a paragraph after its leading link definitions, which become blocks of their own. */
  #wordsOf(lines: readonly Span[]): Span | undefined {
    const definitions = definitionsIn(this.#text, lines);
    for (const span of definitions) this.#add({ type: "definition", ...span });
    const first = lines.find(({ start }) => start >= (definitions.at(-1)?.end ?? 0));
    return first && { start: first.start, end: lines.at(-1)?.end ?? first.end };
  }

  #add(block: Block): void {
    const top = this.#containers.at(-1);
    if (top?.kind === "list") this.#closeTo(this.#containers.length - 1);
    const parent = this.#containers.at(-1);
    if (parent && parent.kind !== "list") parent.block.children.push(block);
  }

  #open(container: Exclude<Container, { kind: "root" }>): void {
    const top = this.#containers.at(-1);
    if (container.kind !== "item") this.#add(container.block);
    else if (top?.kind === "list") top.block.children.push(container.block);
    if (container.kind === "quote") this.#quotes.push(this.#containers.length);
    this.#containers.push(container);
  }

  #closeTo(depth: number): void {
    this.#closeLeaf();
    while (this.#containers.length > depth) {
      const container = this.#containers.pop();
      if (container?.kind === "quote") this.#quotes.pop();
      if (container && container.kind !== "root") {
        container.block.end = Math.max(container.block.end, container.block.children.at(-1)?.end ?? 0);
      }
    }
  }

  #closeLeaf(): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf === undefined) return;
    if (leaf.kind === "paragraph") {
      const words = this.#wordsOf(leaf.lines);
      if (words) this.#add({ type: "paragraph", ...words });
      return;
    }
    if (leaf.kind === "indented") while (/^[ \t]*$/.test(leaf.lines.at(-1) ?? "x")) leaf.lines.pop();
    leaf.block.value = leaf.lines.join("\n").replaceAll("\0", "\uFFFD");
  }
}
