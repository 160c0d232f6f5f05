import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from "yaml";
import { nearest } from "../nearest.ts";
import { quoted } from "../quoted.ts";
import {
  FORMAT,
  FRONT_MATTER_KEYS,
  type FrontMatterKey,
  type FrontMatterValue,
  isFrontMatterKey,
} from "./front-matter-keys.ts";
import { lineEnd, type Span, trimmed } from "./lines.ts";
import type { Source } from "./source.ts";

/** One key of the front matter: its lines, the end of its colon, and the position of its value. */
export interface FrontMatterPair extends Span {
  key: string;
  colon: number;
  value: Span;
}

export interface FrontMatter {
  /** The lines between the fences. */
  content: Span;
  bodyStart: number;
  pairs: FrontMatterPair[];
  values: Map<FrontMatterKey, FrontMatterValue>;
}

/**
 * The front matter of a plan file; `undefined` if the text has none. Ambiguous content (aliases, tags, keys that are
 * not at the start of a line) is a problem, never guessed.
 */
export function readFrontMatter(source: Source): FrontMatter | undefined {
  const { text } = source;
  const first = text.startsWith("\uFEFF") ? 1 : 0;
  const opening = /^---[ \t]*(?:\r?\n|$)/.exec(text.slice(first))?.[0];
  if (opening === undefined) return undefined;
  const start = first + opening.length;
  const closing = /(?<=\n)---[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = start;
  const found = closing.exec(text);
  if (found === null) {
    source.error(first, "front_matter_open", "the front matter is not closed", { hint: "end it with a line ---" });
    return { content: { start, end: text.length }, bodyStart: text.length, pairs: [], values: new Map() };
  }
  const content = { start, end: found.index };
  const pairs = readPairs(source, content);
  return { content, bodyStart: found.index + found[0].length, ...pairs };
}

function readPairs(source: Source, content: Span): Pick<FrontMatter, "pairs" | "values"> {
  const pairs: FrontMatterPair[] = [];
  const values: FrontMatter["values"] = new Map();
  const known = new Set<string>();
  const at = (node: unknown): number => content.start + ((node as Node | null)?.range?.[0] ?? 0);
  const yaml = source.slice(content);
  const lone = /\r(?!\n)/.exec(yaml);
  if (lone) source.error(content.start + lone.index, "front_matter", "a carriage return alone cannot stand here");
  // Every scalar stays text: `base_commit: 12e4567` is not a number.
  const document = parseDocument(yaml, { schema: "failsafe", uniqueKeys: false, prettyErrors: false });
  for (const { message, pos } of document.errors) source.error(content.start + pos[0], "front_matter", message);
  if (document.errors.length > 0 || lone) return { pairs, values };
  if (document.contents === null) return { pairs, values };
  if (!isMap(document.contents) || document.contents.flow || document.contents.tag || document.contents.anchor) {
    source.error(at(document.contents), "front_matter", "the front matter must be `key: value` lines");
    return { pairs, values };
  }
  visit(document, {
    Alias: (_, alias) => source.error(at(alias), "front_matter_alias", "aliases are not allowed: write the value out"),
  });
  for (const pair of document.contents.items) {
    const read = readPair(source, content, pair as Pair<Node, Node | null>);
    if (!read) continue;
    if (known.has(read.key)) {
      source.error(read.start, "duplicate_key", `${quoted(read.key)} is there twice`, { path: read.key });
      continue;
    }
    pairs.push(read);
    known.add(read.key);
    source.mark(read.key, read.value.start);
    if (!isFrontMatterKey(read.key)) {
      warnOfNearMiss(source, read);
      continue;
    }
    const value = readValue(source, read.key, read.value.start, pair.value as Node | null);
    if (value !== undefined) values.set(read.key, value);
  }
  checkFormat(source, pairs, values);
  return { pairs, values };
}

function readPair(source: Source, content: Span, pair: Pair<Node, Node | null>): FrontMatterPair | undefined {
  const { text } = source;
  const [from = 0, to = 0] = pair.key?.range ?? [];
  const start = content.start + from;
  const key = isScalar(pair.key) ? String(pair.key.value) : "";
  const plain = isScalar(pair.key) && !pair.key.anchor && !pair.key.tag && (from === 0 || text[start - 1] === "\n");
  if (!plain || key === "<<") {
    source.error(start, "front_matter", "a key must be plain text at the start of its line");
    return undefined;
  }
  const colon = text.indexOf(":", content.start + to) + 1;
  const [valueFrom, valueTo] = pair.value?.range ?? [colon - content.start, colon - content.start];
  const value = trimmedEnd(text, { start: content.start + valueFrom, end: content.start + valueTo });
  return { key, start, end: lineEnd(text, Math.max(value.end, colon)), colon, value };
}

function readValue(source: Source, key: FrontMatterKey, at: number, node: Node | null): FrontMatterValue | undefined {
  const { kind } = FRONT_MATTER_KEYS[key];
  if (node === null || isAlias(node)) return undefined;
  if (node.tag || ("anchor" in node && node.anchor)) {
    source.error(at, "front_matter", `${key} must be a plain value, without tag or anchor`, { path: key });
    return undefined;
  }
  if (
    isScalar(node) &&
    (node.value === "" || (node.type === "PLAIN" && /^(?:~|null|Null|NULL)$/.test(String(node.value))))
  ) {
    return undefined;
  }
  const text = isScalar(node) ? String(node.value) : undefined;
  if (kind === "list" && isSeq(node) && node.items.every((item) => isScalar(item) && !item.tag && !item.anchor)) {
    node.items.forEach((item, index) => {
      source.mark(`${key}[${index}]`, at + ((item as Node).range?.[0] ?? 0) - (node.range?.[0] ?? 0));
    });
    return node.items.length > 0 ? node.items.map((item) => String((item as { value: unknown }).value)) : undefined;
  }
  if (kind === "text" && text !== undefined) return text;
  if (kind === "integer" && text !== undefined && /^[-+]?\d+$/.test(text) && Number.isSafeInteger(Number(text))) {
    return Number(text);
  }
  const wanted = { text: "text", integer: "a whole number", list: "a list" }[kind];
  const hint = kind === "list" ? `write ${key}: [one, two]` : undefined;
  source.error(at, "wrong_type", `${key} must be ${wanted}`, { path: key, ...(hint && { hint }) });
  return undefined;
}

function checkFormat(source: Source, pairs: FrontMatterPair[], values: FrontMatter["values"]): void {
  const format = values.get("format");
  if (typeof format !== "number" || format <= FORMAT) return;
  const message = `the file has format ${format}; this version of Countersign reads up to ${FORMAT}`;
  const at = pairs.find(({ key }) => key === "format")?.value.start ?? 0;
  source.error(at, "newer_format", message, { path: "format", hint: "update Countersign" });
}

/** Unknown keys are kept, but `aproved_by` is surely a mistake. */
function warnOfNearMiss(source: Source, { key, start }: FrontMatterPair): void {
  if (key.length < 4) return;
  const guess = nearest(key, Object.keys(FRONT_MATTER_KEYS));
  if (!guess || Math.abs(guess.length - key.length) > 1) return;
  source.warn(start, "unknown_key", `${quoted(key)} is no key of a plan`, { hint: `did you mean "${guess}"?` });
}

function trimmedEnd(text: string, span: Span): Span {
  return { start: span.start, end: Math.max(span.start, trimmed(text, span).end) };
}
