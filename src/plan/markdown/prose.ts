import type { RootContent } from "mdast";
import { spanOf } from "./blocks.ts";
import { escaped, unescaped } from "./escape.ts";
import { normalBreaks, type Span } from "./lines.ts";

/** Markdown under a heading, as it is written; or its escaped form, which is a code block by itself. */
export function readProse(text: string, span: Span, nodes: readonly RootContent[]): string {
  const [only] = nodes;
  const alone = only !== undefined && spanOf(only).start === span.start && spanOf(only).end === span.end;
  if (alone && only.type === "code" && only.lang === "json" && only.meta === "text") {
    const value = unescaped(only.value);
    if (value !== undefined) return value;
  }
  return normalBreaks(text.slice(span.start, span.end));
}

export function proseText(text: string, asEscape: boolean): string {
  return asEscape ? `\`\`\`json text\n${escaped(text)}\n\`\`\`` : text;
}
