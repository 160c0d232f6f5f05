import type { ThemeColor } from "@earendil-works/pi-coding-agent";
import { visibleWidth } from "@earendil-works/pi-tui";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import { clock, counted, money, roughDuration, tokens } from "../../../plan/quantities.ts";
import { cut, guarded, oneLine } from "../lines.ts";
import { type Paint, TONE_COLOUR } from "../paint.ts";
import type { LeftPanel, PanelStep, PanelSubject, PlanningPanel, ReviewPanel, RunPanel } from "./panel-subject.ts";
import { joined, type Part, shorten, widthOf } from "./parts.ts";
import { stepStrip } from "./step-strip.ts";

export interface PanelLook {
  paint: Paint;
  /** One line instead of all. */
  folded: boolean;
}

/** The panel above the editor: a summary line, and the steps unless it is folded. */
export function panelLines(subject: PanelSubject, width: number, look: PanelLook): string[] {
  return guarded(linesOf(subject, width, look), width);
}

function linesOf(subject: PanelSubject, width: number, look: PanelLook): string[] {
  switch (subject.kind) {
    case "planning":
      return [planningLine(subject, width, look.paint)];
    case "review":
      return [reviewLine(subject, width, look.paint)];
    case "run":
      return runLines(subject, width, look);
    case "left":
      return [leftLine(subject, width, look.paint)];
  }
}

function planningLine({ task, revises, seconds, calls, refused }: PlanningPanel, width: number, paint: Paint): string {
  const made = `${counted(calls, "call")}${refused > 0 ? `, ${refused} refused` : ""}`;
  return headLine({
    mark: "◇",
    lead: revises === undefined ? "Planning" : `Revising ${oneLine(revises)}`,
    words: task === undefined ? "" : oneLine(task),
    parts: [
      { forms: [`· ${roughDuration(seconds)}`, ""], colour: "muted" },
      { forms: [`· ${made}`, refused > 0 ? `· ${refused} refused` : ""], colour: refused > 0 ? "warning" : "muted" },
    ],
    width,
    paint,
  });
}

function reviewLine({ plan_id, title, revision, answered }: ReviewPanel, width: number, paint: Paint): string {
  const id = oneLine(plan_id);
  const which = revision !== undefined && revision > 1 ? `, revision ${revision},` : "";
  const { waits, short } = REVIEWS[answered ?? "waits"];
  const leads = [`Plan ${id}${which} ${waits}`, `Plan ${id} ${waits}`];
  return headLine({
    mark: "◆",
    lead: leads.find((lead) => visibleWidth(lead) <= width - 3) ?? short,
    words: title === undefined ? "" : oneLine(title),
    parts: [],
    width,
    paint,
  });
}

const REVIEWS = {
  waits: { waits: "waits for your review: /plan", short: "Review: /plan" },
  approved: { waits: "is approved: /plan resume starts it", short: "Approved: /plan resume" },
  changes_requested: { waits: "was sent back: /plan resume lets it be revised", short: "Sent back: /plan resume" },
};

/** "▸ PLAN-… has failed, 1 of 2 steps done: /plan retry · Say two". */
function leftLine(
  { plan_id, title, status, isRun, done, steps, command }: LeftPanel,
  width: number,
  paint: Paint,
): string {
  const what = isRun ? "runs in another process" : LEFT[status];
  const counts = status === "failed" || status === "executing" || status === "paused" || status === "stalled";
  const call = command === undefined ? "" : `: ${command}`;
  const leads = [
    ...(counts ? [`${plan_id} ${what}, ${done} of ${counted(steps, "step")} done${call}`] : []),
    `${plan_id} ${what}${call}`,
    `Plan ${what}${call}`,
  ];
  const lead = leads.find((words) => visibleWidth(words) <= width - 3) ?? `${what}${call}`;
  return headLine({ mark: "▸", lead, words: oneLine(title), parts: [], width, paint });
}

const LEFT: Record<LeftPanel["status"], string> = {
  proposed: "waits for a review",
  needs_review: "has no revisions left",
  changes_requested: "was sent back",
  approved: "is approved, not started",
  executing: "is not running",
  paused: "is paused",
  stalled: "is not running",
  failed: "has failed",
};

/** ` ◇ Lead · words in between, as far as there is room · parts`. */
function headLine(line: {
  mark: string;
  lead: string;
  words: string;
  parts: Part[];
  width: number;
  paint: Paint;
}): string {
  const { mark, lead, words, width, paint } = line;
  const gap = 1;
  const room = width - 3 - visibleWidth(lead);
  const wanted = words === "" ? 0 : 3 + Math.min(visibleWidth(words), 16);
  const parts = shorten(line.parts, room, wanted, gap);
  const between = cut(words, room - widthOf(parts, gap) - 3);
  const middle = between === "" ? "" : ` ${paint.fg("muted", "·")} ${between}`;
  return ` ${paint.fg("accent", mark)} ${paint.bold(lead)}${middle}${joined(parts, paint, gap)}`;
}

