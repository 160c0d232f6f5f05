import type { Code, Heading, List, ListItem, Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Span } from "./lines.ts";

/**
 * The block structure of the text from an offset on, as GitHub would see it; positions count in the whole text.
 * Texts are taken from the source as they stand, so nothing inside a line is parsed.
 */
export function parseBlocks(text: string, from: number): RootContent[] {
  const body = text.slice(from);
  // The parser would drop a byte order mark here, and count every offset one too low.
  const root = fromMarkdown(body.startsWith("\uFEFF") ? `_${body.slice(1)}` : body, { extensions: [BLOCKS_ONLY] });
  const waiting: Nodes[] = [...root.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.position?.start.offset !== undefined) node.position.start.offset += from;
    if (node.position?.end.offset !== undefined) node.position.end.offset += from;
    if ("children" in node) for (const child of node.children) waiting.push(child);
  }
  return root.children;
}

export function spanOf(node: Nodes): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

export function isHeading(node: Nodes | undefined, depth: number): node is Heading {
  return node?.type === "heading" && node.depth === depth;
}

export function isList(node: Nodes | undefined, kind: "ordered" | "bullets"): node is List {
  return node?.type === "list" && Boolean(node.ordered) === (kind === "ordered");
}

export function isFence(node: Nodes | undefined, text: string): node is Code {
  return node?.type === "code" && /^(?:```|~~~)/.test(text.slice(spanOf(node).start));
}

/** A comment of the writer, for other writers: not part of the plan, and kept where it is. */
export function isComment(node: Nodes): boolean {
  return node.type === "html" && /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(node.value);
}

/** The words of a heading, as they are written. */
export function headingText(text: string, heading: Heading): Span {
  const { start, end } = spanOf(heading);
  const first = heading.children[0];
  const last = heading.children.at(-1);
  return first && last ? { start: spanOf(first).start, end: spanOf(last).end } : emptyHeading(text, start, end);
}

/** Where the content of a list item starts; `undefined` when it has none. */
export function contentStart(item: ListItem): number | undefined {
  const first = item.children[0];
  return first && spanOf(first).start;
}

function emptyHeading(text: string, start: number, end: number): Span {
  const at = Math.min(end, start + (/^#+/.exec(text.slice(start, end))?.[0].length ?? 0));
  return { start: at, end: at };
}

const BLOCKS_ONLY = {
  disable: {
    null: [
      "attention",
      "autolink",
      "codeText",
      "labelStartImage",
      "labelStartLink",
      "labelEnd",
      "htmlText",
      "hardBreakEscape",
      "characterEscape",
      "characterReference",
    ],
  },
};
