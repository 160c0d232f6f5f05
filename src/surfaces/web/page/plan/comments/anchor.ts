import type { Anchor } from "../draft.ts";

/** The text behind what `visibleCommand` and `visible` show: marks of spaces, tabs, line ends and hidden characters become these. */
export function unmarked(shown: string): string {
  return shown
    .replace(/⏎\n?/g, "\n")
    .replace(/·×(\d+)·/g, (_, count: string) => " ".repeat(Math.min(Number(count), MOST)))
    .replaceAll("␣", " ")
    .replaceAll("⇥", "\t")
    .replace(/‹U\+([0-9A-F]{4,6})›/g, (found, code: string) => character(code) ?? found);
}

const MOST = 2000;

function character(code: string): string | undefined {
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}

/** Which occurrence of the quote begins after `before`, a part of the same text; undefined if it is the first. White space does not count. */
export function occurrenceOf(quote: string, before: string): number | undefined {
  const wanted = plain(quote);
  // The end of what stands before may be the beginning of an occurrence, but never a whole one.
  const text = plain(before);
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0 && wanted !== ""; at = text.indexOf(wanted, at + 1)) count += 1;
  return count === 0 ? undefined : count + 1;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** What the person selected, if it lies within one field of the plan, and where on the screen. */
export function selectedAnchor(selection: Selection | null): { anchor: Anchor; box: DOMRect } | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = fieldAround(range.startContainer);
  const end = fieldAround(range.endContainer);
  // A triple click ends at the beginning of the next block.
  const isWithin = start && (start === end || (range.endOffset === 0 && !start.contains(range.endContainer)));
  const field = start?.dataset["field"];
  if (!isWithin || field === undefined) return undefined;
  const quote = unmarked(textWithin(range, start)).trim();
  if (quote === "" || quote.length > LONGEST) return undefined;
  const before = document.createRange();
  before.setStart(start, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const occurrence = occurrenceOf(quote, unmarked(String(before)));
  const { step, decision } = start.dataset;
  return {
    anchor: {
      ...(step !== undefined && { step_id: step }),
      ...(decision !== undefined && { decision_id: decision }),
      field,
      quote,
      ...(occurrence !== undefined && { occurrence }),
    },
    box: range.getBoundingClientRect(),
  };
}

/** As the contract allows. */
const LONGEST = 2000;

function textWithin(range: Range, field: HTMLElement): string {
  if (field.contains(range.endContainer)) return String(range);
  const inside = range.cloneRange();
  inside.setEnd(field, field.childNodes.length);
  return String(inside);
}

function fieldAround(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>("[data-field]") ?? null;
}
