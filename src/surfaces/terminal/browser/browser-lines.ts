import { visibleWidth } from "@earendil-works/pi-tui";
import type { PlanRow } from "../../../desk/rows.ts";
import { visible } from "../../../plan/visible.ts";
import { cut, oneLine, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { counted } from "../quantities.ts";
import type { BrowserItem } from "./browser-items.ts";
import type { BrowserSubject } from "./browser-subject.ts";
import { itemLines } from "./item-lines.ts";
import { keyLines } from "./key-lines.ts";
import { requestFacts, requestWords } from "./request-words.ts";

/** Everything the browser draws from. */
export interface BrowserView {
  subject: BrowserSubject;
  all: readonly BrowserItem[];
  /** Those that the filter leaves. */
  items: readonly BrowserItem[];
  index: number;
  /** The first line of the list that is shown. */
  top: number;
  filter: { line: string; isTyping: boolean } | undefined;
  toCancel: string | undefined;
}

interface Look {
  width: number;
  height: number;
  paint: Paint;
}

/** The whole browser, no higher than the height if that is at least ten, and where its list now begins. */
export function browserLines(view: BrowserView, look: Look): { lines: string[]; top: number; page: number } {
  const { width, height, paint } = look;
  const rule = paint.fg("borderMuted", "─".repeat(Math.max(0, width)));
  const above = [titleLine(view, look), ...filterLines(view, look), rule];
  const below = [rule, ...selectedLines(view, look), ...keyLines(view, look.width, look.paint)];
  const { lines, from, to } = listLines(view, look);
  const room = Math.max(3, height - above.length - below.length);
  const top = scrolled(view.top, { from, to, room, length: lines.length });
  const shown = lines.slice(top, top + room).map((draw) => draw());
  return { lines: [...above, ...shown, ...below], top, page: Math.max(1, room - 2) };
}

function titleLine({ subject, all, items }: BrowserView, { width, paint }: Look): string {
  const waiting = all.filter(({ group }) => group === "Waits for you").length;
  const plans = subject.total ?? subject.plans.length;
  const shown = items.filter(({ kind }) => kind === "plan").length;
  const count = shown === plans ? counted(plans, "plan") : `${shown} of ${counted(plans, "plan")}`;
  const words = waiting === 0 ? "" : ` · ${waiting} ${waiting === 1 ? "waits" : "wait"} for you`;
  const left = ` ${paint.bold("Plans")}${paint.fg("warning", words)}`;
  const gap = width - visibleWidth(left) - visibleWidth(count) - 1;
  return gap < 1 ? left : `${left}${" ".repeat(gap)}${paint.fg("muted", count)}`;
}

function filterLines({ filter }: BrowserView, { paint }: Look): string[] {
  if (filter === undefined) return [];
  // The line somebody types in brings the cursor's own sequences.
  return [` ${filter.isTyping ? filter.line : paint.fg("accent", visible(filter.line))}`];
}

/** The list, and which of its lines must be seen: the selected item, with the heading over it. */
function listLines({ subject, items, index, filter }: BrowserView, { width, paint }: Look): List {
  if (items.length === 0) {
    return { lines: emptyLines(filter !== undefined, width, paint).map((line) => () => line), from: 0, to: 0 };
  }
  const lines: DrawnLater[] = [];
  let from = 0;
  let to = 0;
  for (const [place, item] of items.entries()) {
    const start = lines.length;
    if (items[place - 1]?.group !== item.group) {
      if (place > 0) lines.push(() => "");
      lines.push(() => ` ${paint.fg("muted", paint.bold(item.group))}`);
    }
    const isSelected = place === index;
    const draw = () => itemLines(item, width, { now: subject.now, paint, isSelected });
    const isTall = item.kind === "plan" && item.plan.row.problem !== undefined;
    lines.push(...(isTall ? draw().map((line) => () => line) : [() => draw()[0] ?? ""]));
    if (isSelected) [from, to] = [start, lines.length];
  }
  const missing = filter === undefined ? (subject.total ?? 0) - subject.plans.length : 0;
  if (missing > 0) lines.push(() => paint.fg("muted", `     … and ${counted(missing, "older plan")}`));
  return { lines, from, to };
}

/** Of a list of thousands only what fits is drawn. */
type DrawnLater = () => string;

interface List {
  lines: DrawnLater[];
  from: number;
  to: number;
}

function emptyLines(isFiltered: boolean, width: number, paint: Paint): string[] {
  if (isFiltered) return ["", paint.fg("muted", " Nothing like that. Esc clears the filter."), ""];
  return [
    "",
    " No plans here yet.",
    "",
    ...wrapped(
      `${paint.fg("accent", "/plan <goal>")} starts one: the agent explores read-only and proposes; nothing runs until you approve.`,
      width - 2,
    ).map((line) => ` ${line}`),
    "",
  ];
}

/** Scrolls no more than it must. */
function scrolled(top: number, list: { from: number; to: number; room: number; length: number }): number {
  const { from, to, room, length } = list;
  const needed = Math.min(Math.max(top, to - room), from);
  return Math.max(0, Math.min(needed, length - room));
}

/** What there is to know about the selected item: always two lines, so that nothing jumps. */
function selectedLines({ items, index }: BrowserView, { width, paint }: Look): string[] {
  const item = items[index];
  if (item === undefined) return [];
  const words = item.kind === "request" ? requestWords(item.entry) : oneLine(item.plan.row.title) || item.plan.row.id;
  const facts = item.kind === "request" ? requestFacts(item.entry) : planFacts(item.plan.row);
  return [` ${cut(words, width - 2)}`, ` ${paint.fg("muted", cut(facts, width - 2))}`];
}

function planFacts(row: PlanRow): string {
  return [
    row.id,
    ...(row.revision > 0 ? [`revision ${row.revision}`] : []),
    ...(row.steps > 0 ? [counted(row.steps, "step")] : []),
    ...(row.risk === "" ? [] : [`${oneLine(row.risk)} risk`]),
    ...(row.priority === 0 ? [] : [`priority ${row.priority}`]),
    ...(row.requester === "" ? [] : [`for ${oneLine(row.requester)}`]),
    ...(row.approved_by === undefined ? [] : [`approved by ${oneLine(row.approved_by)}`]),
  ].join(" · ");
}
