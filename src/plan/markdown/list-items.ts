import { type Block, isComment } from "./block.ts";
import { escaped, unescaped } from "./escape.ts";
import { columnOf, dedented, indented, lineStart, normalBreaks, type Span, trimmed } from "./lines.ts";

export interface Item extends Span {
  text: string;
}

/** The texts of a list section: one for each item, and one for each text between lists. */
export function readItems(text: string, nodes: readonly Block[]): Item[] {
  return nodes.flatMap((node): Item[] => {
    if (isComment(node)) return [];
    if (node.type !== "list") {
      const span = trimmed(text, node);
      return [
        { text: normalBreaks(text.slice(span.start, span.end)), start: lineStart(text, span.start), end: span.end },
      ];
    }
    return node.children.flatMap((item) => {
      const [first] = item.children;
      if (first === undefined) return [];
      const { start } = first;
      const span = trimmed(text, { start, end: item.end });
      const raw = dedented(text, span, columnOf(text, start));
      return [{ text: unescaped(raw) ?? raw, start: lineStart(text, item.start), end: span.end }];
    });
  });
}

export function itemText(text: string, asEscape: boolean): string {
  return `- ${asEscape ? escaped(text) : indented(text, "  ")}`;
}
