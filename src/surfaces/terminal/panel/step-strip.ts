import { visibleWidth } from "@earendil-works/pi-tui";
import { type ShownStatus, STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import { clock, roughDuration } from "../../../plan/quantities.ts";
import { cut, oneLine } from "../lines.ts";
import { type Paint, TONE_COLOUR } from "../paint.ts";
import type { PanelStep } from "./panel-subject.ts";

/** The steps on one line: those around the current one, and how many of which kind there are before and after. */
export function stepStrip(steps: readonly PanelStep[], width: number, gap: number, paint: Paint): string {
  const current = currentStep(steps);
  let first = current;
  let last = current;
  const text = (from: number, to: number, room: number) => strip(steps, from, to, { current, room, gap, paint });
  const fits = (from: number, to: number) => text(from, to, LEAST).width <= width;
  for (let grew = true; grew; ) {
    grew = false;
    if (last + 1 < steps.length && fits(first, last + 1)) {
      last++;
      grew = true;
    }
    if (first > 0 && fits(first - 1, last)) {
      first--;
      grew = true;
    }
  }
  const spare = Math.max(0, width - text(first, last, 0).width);
  return text(first, last, spare).line;
}

/** Columns for what is going on that other steps may not take away. */
const LEAST = 24;

/** Where a person looks first: what runs, else what went wrong or waits, else what comes next. */
function currentStep(steps: readonly PanelStep[]): number {
  for (const statuses of LOOKED_AT) {
    const found = steps.findIndex(({ status }) => statuses.includes(status));
    if (found !== -1) return found;
  }
  return Math.max(0, steps.length - 1);
}

const LOOKED_AT: readonly (readonly ShownStatus[])[] = [
  ["in_progress"],
  ["failed", "interrupted"],
  ["needs_decision", "pending", "rolled_back"],
];

/** Steps `from` to `to`, with `room` columns for what the current one is doing. */
function strip(
  steps: readonly PanelStep[],
  from: number,
  to: number,
  { current, room, gap, paint }: { current: number; room: number; gap: number; paint: Paint },
) {
  const items = [
    ...counts(steps.slice(0, from), paint, (text) => `${text} …`),
    ...steps.slice(from, to + 1).map((step, index) => item(step, from + index === current ? room : 0, paint)),
    ...counts(steps.slice(to + 1), paint, (text) => `… ${text}`),
  ];
  const line = items.join(" ".repeat(gap));
  return { line, width: visibleWidth(line) };
}

function item({ id, title, status, mode, seconds, doing }: PanelStep, room: number, paint: Paint): string {
  const { mark, tone } = STEP_LOOKS[status];
  const isRunning = status === "in_progress";
  const time = seconds === undefined ? "" : ` ${isRunning ? clock(seconds) : roughDuration(seconds)}`;
  const what = oneLine(doing ?? (isRunning ? title : ""));
  const words = cut(isRunning && mode && room >= LEAST ? `${modeMark(mode)} ${what}` : what, room - 1);
  const name = cut(oneLine(id), 24);
  return [
    paint.fg(TONE_COLOUR[tone], mark),
    ` ${isRunning ? paint.bold(name) : status === "completed" || status === "skipped" ? paint.fg("muted", name) : name}`,
    time && paint.fg("muted", time),
    words && ` ${words}`,
  ].join("");
}

function counts(steps: readonly PanelStep[], paint: Paint, dotted: (text: string) => string): string[] {
  if (steps.length === 0) return [];
  const parts = (Object.keys(STEP_LOOKS) as ShownStatus[]).flatMap((status) => {
    const count = steps.filter((step) => step.status === status).length;
    return count === 0 ? [] : [`${count}${STEP_LOOKS[status].mark}`];
  });
  return [paint.fg("muted", dotted(parts.join(" ")))];
}
