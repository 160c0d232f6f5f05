import { countsWords } from "../lifecycle/counts-words.ts";
import type { CallAction, NextAction } from "../lifecycle/next-action.ts";
import { modeMark } from "../plan/mode-look.ts";
import { counted, grouped, money, roughDuration } from "../plan/quantities.ts";
import { visible } from "../plan/visible.ts";
import { foldCommand, visibleCommand } from "../plan/visible-command.ts";
import { columns, wrap } from "../plan/wrap.ts";
import type { FailureReport, ReportedStep } from "./failure-report.ts";

export interface ReportTextOptions {
  width?: number;
  /** How a surface calls an action: `countersign retry PLAN-… tests`, `/plan retry tests`. */
  call?: CallAction;
}

/** A report for people, in lines of at most `width` columns. */
export function failureReportText(
  report: FailureReport,
  { width = 80, call = plainly }: ReportTextOptions = {},
): string {
  const room = Math.max(20, width);
  const { left_behind: left, next } = report;
  const lines = [
    ...indented(headline(report), 0, room),
    ...indented(counts(report), 0, room),
    ...section("Failed", report.failed, room),
    ...section("Interrupted: how far it got is unknown", report.interrupted, room),
    ...section("Still running", report.running, room),
    ...section("Done", report.succeeded, room),
    ...section("Not started", report.not_started, room),
    ...section("Skipped", report.skipped, room),
    ...section("Rolled back", report.rolled_back, room),
    ...section("Left out at approval", report.left_out, room),
    ...list(
      "Deviations from the plan",
      atMost(left.deviations, ({ step, what }) => `! ${step}: ${oneLine(what)}`),
      room,
    ),
    ...list("Effects", leftLines(left), room),
    ...list(
      "Next",
      aligned(
        next.flatMap((action) => {
          const command = call(action);
          return command === undefined ? [] : [[command, action.what] as const];
        }),
        room - 2,
      ),
      room,
    ),
  ];
  return lines.join("\n");
}

/** The same in one line, for the plan's own record. */
export function failureReportSummary(report: FailureReport): string {
  const names = (steps: readonly ReportedStep[]) => steps.map(({ id }) => id).join(", ");
  const { succeeded, failed, interrupted, not_started, skipped, rolled_back, left_out, left_behind } = report;
  const why = failed.map(({ id, because }) => (because ? `${id} (${cut(oneLine(because), 120)})` : id)).join(", ");
  const parts = [
    counts(report),
    ...(failed.length > 0 ? [`Failed: ${why}.`] : []),
    ...(interrupted.length > 0 ? [`Interrupted: ${names(interrupted)}.`] : []),
    ...(not_started.length > 0 ? [`Not started: ${names(not_started)}.`] : []),
    ...(skipped.length > 0 ? [`Skipped: ${names(skipped)}.`] : []),
    ...(rolled_back.length > 0 ? [`Rolled back: ${names(rolled_back)}.`] : []),
    ...(left_out.length > 0 ? [`Left out: ${names(left_out)}.`] : []),
    ...(succeeded.length > 0 && failed.length > 0 ? [`Done: ${names(succeeded)}.`] : []),
    ...(left_behind.deviations.length > 0
      ? [`${counted(left_behind.deviations.length, "deviation")} from the plan.`]
      : []),
    ...(left_behind.files.length > 0 ? [`Effects: ${counted(left_behind.files.length, "file")} changed.`] : []),
  ];
  return cut(parts.join(" "), 1000);
}

function headline({ plan_id, title, status, reason }: FailureReport): string {
  const stands = STANDS[status] ?? `is ${status.replace("_", " ")}`;
  return `${plan_id} ${stands}: ${oneLine(reason ?? title)}`;
}

const STANDS: Partial<Record<FailureReport["status"], string>> = {
  failed: "failed",
  executing: "is running",
  approved: "is approved again",
};

function counts({ counts, spent }: FailureReport): string {
  const tokens = spent.prompt_tokens + spent.completion_tokens;
  const used = [
    ...(spent.duration_seconds >= 1 ? [roughDuration(spent.duration_seconds)] : []),
    ...(tokens > 0 ? [`${grouped(tokens)} tokens`] : []),
    ...(spent.cost > 0 ? [money(spent.cost)] : []),
  ];
  return `${countsWords(counts)}.${used.length > 0 ? ` Used: ${used.join(", ")}.` : ""}`;
}

