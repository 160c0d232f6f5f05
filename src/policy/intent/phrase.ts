import type { Token } from "./utterance.ts";

/**
 * Phrases in a small notation: words in sequence, `(x)` is optional, `[x|y]` is one of them, `<name>` is a named list
 * of phrases, `…` skips up to eight tokens of the same clause, `!<name>` requires that none of these follows. A
 * Chinese character is a word. There are no loops, so matching is bounded by the tokens times the notation.
 */
export class Phrases {
  readonly #byFirst = new Map<string, Node[]>();
  readonly #others: Node[] = [];

  constructor(...sources: readonly (readonly [notations: readonly string[], rules: Rules])[]) {
    for (const node of sources.flatMap(([notations, rules]) => notations.map((notation) => parse(notation, rules)))) {
      const firsts = firstsOf(node);
      if (firsts === undefined) this.#others.push(node);
      else for (const first of firsts) this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), node]);
    }
  }

  /** The positions where phrases that begin here may end. */
  ends(tokens: readonly Token[], at: number): ReadonlySet<number> {
    const ends = new Set<number>();
    for (const node of [...(this.#byFirst.get(tokens[at]?.text ?? "") ?? []), ...this.#others]) {
      for (const end of endsOf(node, tokens, new Set([at]))) if (end > at) ends.add(end);
    }
    return ends;
  }

  /** The words of the first phrase found anywhere. */
  find(tokens: readonly Token[]): string | undefined {
    for (let at = 0; at < tokens.length; at++) {
      const ends = this.ends(tokens, at);
      if (ends.size > 0) return textOf(tokens.slice(at, Math.max(...ends)));
    }
    return undefined;
  }
}

export type Rules = Readonly<Record<string, readonly string[]>>;

export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, kind, isSpaced }, at) => (at > 0 && (isSpaced || kind === "word") ? ` ${text}` : text))
    .join("");
}

type Node =
  | { is: "word"; text: string }
  | { is: "all"; parts: Node[]; firsts: Firsts }
  | { is: "any"; choices: Node[]; firsts: Firsts }
  | { is: "maybe"; part: Node }
  | { is: "none"; part: Node }
  | { is: "gap" };

/** The possible first words; `undefined` if unknown. */
type Firsts = ReadonlySet<string> | undefined;

const LONGEST_GAP = 8;

function endsOf(node: Node, tokens: readonly Token[], from: ReadonlySet<number>): Set<number> {
  const ends = new Set<number>();
  const starts = likely(node, tokens, from);
  if (starts.size === 0) return ends;
  switch (node.is) {
    case "word":
      for (const at of starts) if (tokens[at]?.text === node.text) ends.add(at + 1);
      return ends;
    case "all": {
      let reached: Set<number> = new Set(starts);
      for (const part of node.parts) {
        reached = endsOf(part, tokens, reached);
        if (reached.size === 0) break;
      }
      return reached;
    }
    case "any":
      for (const choice of node.choices) for (const end of endsOf(choice, tokens, starts)) ends.add(end);
      return ends;
    case "maybe":
      return new Set([...starts, ...endsOf(node.part, tokens, starts)]);
    case "none":
      for (const at of starts) if (endsOf(node.part, tokens, new Set([at])).size === 0) ends.add(at);
      return ends;
    case "gap":
      for (const at of starts) {
        for (let end = at; end <= at + LONGEST_GAP && end <= tokens.length; end++) {
          ends.add(end);
          if (tokens[end]?.kind === "mark") break;
        }
      }
      return ends;
  }
}

/** Most phrases cannot begin here: a check of the first word avoids trying them. */
function likely(node: Node, tokens: readonly Token[], from: ReadonlySet<number>): ReadonlySet<number> {
  if (!("firsts" in node) || node.firsts === undefined) return from;
  const { firsts } = node;
  const starts = new Set<number>();
  for (const at of from) if (firsts.has(tokens[at]?.text ?? "")) starts.add(at);
  return starts;
}

function any(choices: Node[]): Node {
  const all = choices.map(firstsOf);
  const isKnown = all.every((firsts) => firsts !== undefined);
  return { is: "any", choices, firsts: isKnown ? new Set(all.flatMap((firsts) => [...firsts])) : undefined };
}

function all(parts: Node[]): Node {
  const firsts = new Set<string>();
  for (const part of parts) {
    const own = firstsOf(part.is === "maybe" ? part.part : part);
    if (own === undefined) break;
    for (const first of own) firsts.add(first);
    if (part.is !== "maybe") return { is: "all", parts, firsts };
  }
  return { is: "all", parts, firsts: undefined };
}

function firstsOf(node: Node): Firsts {
  switch (node.is) {
    case "word":
      return new Set([node.text]);
    case "any":
    case "all":
      return node.firsts;
    case "maybe":
    case "none":
    case "gap":
      return undefined;
  }
}

const NOTATION = /[()[\]|…]|!?<\w+>|\p{Script=Han}|[^\s()[\]|…<>!\p{Script=Han}]+/gu;

function parse(notation: string, rules: Rules): Node {
  const symbols = notation.match(NOTATION) ?? [];
  let at = 0;
  const choices = (): Node => {
    const found = [sequence()];
    while (symbols[at] === "|") {
      at++;
      found.push(sequence());
    }
    return found.length === 1 && found[0] ? found[0] : any(found);
  };
  const sequence = (): Node => {
    const parts: Node[] = [];
    for (let symbol = symbols[at]; symbol !== undefined && !"|)]".includes(symbol); symbol = symbols[at]) {
      at++;
      if (symbol === "(" || symbol === "[") {
        const part = choices();
        if (symbols[at++] !== (symbol === "(" ? ")" : "]")) throw new Error(`The phrase "${notation}" is not closed.`);
        parts.push(symbol === "(" ? { is: "maybe", part } : part);
      } else parts.push(named(symbol));
    }
    if (parts.length === 0) throw new Error(`The phrase "${notation}" says nothing somewhere.`);
    return all(parts);
  };
  const named = (symbol: string): Node => {
    if (symbol === "…") return { is: "gap" };
    if (!symbol.endsWith(">")) return { is: "word", text: symbol };
    const part = rule(symbol.replace(/^!?<|>$/g, ""), rules);
    if (part === undefined) throw new Error(`The phrase "${notation}" names ${symbol}, which is not there.`);
    return symbol.startsWith("!") ? { is: "none", part } : part;
  };
  const whole = choices();
  if (at < symbols.length) throw new Error(`The phrase "${notation}" has a bracket too many.`);
  return whole;
}

const PARSED = new WeakMap<Rules, Map<string, Node>>();

/** A list is parsed once, however many phrases refer to it. */
function rule(name: string, rules: Rules): Node | undefined {
  const known = PARSED.get(rules) ?? new Map<string, Node>();
  PARSED.set(rules, known);
  const list = rules[name];
  const node = known.get(name) ?? (list && any(list.map((notation) => parse(notation, rules))));
  if (node !== undefined) known.set(name, node);
  return node;
}
