import { visibleWidth } from "@earendil-works/pi-tui";
import { adviceLines } from "../../../lifecycle/next-action.ts";
import { counted } from "../../../plan/quantities.ts";
import { timeAgo } from "../../../plan/time-ago.ts";
import { visible } from "../../../plan/visible.ts";
import { callAction } from "../call-action.ts";
import { cut, oneLine, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { BrowserItem } from "./browser-items.ts";
import type { BrowserSubject, Notice } from "./browser-subject.ts";
import { isTall, itemLines } from "./item-lines.ts";
import { keyLines } from "./key-lines.ts";
import type { Group } from "./plan-look.ts";
import { idleWords, slotWords } from "./queue-look.ts";
import { requestFacts, requestMessage } from "./request-message.ts";

/** All that the browser draws. */
export interface BrowserView {
  subject: BrowserSubject;
  all: readonly BrowserItem[];
  /** The items that match the filter. */
  items: readonly BrowserItem[];
  index: number;
  /** The first line of the list that is shown. */
  top: number;
  filter: { line: string; isTyping: boolean } | undefined;
  toCancel: string | undefined;
  /** The result of the last act. */
  notice: Notice | undefined;
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
  const above = [titleLine(view, look), ...distrustLines(view.subject, look), ...filterLines(view, look), rule];
  const about = [rule, ...(view.notice ? noticeLines(view.notice, look) : selectedLines(view, look))];
  const keys = keyLines(view, look.width, look.paint);
  const below = [...about, ...keys.slice(0, Math.max(1, height - above.length - about.length - LEAST))];
  const { lines, from, to } = listLines(view, look);
  const room = Math.max(LEAST, height - above.length - below.length);
  const top = scrolled(view.top, { from, to, room, length: lines.length });
  const shown = lines.slice(top, top + room).map((draw) => draw());
  return { lines: [...above, ...shown, ...below], top, page: Math.max(1, room - 2) };
}

/** Lines of the list that are always seen. */
const LEAST = 3;

function titleLine({ subject, all, items }: BrowserView, { width, paint }: Look): string {
  const waiting = all.filter(({ group }) => group === "Waits for you").length + (subject.moreRequests ?? 0);
  const plans = subject.total ?? subject.plans.length;
  const shown = items.filter(({ kind }) => kind === "plan").length;
  const count = shown === plans ? counted(plans, "plan") : `${shown} of ${counted(plans, "plan")}`;
  const words = waiting === 0 ? "" : ` · ${waiting} ${waiting === 1 ? "waits" : "wait"} for you`;
  const left = ` ${paint.bold("Plans")}${paint.fg("warning", words)}`;
  const gap = width - visibleWidth(left) - visibleWidth(count) - 1;
  return gap < 1 ? left : `${left}${" ".repeat(gap)}${paint.fg("muted", count)}`;
}

/** What this machine cannot trust, and the way back; as much of it as leaves room for the list. */
function distrustLines({ distrusted = [] }: BrowserSubject, { width, height, paint }: Look): string[] {
  const most = Math.floor(height / 3);
  // The command before the hint: if one of them has no room, it is the hint.
  const lines = distrusted.flatMap(({ words, hint, next }) =>
    [words, ...adviceLines(next, callAction), ...(hint ? [hint] : [])].flatMap((line) =>
      wrapped(oneLine(line), width - 2),
    ),
  );
  const shown = lines.length > most ? [...lines.slice(0, Math.max(0, most - 1)), "…"] : lines;
  return height < LEAST_FOR_WARNING ? [] : shown.map((line) => ` ${paint.fg("warning", line)}`);
}

const LEAST_FOR_WARNING = 14;

function filterLines({ filter }: BrowserView, { paint }: Look): string[] {
  if (filter === undefined) return [];
  // The line with the cursor has escape sequences in it, which must stay.
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
      lines.push(() => headingLine(item.group, subject, { width, paint }));
    }
    const isSelected = place === index;
    const draw = () => itemLines(item, width, { now: subject.now, paint, isSelected });
    lines.push(...(isTall(item) ? draw().map((line) => () => line) : [() => draw()[0] ?? ""]));
    if (isSelected) [from, to] = [start, lines.length];
    if (item.group === "Queue" && items[place + 1]?.group !== "Queue")
      lines.push(...idleLines(subject, { width, paint }));
  }
  const unlisted = filter === undefined ? (subject.moreRequests ?? 0) : 0;
  if (unlisted > 0) lines.push(() => paint.fg("muted", `     … and ${counted(unlisted, "newer request")}`));
  const missing = filter === undefined ? (subject.total ?? 0) - subject.plans.length : 0;
  if (missing > 0) lines.push(() => paint.fg("muted", `     … and ${counted(missing, "older plan")}`));
  return { lines, from, to };
}

