import type { Span } from "./lines.ts";

/** A part of a document, from its first character to its last; what is before it in its line belongs to what it stands in. */
export type Block = Heading | List | Quote | Code | Html | Plain;

export interface Heading extends Span {
  type: "heading";
  depth: number;
  /** Without the marks around them; empty right after the first mark when there are none. */
  words: Span;
}

export interface List extends Span {
  type: "list";
  ordered: boolean;
  children: Item[];
}

/** Starts with its marker. */
export interface Item extends Span {
  type: "item";
  children: Block[];
}

export interface Quote extends Span {
  type: "quote";
  children: Block[];
}

export interface Code extends Span {
  type: "code";
  /** What stands after the fence that opens it; `undefined`: it is indented instead. */
  info: string | undefined;
  value: string;
}

export interface Html extends Span {
  type: "html";
  value: string;
}

export interface Plain extends Span {
  type: "paragraph" | "rule" | "definition";
}

export function isHeading(block: Block | undefined, depth: number): block is Heading {
  return block?.type === "heading" && block.depth === depth;
}

export function isList(block: Block | undefined, kind: "ordered" | "bullets"): block is List {
  return block?.type === "list" && block.ordered === (kind === "ordered");
}

export function isFence(block: Block | undefined): block is Code {
  return block?.type === "code" && block.info !== undefined;
}

/** A comment of the writer, for other writers: not part of the plan, and kept where it is. */
export function isComment(block: Block): boolean {
  return block.type === "html" && /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(block.value);
}

/** Where the content of a list item starts; its end when it has none. */
export function contentStart(item: Item): number {
  return item.children[0]?.start ?? item.end;
}
