import { visibleWidth } from "@earendil-works/pi-tui";
import { guarded } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { Lines, Scroll } from "./scroll.ts";

export interface FrameParts {
  heading: readonly string[];
  /** The text; scrolls if it is too long. */
  body: readonly string[];
  bodyScroll: Scroll;
  /** The choices; scroll with the chosen one. */
  choices: readonly string[];
  chosen: Lines | undefined;
  choicesScroll: Scroll;
  /** Lines that are always shown. */
  foot: readonly string[];
  /** The keys, if there is room for them. */
  hint: readonly string[];
  width: number;
  rows: number;
  /** Rows that it may have where it would hide a choice otherwise. */
  most: number;
}

export interface Frame {
  lines: string[];
  /** Is there more to read than fits? */
  scrolls: boolean;
  /** Is the end of what is read on the screen? */
  isAtEnd: boolean;
}

/** Rows that the text and the choices always have. */
const LEAST_TEXT = 3;
const LEAST_CHOICES = 2;

/**
 * A dialog between two rules. If it does not fit, the text shrinks first, then the choices, and at last all other lines
 * go: even the smallest screen shows the question that is answered.
 */
export function frame(paint: Paint, parts: FrameParts): Frame {
  const { body, choices, hint, width } = parts;
  let sizes = sizesIn(parts, parts.rows);
  for (let rows = parts.rows + 1; sizes.isCut && rows <= parts.most; rows++) sizes = sizesIn(parts, rows);
  const { isTight, isCut, heading, foot, gap, bodyRows, choiceRows } = sizes;
  const { bodyScroll, choicesScroll } = parts;
  bodyScroll.place(body.length, bodyRows);
  choicesScroll.place(choices.length, choiceRows, parts.chosen);

  const scrolls = body.length > bodyRows;
  const rule = isTight ? [] : [paint.fg("borderAccent", "─".repeat(width))];
  const lines = [
    ...rule,
    ...heading.map(indented),
    ...body.slice(bodyScroll.top, bodyScroll.top + bodyRows).map(indented),
    ...(scrolls ? [position(paint, bodyScroll.top, bodyRows, body.length, width)] : gap > 0 ? [""] : []),
    ...choices.slice(choicesScroll.top, choicesScroll.top + choiceRows).map(indented),
    ...(isCut ? [position(paint, choicesScroll.top, choiceRows, choices.length, width)] : []),
    ...foot.map(indented),
    ...(isTight ? [] : hint.map(indented)),
    ...rule,
  ];
  return {
    lines: guarded(lines, width),
    scrolls,
    isAtEnd: bodyScroll.top + bodyRows >= body.length,
  };
}

/** The rows of each part, if there are so many in all. */
function sizesIn({ body, choices, hint, ...parts }: FrameParts, rows: number) {
  const leastText = Math.min(body.length, LEAST_TEXT);
  const leastChoices = Math.min(choices.length, LEAST_CHOICES);
  const gap = body.length > 0 ? 1 : 0;
  const room = rows - parts.heading.length - parts.foot.length - hint.length - gap - 2;
  const isTight = room < leastText + leastChoices + (choices.length > leastChoices ? 1 : 0);
  const heading = isTight ? parts.heading.slice(0, 1) : parts.heading;
  // A choice that can be seen is better than a space.
  const isClose = isTight || choices.length > room - leastText;
  const foot = isClose && parts.foot[0] === "" ? parts.foot.slice(1) : parts.foot;
  const inner = isTight ? rows - heading.length - foot.length - gap : room + parts.foot.length - foot.length;
  const isCut = choices.length > inner - leastText;
  const choiceRows = isCut ? Math.max(leastChoices, inner - leastText - 1) : choices.length;
  const bodyRows = Math.min(body.length, Math.max(leastText, inner - choiceRows - (isCut ? 1 : 0)));
  return { isTight, isCut, heading, foot, gap, bodyRows, choiceRows };
}

/** Says that there is more, and where: a rule with the position on it. */
function position(paint: Paint, top: number, height: number, total: number, width: number): string {
  const arrows = `${top > 0 ? "↑" : ""}${top + height < total ? "↓" : ""}`;
  const words = ` lines ${top + 1}–${Math.min(total, top + height)} of ${total} ${arrows} `;
  const short = visibleWidth(words) + 4 <= width ? words : ` ${arrows} `;
  const line = "╌".repeat(Math.max(0, width - visibleWidth(short) - 3));
  return ` ${paint.fg("borderMuted", line)}${paint.fg("warning", short)}${paint.fg("borderMuted", "╌╌")}`;
}

function indented(line: string): string {
  return line === "" ? "" : ` ${line}`;
}