function runLines(subject: RunPanel, width: number, { paint, folded }: PanelLook): string[] {
  const { title, steps, status, note, command } = subject;
  const isNarrow = width < 70;
  const gap = isNarrow ? 2 : 3;
  const name = oneLine(title);
  const room = width - 3;
  const parts = shorten(partsOf(subject, isNarrow ? 6 : 12), room, Math.min(visibleWidth(name), 20), gap);
  const head = ` ${paint.fg("accent", folded ? "▸" : "▾")} ${paint.bold(cut(name, room - widthOf(parts, gap)))}${joined(parts, paint, gap)}`;
  if (folded) return [head];
  const running = steps.filter((step) => step.status === "in_progress");
  // Several running steps have a line each, below.
  const listed = running.length > 1 ? running : [];
  const shown = listed.length === 0 ? steps : steps.map((step) => ({ ...step, doing: "" }));
  const strip = steps.length === 0 ? [] : [`   ${stepStrip(shown, width - 3, gap, paint)}`];
  const hint = command === undefined ? "" : `${note === undefined ? "" : ": "}${oneLine(command)}`;
  const words = cut(oneLine(note ?? ""), room - visibleWidth(hint));
  const last = words + hint === "" ? [] : [`   ${paint.fg(STATUSES[status].colour, words)}${hint}`];
  return [head, ...strip, ...runningLines(listed, width, paint), ...last];
}

const MOST_RUNNING = 4;
/** With less room for what a step is doing, its mode is left out. */
const LEAST_ROOM = 24;

/** "◐ both 0:12 ✎ code editing middleware.ts   12k tokens". */
function runningLines(steps: readonly PanelStep[], width: number, paint: Paint): string[] {
  const shown = steps.slice(0, steps.length > MOST_RUNNING ? MOST_RUNNING - 1 : MOST_RUNNING);
  const more = steps.length - shown.length;
  const lines = shown.map(({ id, title, mode, doing, seconds, tokens: used }) => {
    const name = cut(oneLine(id), 24);
    const time = seconds === undefined ? "" : ` ${clock(seconds)}`;
    const end = used === undefined || used === 0 ? "" : `  ${tokens(used)} tokens`;
    const room = width - 6 - visibleWidth(name + time + end);
    const what = oneLine(doing ?? title);
    const words = cut(mode && room >= LEAST_ROOM ? `${modeMark(mode)} ${what}` : what, room);
    const { mark, tone } = STEP_LOOKS.in_progress;
    const spare = " ".repeat(Math.max(0, room - visibleWidth(words)));
    return `   ${paint.fg(TONE_COLOUR[tone], mark)} ${paint.bold(name)}${paint.fg("muted", time)} ${words}${end && spare}${paint.fg("muted", end)}`;
  });
  return [...lines, ...(more > 0 ? [`   ${paint.fg("muted", `… and ${more} more run`)}`] : [])];
}

function partsOf({ steps, done, status, decisions, others, cost, tokens: used }: RunPanel, cells: number): Part[] {
  const tally = `${done}/${steps.length}`;
  const { text, short, colour } = STATUSES[status];
  const waiting = decisions + others;
  const waits = others === 0 ? counted(decisions, "decision") : counted(waiting, "request");
  const verb = waiting === 1 ? "waits" : "wait";
  return [
    { forms: [`${progressBar(done, steps.length, cells)} ${tally}`, tally] },
    ...(text === "" ? [] : [{ forms: [text, short], colour } satisfies Part]),
    ...(waiting === 0
      ? []
      : [{ forms: [`${waits} ${verb}`, `${waiting} ${verb}`, `?${waiting}`], colour: "warning" } satisfies Part]),
    // Without a price, as with a monthly subscription, tokens are shown instead.
    ...(cost === undefined && used ? [{ forms: [`${tokens(used)} tokens`, ""], colour: "muted" } satisfies Part] : []),
    ...(cost === undefined ? [] : [{ forms: [money(cost), ""], colour: "muted" } satisfies Part]),
  ];
}

const STATUSES: Record<RunPanel["status"], { text: string; short: string; colour: ThemeColor }> = {
  approved: { text: "approved", short: "", colour: "success" },
  executing: { text: "", short: "", colour: "muted" },
  paused: { text: "⏸ paused", short: "⏸", colour: "warning" },
  stalled: { text: "! stalled", short: "!", colour: "warning" },
  failed: { text: "✗ failed", short: "✗", colour: "error" },
};

/** `[██████░░░░░░]`: full only when all is done, and never empty once something is. */
export function progressBar(done: number, all: number, cells: number): string {
  const share = all <= 0 ? 0 : Math.min(1, Math.max(0, done / all));
  const exact = Math.round(share * cells);
  const full = share === 1 ? cells : Math.min(cells - 1, Math.max(share > 0 ? 1 : 0, exact));
  return `[${"█".repeat(full)}${"░".repeat(cells - full)}]`;
}
