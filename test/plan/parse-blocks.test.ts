import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import type { Block, Item } from "../../src/plan/markdown/block.ts";
import { htmlEnd } from "../../src/plan/markdown/html-block.ts";
import { parseBlocks } from "../../src/plan/markdown/parse-blocks.ts";
import { quickest } from "../quickest.ts";
import { runs } from "../runs.ts";

/** What makes blocks, and what is like it. */
const PIECES = [
  ...["# ", "## ", "###### ", "#", " #", "===", "---", "***", "_ _ _", "a", "b c", "é", "\u00a0", "\ufeff", "\0", "\\"],
  ...["- ", "-", "* ", "+ ", "-\t", "1. ", "1.", "1.\t", "2. ", "10) ", "0. ", "01. ", "123456789. ", "1234567890. "],
  ...["> ", ">", "```", "````", "~~~", "```json text", "``` `", "    ", "   ", "  ", " ", "\t", "\t\t", "     "],
  ...["<div>", "<DIV", "<hr/>", "</p>", "<a>", "</a>", '<a b="c">', "<a b=c", "/>", "<!--", "-->", "<?", "?>", "<!X"],
  ...[
    "<pre>",
    "</pre>",
    "<![CDATA[",
    "]]>",
    "[a]: b",
    "[a]:",
    "[a\nb]: <c>",
    '[a]: b "c"',
    "[a]: b (c",
    "'d'",
    "[\\]]: b",
  ],
  ...[
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "1. [ ] **T** `t`",
    "   - tools: a",
    "- risk: low",
    "|",
    "(",
    ")",
    '"',
    "=",
  ],
];
const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));

