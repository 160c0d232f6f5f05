import type { Node } from "yaml";
import { isObject } from "./check-shape.ts";
import { pathParts } from "./data-path.ts";
import type { Malformed } from "./problem.ts";
import { visible } from "./visible.ts";

/** JSON inside a text, and the number of lines before it. */
export interface JsonText {
  text: string;
  linesBefore: number;
}

/**
 * The JSON that a text consists of, or its one code block that holds a plan. `undefined` for markdown: in a text with
 * steps, code blocks are content.
 */
export function findJson(text: string): JsonText | Malformed | undefined {
  const bare = text.replace(/^\uFEFF/, " ");
  if (/^\s*[{[]/.test(bare)) return { text: bare, linesBefore: 0 };
  if (/^---[ \t]*\r?$/m.exec(bare)?.index === 0 || /^#{1,6}[ \t]+steps\b/im.test(outsideBlocks(bare))) return undefined;
  const only = codeBlocks(bare);
  const plans = only.filter(holdsPlan);
  if (plans.length > 1) {
    const message = "the text holds more than one plan, and it is unclear which one is meant";
    const line = (plans[1]?.linesBefore ?? 0) + 1;
    return { problems: [{ severity: "error", kind: "two_plans", message, hint: "send one plan", line, column: 1 }] };
  }
  // A single block that begins like an object and stands alone is meant as the plan, even if it does not parse.
  const [block] = only;
  const alone =
    only.length === 1 && block && /^\s*\{/.test(block.text) && !/^\s*(\d+[.)]|[-*+])\s/m.test(outsideBlocks(bare));
  return plans[0] ?? (alone ? block : undefined);
}

export async function readJson(json: JsonText): Promise<{ value: unknown } | Malformed> {
  try {
    return { value: JSON.parse(json.text) };
  } catch (error) {
    const reason = (error as SyntaxError).message;
    const message = `this is no JSON: ${visible(reason.replace(/(,? "?\.{3}.*| in JSON at position.*)$/s, ""))}`;
    return { problems: [{ severity: "error", kind: "not_json", message, ...(await breakIn(json, reason)) }] };
  }
}

/** The parser does not always name a position; another one then does, or it was the end. */
async function breakIn({ text, linesBefore }: JsonText, reason: string): Promise<Position> {
  const said = /at position (\d+)/.exec(reason)?.[1];
  const { parseDocument } = await import("yaml");
  const offset =
    said === undefined ? (parseDocument(text, { uniqueKeys: false }).errors[0]?.pos[0] ?? text.length) : Number(said);
  const before = text.slice(0, offset).split("\n");
  return { line: linesBefore + before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

type Position = { line: number; column: number };

/** The position of the value at a path; of the nearest value around it if it is missing. */
export async function positionIn({ text, linesBefore }: JsonText): Promise<(path: string) => Position | undefined> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  let root: Node | null;
  try {
    root = parseDocument(text, { lineCounter: lines, uniqueKeys: false }).contents as Node | null;
  } catch {
    // Nested too deeply for that parser: the problem keeps only its path.
    return () => undefined;
  }
  const known: PairsByName = new WeakMap();
  return (path) => {
    const offset = offsetOf(root, path, known);
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line: line + linesBefore, column: col };
  };
}

// Alternative names in drafts, by our names in the path of a problem.
const OTHER_NAMES: Record<string, string[]> = {
  id: ["step_id", "plan_id"],
  decision_id: ["id"],
  tools: ["tool"],
  context: ["context_notes"],
};

function offsetOf(root: Node | null, path: string, known: PairsByName): number | undefined {
  let node: Node | null | undefined = root;
  let offset = root?.range?.[0];
  for (const part of pathParts(path)) {
    const items: unknown[] = isCollection(node) ? node.items : [];
    const item = typeof part === "number" ? items[part] : pairWith(items, part, known);
    if (item === undefined || item === null) break;
    const pair = item as { key?: Node; value?: Node };
    const isPair = pair.key !== undefined;
    offset = (isPair ? pair.key : (item as Node))?.range?.[0] ?? offset;
    node = isPair ? pair.value : (item as Node);
  }
  return offset;
}

function isCollection(node: unknown): node is { items: unknown[] } {
  return typeof node === "object" && node !== null && "items" in node && Array.isArray(node.items);
}

/** The last pair of each name: there may be as many problems as pairs. */
type PairsByName = WeakMap<readonly unknown[], ReadonlyMap<unknown, unknown>>;

function pairWith(items: readonly unknown[], key: string, known: PairsByName): unknown {
  const pairs = known.get(items) ?? new Map(items.map((item) => [nameOf(item), item]));
  known.set(items, pairs);
  const names = [key, ...(Object.hasOwn(OTHER_NAMES, key) ? (OTHER_NAMES[key] ?? []) : [])];
  return names.map((name) => pairs.get(name)).find((pair) => pair !== undefined);
}

function nameOf(item: unknown): unknown {
  return (item as { key?: { value?: unknown } } | null)?.key?.value;
}

/** A code block between fences, by the positions of its lines. */
interface FencedBlock {
  linesBefore: number;
  start: number;
  /** Of its content. */
  from: number;
  to: number;
  end: number;
}

function codeBlocks(text: string): JsonText[] {
  return fencedBlocks(text).map(({ from, to, linesBefore }) => ({ text: text.slice(from, to), linesBefore }));
}

function outsideBlocks(text: string): string {
  let from = 0;
  const outside: string[] = [];
  for (const { start, end } of fencedBlocks(text)) {
    outside.push(text.slice(from, start));
    from = end;
  }
  return outside.join("") + text.slice(from);
}

/** In one pass over the lines: a text of an agent may have a fence in each of them. */
function fencedBlocks(text: string): FencedBlock[] {
  const lines = [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map((found) => ({ start: found.index, words: found[0] }));
  const closing = lines.map(({ words }) => /^ {0,3}(`{3,}|~{3,})[`~]*[ \t]*\r?\n?$/.exec(words)?.[1] ?? "");
  const longest = longestBehind(closing);
  const blocks: FencedBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const { words = "", start = 0 } = lines[at] ?? {};
    const fence = /^ {0,3}(`{3,}|~{3,})[^\n`]*\n$/.exec(words)?.[1];
    if (fence === undefined || (longest[at]?.[fence[0] as Mark] ?? 0) < fence.length) continue;
    const linesBefore = at + 1;
    do at++;
    while (!closing[at]?.startsWith(fence));
    const { start: to = 0, words: last = "" } = lines[at] ?? {};
    blocks.push({ linesBefore, start, from: start + words.length, to, end: to + last.length });
  }
  return blocks;
}

type Mark = "`" | "~";

/** For each line the longest fence of a line behind it that closes a block. */
function longestBehind(closing: readonly string[]): Record<Mark, number>[] {
  let behind: Record<Mark, number> = { "`": 0, "~": 0 };
  return closing
    .map((_, index) => {
      const now = behind;
      const fence = closing[closing.length - 1 - index] ?? "";
      const mark = fence[0] as Mark | undefined;
      if (mark !== undefined && fence.length > behind[mark]) behind = { ...behind, [mark]: fence.length };
      return now;
    })
    .reverse();
}

function holdsPlan({ text }: JsonText): boolean {
  if (!/^\s*\{/.test(text) || !text.includes('"steps"')) return false;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Array.isArray(value.steps);
  } catch {
    return false;
  }
}