function section(heading: string, steps: readonly ReportedStep[], width: number): string[] {
  return list(heading, steps.flatMap(stepLines), width);
}

const MOST_OUTPUT = 12;

function stepLines({ id, title, mode, because, output, attempts, status }: ReportedStep): string[] {
  const notes = [...(mode ? [modeMark(mode)] : []), ...(attempts > 1 ? [`${attempts} attempts`] : [])];
  const name = `${id}: ${oneLine(title)}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
  const isEnd = status === "failed" || status === "interrupted";
  if (!isEnd) return [because ? `${name} — ${oneLine(because)}` : name];
  const said = [...paragraphs(because).map((line) => `  ${line}`), ...paragraphs(output).map((line) => `  | ${line}`)];
  return [name, ...said];
}

/** The end of it has the reason. */
function paragraphs(text: string | undefined): string[] {
  if (text === undefined) return [];
  const lines = visible(text.replaceAll("\r\n", "\n").replaceAll("\t", "  "), { multiline: true })
    .trimEnd()
    .split("\n");
  return lines.length > MOST_OUTPUT ? ["…", ...lines.slice(-MOST_OUTPUT)] : lines;
}

const MOST_LISTED = 20;
const MARKS = { added: "+", changed: "~", removed: "-" } as const;

function leftLines({ files, commands, drift, others, unseen, left_out }: FailureReport["left_behind"]): string[] {
  return [
    ...atMost(
      files,
      ({ path, how, steps }) =>
        `${MARKS[how]} ${oneLine(path)} (${how}${steps.length > 0 ? ` by ${steps.join(", ")}` : ""})`,
    ),
    ...atMost(commands, ({ step, command }) => `$ ${visibleCommand(command, { inline: true })} (${step})`),
    ...atMost(drift, ({ step, what }) => `! ${step}: ${oneLine(what)}`),
    ...atMost(
      others,
      ({ path, how, step }) =>
        `? ${oneLine(path)} was ${how} during ${step}, but not by it: none of its tools worked then`,
    ),
    ...(unseen.length > 0 ? [`? files that ${unseen.join(", ")} changed: unknown, they were not compared`] : []),
    ...atMost(left_out, ({ path, because }) => `? ${oneLine(path)} is in no snapshot: ${oneLine(because)}`),
  ];
}

function atMost<Item>(items: readonly Item[], say: (item: Item) => string): string[] {
  const more = items.length - MOST_LISTED;
  return [...items.slice(0, MOST_LISTED).map(say), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function list(heading: string, lines: readonly string[], width: number): string[] {
  if (lines.length === 0) return [];
  return ["", ...indented(heading, 0, width), ...lines.flatMap((line) => continued(line, width))];
}

/** Under its heading; the rest of a long line is indented, and a mark stays with its word. */
function continued(line: string, width: number): string[] {
  const [indent = ""] = /^\s*(?:[+~$!?|-] +)?/.exec(line) ?? [];
  const start = indent.slice(0, Math.floor(width / 3));
  const further = /\S/.test(start) ? start.length : start.length + 2;
  const fold = start.startsWith("$") ? foldCommand : wrap;
  const [first = "", ...rest] = fold(line.slice(start.length), Math.max(10, width - further - 2));
  return [`  ${start}${first}`, ...rest.map((part) => `  ${" ".repeat(further)}${part}`)];
}

/** In two columns, or one under the other where these do not fit. */
function aligned(rows: readonly (readonly [string, string])[], width: number): string[] {
  const widest = Math.max(0, ...rows.map(([first]) => columns(first)));
  const fits = rows.every(([, second]) => widest + 2 + columns(second) <= width - 2);
  if (!fits) return rows.flatMap(([first, second]) => [first, `  ${second}`]);
  return rows.map(([first, second]) => `${first}${" ".repeat(widest - columns(first) + 2)}${second}`);
}

function indented(text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(10, width - indent)).map((line) => " ".repeat(indent) + line);
}

function oneLine(text: string): string {
  return visible(text.trim().replace(/\s*\n\s*/g, " ⏎ "));
}

function plainly({ move, about }: NextAction): string {
  return about === undefined ? move : `${move} ${about}`;
}

function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}