describe("the blocks of a text", () => {
  it("are those that another parser of CommonMark finds", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const found = theirs(text);
        fc.pre(!isMistaken(found, text));
        expect(ours(parseBlocks(text, 0), text)).toEqual(found);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it.each([
    ["a list after indented code", "    a\n\n2. b", "code numbers(item(paragraph))"],
    ["a list in an item that interrupts words", "a\n- 2. b", "paragraph bullets(item(numbers(item(paragraph))))"],
    ["a tag that goes on with the words of an item", "1. a\n<b>\n", "numbers(item(paragraph))"],
  ])("are found where that parser errs: %s", (_, text, shape) => {
    const shapeOf = ({ type, children }: Found): string =>
      children ? `${type}(${children.map(shapeOf).join(" ")})` : type;
    expect(isMistaken(theirs(text), text)).toBe(true);
    expect(ours(parseBlocks(text, 0), text).map(shapeOf).join(" ")).toBe(shape);
  });

  it("count from the start of the whole text", () => {
    const paragraph = { type: "paragraph", start: 16, end: 17 };
    expect(parseBlocks("---\n---\n# T\n\n1. a", 8)).toEqual([
      { type: "heading", depth: 1, start: 8, end: 11, words: { start: 10, end: 11 } },
      {
        type: "list",
        ordered: true,
        start: 13,
        end: 17,
        children: [{ type: "item", start: 13, end: 17, children: [paragraph] }],
      },
    ]);
  });

  it.each([
    ["steps", "1. [ ] **a** `b`\n   - risk: low\n\n"],
    ["definitions", "[a]: b\n"],
    ["labels without end", "[a\n"],
    ["escapes in a label", "[\\\\"],
    ["escapes in a title", '[a]: b "\\"'],
    ["attributes", "<a b=c"],
    ["lists in a line", "+ x\n+ + "],
    ["quotes in a line", ">"],
    ["lines of a paragraph in a quote", "> a\nb\n"],
    ["blank lines in code", "    a\n\n\n"],
    ["brackets", "<![CDATA[]]"],
  ])("are found in time that grows with the text: %s", (_, piece) => {
    expect(quickest(() => parseBlocks(piece.repeat(10_000), 0), 500)).toBeLessThan(500);
  });

  it("are found in time that grows with the text: lists in lists, and blank lines in all of them", () => {
    const nested = Array.from({ length: 20 }, (_, row) => `${"  ".repeat(100 * row)}${"- ".repeat(100)}a\n`).join("");
    expect(quickest(() => parseBlocks(`${nested}${"\n".repeat(50_000)}`, 0), 500)).toBeLessThan(500);
  });
});

interface Found {
  type: string;
  start: number;
  end: number;
  more?: unknown;
  children?: Found[];
}

function ours(blocks: readonly (Block | Item)[], text: string): Found[] {
  return blocks.map((block): Found => {
    const { type, start } = block;
    const end = "value" in block || "children" in block ? trimmedEnd(text, block.end) : block.end;
    switch (type) {
      case "heading":
        return { type: `heading ${block.depth}`, start, end, more: { ...block.words } };
      case "code":
        return {
          type,
          start,
          end,
          more: [spaced(block.info), block.info === undefined ? block.value.trimEnd() : block.value],
        };
      case "html":
        return { type, start, end, more: block.value.trimEnd() };
      case "list":
        return { type: block.ordered ? "numbers" : "bullets", start, end, children: ours(block.children, text) };
      case "item":
      case "quote":
        return { type, start, end, children: ours(block.children, text) };
      default:
        return { type, start, end };
    }
  });
}

function theirs(text: string): Found[] {
  // It would drop a byte order mark, and count every offset one too low.
  const root = fromMarkdown(text.replace(/^\ufeff/, "x"), { extensions: [{ disable: { null: INSIDE_LINES } }] });
  return converted(root.children, text);
}

function converted(nodes: readonly Nodes[], text: string): Found[] {
  return nodes.map((node, index): Found => {
    const start = offset(node, "start");
    // An item with an open fence reaches into the next one.
    const next = nodes[index + 1];
    const whole = Math.min(offset(node, "end"), next ? offset(next, "start") : text.length);
    const end = trimmedEnd(text, whole);
    switch (node.type) {
      case "heading": {
        const [first, last] = [node.children[0], node.children.at(-1)];
        const empty = start + node.depth;
        const words = first && last ? [offset(first, "start"), offset(last, "end")] : [empty, empty];
        const type = `heading ${node.depth}`;
        // After definitions, one that is underlined seems to start with them.
        const from = /^#{1,6}(?:[ \t\r\n]|$)/.test(text.slice(start)) ? start : (words[0] ?? start);
        return { type, start: from, end: offset(node, "end"), more: { start: words[0], end: words[1] } };
      }
      case "code": {
        const info = node.lang ? spaced(`${node.lang} ${node.meta ?? ""}`) : undefined;
        const value = node.value.replace(/\r\n|\r/g, "\n");
        const isIndented = !/^(?:```|~~~)/.test(text.slice(start));
        return { type: "code", start, end, more: [info, isIndented ? value.trimEnd() : value] };
      }
      case "html":
        return { type: "html", start, end, more: node.value.replace(/\r\n|\r/g, "\n").trimEnd() };
      case "list":
        return { type: node.ordered ? "numbers" : "bullets", start, end, children: converted(node.children, text) };
      case "listItem":
        return { type: "item", start, end, children: converted(node.children, text) };
      case "blockquote":
        return { type: "quote", start, end, children: converted(node.children, text) };
      default:
        return { type: NAMES[node.type] ?? node.type, start, end: offset(node, "end") };
    }
  });
}

const NAMES: Record<string, string> = { thematicBreak: "rule" };

/**
 * To the other parser, nothing that could not interrupt a paragraph can come after indented code, or first in an item that
 * did interrupt one; and a tag by itself interrupts the words of an item when it lacks their indentation. An open fence in
 * an item loses a line when something else than an item ends it.
 */
function isMistaken(nodes: readonly Found[], text: string, inside = false): boolean {
  return nodes.some(({ type, start, end, more, children }, index) => {
    const isItem = /^(?:\d{1,9}[.)]|[-+*])(?:[ \t\r\n]|$)/.test(text.slice(start));
    const isWords = type === "paragraph" || type.startsWith("heading");
    if (isWords && nodes[index - 1]?.type !== "definition" && isItem) return true;
    const above =
      text
        .slice(0, start)
        .split(/\r\n|\r|\n/)
        .at(-2) ?? "";
    if (type === "html" && above.trim() !== "") {
      return htmlEnd(String(more).trimStart().split("\n")[0] ?? "", true) === undefined;
    }
    if (inside && type === "code" && /^(?:```|~~~)/.test(text.slice(start))) {
      return !/[\r\n][ \t>]*(?:`{3,}|~{3,})$/.test(text.slice(start, end));
    }
    return children !== undefined && isMistaken(children, text, true);
  });
}

function offset({ position }: Nodes, side: "start" | "end"): number {
  return position?.[side].offset ?? Number.NaN;
}

/** What belongs to a block at its end is a matter of taste as long as nothing can be seen of it. */
function trimmedEnd(text: string, end: number): number {
  return text.slice(0, end).replace(/[ \t\r\n>]+$/, "").length;
}

function spaced(info: string | undefined): string | undefined {
  return (
    info
      ?.replaceAll("\0", "\ufffd")
      .trim()
      .replace(/[ \t]+/, " ") || undefined
  );
}

const INSIDE_LINES = [
  ...["attention", "autolink", "codeText", "labelStartImage", "labelStartLink", "labelEnd", "htmlText"],
  ...["hardBreakEscape", "characterEscape", "characterReference"],
];
