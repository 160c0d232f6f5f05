import { visibleWidth } from "@earendil-works/pi-tui";
import type { PlanRow } from "../../../desk/rows.ts";
import { counted, roughDuration, secondsBetween } from "../../../plan/quantities.ts";
import { cut, filled, oneLine, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { BrowserItem } from "./browser-items.ts";
import { requestMessage } from "./request-message.ts";

export interface ItemLook {
  now: string;
  paint: Paint;
  isSelected: boolean;
}

/** Whether more than one line is drawn for it. */
export function isTall(item: BrowserItem): boolean {
  if (item.kind === "request") return false;
  return item.plan.row.problem?.kind === "unreadable" || (item.place?.waits ?? []).length > 0;
}

/** One line for what can be chosen; under it, what is wrong with a plan or what it waits for. */
export function itemLines(item: BrowserItem, width: number, look: ItemLook): string[] {
  const { paint, isSelected } = look;
  const [first = "", ...rest] =
    item.kind === "request" ? requestLines(item, width, look) : planLines(item, width, look);
  return [isSelected ? paint.bg("selectedBg", first) : first, ...rest];
}

function requestLines({ entry }: BrowserItem & { kind: "request" }, width: number, look: ItemLook): string[] {
  const { now } = look;
  const columns = columnsFor(width);
  const words = filled(requestMessage(entry), width - columns.taken + columns.steps);
  const right = `${columnOf(entry.kind, columns.status)}${ageColumn(entry.opened_at, now, columns.age)}`;
  return [`${leadOf("?", "warning", look)}${strong(words, look)}${quiet(right, look)}`];
}

function planLines(
  { plan: { row }, shown, place }: BrowserItem & { kind: "plan" },
  width: number,
  look: ItemLook,
): string[] {
  const { now, paint, isSelected } = look;
  const columns = columnsFor(width);
  const priority = place?.entry.priority ?? row.priority;
  const urgency = priority === 0 ? "" : `${priority > 0 ? "↑" : "↓"}${Math.abs(priority)} `;
  const room = width - columns.taken - visibleWidth(shown.mark) + 1;
  const title = filled(`${urgency}${oneLine(row.title) || row.id}`, room);
  const steps = row.steps === 0 ? "" : `${row.steps_done}/${row.steps}`;
  const words = columnOf(shown.words, columns.status);
  const line = [
    leadOf(shown.mark, shown.colour, look),
    strong(title, look),
    quiet(columnOf(steps.padStart(columns.steps - GAP), columns.steps), look),
    isSelected ? words : paint.fg(shown.colour, words),
    quiet(ageColumn(place?.entry.at ?? row.updated_at, now, columns.age), look),
  ].join("");
  // Why a journal cannot be trusted is said above the list, each reason once.
  const isUnusable = row.problem?.kind === "unreadable";
  const notes = isUnusable ? [problemWords(row)] : waitsWords(place?.waits ?? []);
  const indent = 4 + visibleWidth(shown.mark);
  const under = notes.flatMap((note) => wrapped(oneLine(note), width - indent - 1).slice(0, 2));
  const colour = isUnusable ? "error" : "warning";
  return [line, ...under.map((words) => `${" ".repeat(indent)}${paint.fg(colour, words)}`)];
}

function problemWords({ problem }: PlanRow): string {
  return `${problem?.line === undefined ? "" : `line ${problem.line}: `}${problem?.message ?? ""}`;
}

const MOST_WAITS = 3;

function waitsWords(waits: readonly string[]): string[] {
  const more = waits.length - MOST_WAITS;
  return [...waits.slice(0, MOST_WAITS), ...(more > 0 ? [`and for ${counted(more, "other plan")}`] : [])];
}

const GAP = 2;

/** What each column takes of the line, the gap before it included; where it is narrow, some take nothing. */
function columnsFor(width: number) {
  const steps = width >= 70 ? 7 : 0;
  const status = width >= 70 ? 20 : width >= 50 ? 17 : 0;
  const age = width >= 30 ? 9 : 0;
  return { steps, status, age, taken: 5 + steps + status + age };
}

function columnOf(text: string, width: number): string {
  return width === 0 ? "" : " ".repeat(GAP) + filled(text, width - GAP);
}

function ageColumn(at: string, now: string, width: number): string {
  if (width === 0) return "";
  const seconds = secondsBetween(at, now);
  return `${" ".repeat(GAP)}${cut(seconds === undefined ? "" : age(seconds), width - GAP).padStart(width - GAP - 1)} `;
}

/** In one unit. */
function age(seconds: number): string {
  return seconds >= 60 ? roughDuration(seconds).replace(/ h .*/, " h") : "now";
}

function leadOf(mark: string, colour: Parameters<Paint["fg"]>[0], { paint, isSelected }: ItemLook): string {
  return ` ${isSelected ? paint.fg("accent", "›") : " "} ${paint.fg(colour, mark)} `;
}

function strong(text: string, { paint, isSelected }: ItemLook): string {
  return isSelected ? paint.bold(text) : text;
}

/** On the ground of a selected line most colours are hard to read, in one theme or the other. */
function quiet(text: string, { paint, isSelected }: ItemLook): string {
  return isSelected ? text : paint.fg("muted", text);
}
