import type { Span } from "./lines.ts";

/** A part of a document, from its first character to its last; marks before it in its line belong to its container. */
export type Block = Heading | List | Quote | Code | Html | Plain;

export interface Heading extends Span {
  type: "heading";
  depth: number;
  /** Without the marks around it; empty, right after the first mark, if there is no text. */
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
  /** The info string after the fence; `undefined` for an indented block. */
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

/** An HTML comment: not part of the plan, and kept in place. */
export function isComment(block: Block): boolean {
  return block.type === "html" && /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(block.value);
}

/** Where the content of a list item starts; its end when it has none. */
export function contentStart(item: Item): number {
  return item.children[0]?.start ?? item.end;
}
