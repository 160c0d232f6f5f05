import type { Block } from "./block.ts";
import { escaped, unescaped } from "./escape.ts";
import { normalBreaks, type Span } from "./lines.ts";

/** Markdown under a heading, unchanged; or its escaped form, which is a code block alone. */
export function readProse(text: string, span: Span, nodes: readonly Block[]): string {
  const [only] = nodes;
  const alone = only !== undefined && only.start === span.start && only.end === span.end;
  if (alone && only.type === "code" && /^json[ \t]+text$/.test(only.info ?? "")) {
    const value = unescaped(only.value);
    if (value !== undefined) return value;
  }
  return normalBreaks(text.slice(span.start, span.end));
}

export function proseText(text: string, asEscape: boolean): string {
  return asEscape ? `\`\`\`json text\n${escaped(text)}\n\`\`\`` : text;
}