function headingLine(group: Group, { queue }: BrowserSubject, { width, paint }: Omit<Look, "height">): string {
  const more = group === "Queue" && queue ? cut(` · ${slotWords(queue)}`, width - group.length - 2) : "";
  return ` ${paint.fg("muted", paint.bold(group))}${paint.fg("muted", more)}`;
}

function idleLines({ queue }: BrowserSubject, { width, paint }: Omit<Look, "height">): DrawnLater[] {
  const words = queue && width >= 40 ? idleWords(queue) : undefined;
  return words ? wrapped(words, width - 6).map((line) => () => `     ${paint.fg("muted", line)}`) : [];
}

/** Only the lines on the screen are drawn, of a list of thousands. */
type DrawnLater = () => string;

interface List {
  lines: DrawnLater[];
  from: number;
  to: number;
}

function emptyLines(isFiltered: boolean, width: number, paint: Paint): string[] {
  if (isFiltered) return ["", paint.fg("muted", " No plan matches. Esc clears the filter."), ""];
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

/** Instead of the facts about the selected item, until the next key. */
function noticeLines({ words, isRefusal }: Notice, { width, paint }: Look): string[] {
  const lines = words.split("\n").flatMap((line) => wrapped(oneLine(line), width - 2));
  const shown = lines.length > MOST_NOTICE ? [...lines.slice(0, MOST_NOTICE - 1), "…"] : lines;
  return [...shown, ""]
    .slice(0, Math.max(2, shown.length))
    .map((line) => ` ${paint.fg(isRefusal ? "warning" : "accent", line)}`);
}

const MOST_NOTICE = 4;

/** Facts about the selected item: always two lines, so that nothing jumps. */
function selectedLines({ subject, items, index }: BrowserView, { width, paint }: Look): string[] {
  const item = items[index];
  if (item === undefined) return [];
  const words = item.kind === "request" ? requestMessage(item.entry) : oneLine(item.plan.row.title) || item.plan.row.id;
  const facts = item.kind === "request" ? requestFacts(item.entry) : planFacts(item, subject.now);
  return [` ${cut(words, width - 2)}`, ` ${paint.fg("muted", cut(facts, width - 2))}`];
}

function planFacts({ plan: { row }, place }: BrowserItem & { kind: "plan" }, now: string): string {
  return [
    row.id,
    ...(place ? [`number ${place.entry.position} of ${place.of}`] : []),
    ...(place ? [`priority ${place.entry.priority}`, `queued ${timeAgo(place.entry.at, new Date(now))}`] : []),
    ...(row.revision > 0 ? [`revision ${row.revision}`] : []),
    ...(row.steps > 0 ? [counted(row.steps, "step")] : []),
    ...(row.risk === "" ? [] : [`${oneLine(row.risk)} risk`]),
    ...(place || row.priority === 0 ? [] : [`priority ${row.priority}`]),
    ...(row.requester === "" ? [] : [`from ${oneLine(row.requester)}`]),
    ...(row.approved_by === undefined ? [] : [`approved by ${oneLine(row.approved_by)}`]),
  ].join(" · ");
}
