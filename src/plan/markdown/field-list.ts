import { contentStart, type Item, isFence, isList, type List } from "./block.ts";
import type { FieldPiece } from "./layout.ts";
import { columnOf, dedented, lineEnd, lineStart, trimmed } from "./lines.ts";
import { readItems } from "./list-items.ts";

/** An item `key: value` of a list, before its key is looked up. */
export interface Field {
  name: string | undefined;
  /** The whole item as it is written. */
  raw: string;
  /** The text after the colon, in the code block under the key, or in the list under it. */
  value: string | string[];
  /** A code block is taken literally; any other value may be an escaped form. */
  verbatim: boolean;
  start: number;
  valueStart: number;
  piece: Omit<FieldPiece, "key">;
}

export function readFields(text: string, list: List): Field[] {
  return list.children.map((item) => readField(text, item));
}

function readField(text: string, item: Item): Field {
  const start = contentStart(item);
  const span = trimmed(text, { start, end: item.end });
  const raw = dedented(text, span, columnOf(text, start));
  const piece = { start: lineStart(text, item.start), end: Math.max(span.end, start) };
  const [head, name] = KEY.exec(raw) ?? [];
  if (head === undefined || item.children[0]?.type !== "paragraph") {
    return { name: undefined, raw, value: raw, verbatim: false, start, valueStart: start, piece };
  }
  const valueStart = start + head.length;
  const onLine = { start: valueStart, end: lineEnd(text, start) };
  const [, under, more] = item.children;
  const field = { name, raw, verbatim: false, start, valueStart, piece };
  if (text.slice(onLine.start, onLine.end).trim() === "" && more === undefined) {
    if (isFence(under)) return { ...field, value: under.value, verbatim: true };
    if (isList(under, "bullets")) return { ...field, value: readItems(text, [under]).map((entry) => entry.text) };
  }
  const value = raw.slice(head.length);
  return { ...field, value, piece: span.end <= onLine.end ? { ...piece, value: { ...onLine, end: span.end } } : piece };
}

/** The key of a line `key: value`. */
export function fieldName(line: string): string | undefined {
  return KEY.exec(line)?.[1];
}

const KEY = /^([A-Za-z][A-Za-z _-]{0,30}?)[ \t]*:(?:[ \t]+|(?=\n|$))/;
