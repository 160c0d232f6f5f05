import type { RootContent } from "mdast";
import { contentStart, isComment, spanOf } from "./blocks.ts";
import { escaped, unescaped } from "./escape.ts";
import { columnOf, dedented, indented, lineStart, normalBreaks, type Span, trimmed } from "./lines.ts";

export interface Item extends Span {
  text: string;
}

/** The texts of a section that is a list: one an item, and what stands between lists counts as an item too. */
export function readItems(text: string, nodes: readonly RootContent[]): Item[] {
  return nodes.flatMap((node): Item[] => {
    if (isComment(node)) return [];
    if (node.type !== "list") {
      const span = trimmed(text, spanOf(node));
      return [
        { text: normalBreaks(text.slice(span.start, span.end)), start: lineStart(text, span.start), end: span.end },
      ];
    }
    return node.children.flatMap((item) => {
      const start = contentStart(item);
      if (start === undefined) return [];
      const span = trimmed(text, { start, end: spanOf(item).end });
      const raw = dedented(text, span, columnOf(text, start));
      return [{ text: unescaped(raw) ?? raw, start: lineStart(text, spanOf(item).start), end: span.end }];
    });
  });
}

export function itemText(text: string, asEscape: boolean): string {
  return `- ${asEscape ? escaped(text) : indented(text, "  ")}`;
}
