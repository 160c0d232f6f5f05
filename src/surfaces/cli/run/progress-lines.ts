import { stripVTControlCharacters } from "node:util";
import type { Fact } from "../../../acts/request-form.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { type ShownStatus, STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { isFinished } from "../../../lifecycle/step-state.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { clock, money, tokens } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { foldCommand, unbroken } from "../../../plan/visible-command.ts";
import { columns, wrap } from "../../../plan/wrap.ts";
import { type Style, TONE_COLOUR } from "../style.ts";
import { cut, padded } from "../text/fit.ts";
import type { RunProgress, StepAtWork } from "./run-progress.ts";
import { type QuestionChoice, type RunQuestion, runQuestions } from "./run-questions.ts";

export interface ProgressOptions {
  style: Style;
  width: number;
  height: number;
  now: number;
  /** Keys answer the first question. */
  canAnswer: boolean;
  /** The choices selected so far, if a question takes several. */
  chosen?: readonly string[];
  isLeaving?: boolean;
}

/** The keys of the choices, in their order. */
export const CHOICE_KEYS = "123456789abcdefghijklmnoprstuvwxyz";

/** A run in at most `height` lines of at most `width` columns. Head and questions stay when there is little room. */
export function progressLines(progress: RunProgress, options: ProgressOptions): string[] {
  const { style, width, height, isLeaving } = options;
  const steps = progress.plan.run?.plan.steps ?? progress.plan.proposal.plan.steps;
  const head = headLines(progress, options);
  const asked = questionLines(progress, options);
  const foot = style.dim(cut(isLeaving ? LEAVING : STAY, width));
  const room = height - head.length - asked.length - 1;
  const body = bodyLines(progress, steps, Math.max(2, room), options);
  const lines = [...head, ...body, ...asked, foot];
  return lines.length <= height ? lines : [...lines.slice(0, Math.max(1, height - 1)), style.dim(cut("…", width))];
}

const STAY = "Ctrl+C stops and pauses the plan";
const LEAVING = "Stopping: interrupting its steps. Ctrl+C again stops at once";
const BAR = 20;

function headLines(progress: RunProgress, { style, width, now }: ProgressOptions): string[] {
  const { plan } = progress;
  const { done, total, failed } = stepCounts(plan);
  const size = Math.min(BAR, Math.max(4, Math.floor(width / 4)));
  const filled = total === 0 ? size : Math.floor((done / total) * size);
  const spent = progress.spent();
  const used = spent.prompt_tokens + spent.completion_tokens;
  const facts = [
    `${done}/${total}`,
    clock(progress.elapsed(now) / 1000),
    ...(plan.status === "executing" ? [] : [plan.status]),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(used > 0 ? [`${tokens(used)} tokens`] : []),
    ...(spent.cost > 0 ? [money(spent.cost)] : []),
  ];
  const bar = `[${"█".repeat(filled)}${"░".repeat(size - filled)}]`;
  const title = cut(visible(plan.proposal.plan.title), width - plan.id.length - 2);
  return [
    width > plan.id.length + 12 ? `${style.cyan(plan.id)}  ${style.bold(title)}` : style.cyan(cut(plan.id, width)),
    `${style.cyan(bar)} ${cut(facts.join("  "), Math.max(1, width - columns(bar) - 1))}`,
  ];
}

/** The most lines of a running step, and the most next steps, when there is little room. */
const MOST_DETAIL = 6;
const NEXT_SHOWN = 5;

/** Unfinished steps: running ones with their output, then the next ones, as far as there is room. */
function bodyLines(progress: RunProgress, steps: readonly Step[], room: number, options: ProgressOptions): string[] {
  const { style, width } = options;
  const { run } = progress.plan;
  const of = (step: Step) => (run ? shownStatus(run, step.id) : "pending");
  const open = steps.filter((step) => !isFinished(run?.steps.get(step.id)));
  const running = open.filter((step) => of(step) === "in_progress");
  const others = open.filter((step) => of(step) !== "in_progress");
  const widest = Math.min(16, Math.max(0, ...open.map(({ id }) => columns(id))));
  const ahead = Math.min(others.length, NEXT_SHOWN);
  const each = Math.floor((room - ahead) / Math.max(1, running.length)) - 1;
  const detail = Math.max(0, Math.min(MOST_DETAIL, each));
  const lines = running.flatMap((step) => {
    const work = progress.atWork(step.id);
    return [stepLine(step, of(step), widest, work, options), ...workLines(work, detail, options)];
  });
  const left = room - lines.length;
  const shown = others.length <= left ? others : others.slice(0, Math.max(0, left - 1));
  const more = others.length - shown.length;
  return [
    ...lines,
    ...shown.map((step) => stepLine(step, of(step), widest, undefined, options)),
    ...(more > 0 ? [style.dim(cut(`  … and ${more} more`, width))] : []),
  ];
}

/** From this width on, the line of a running step has room for its mode. */
const WIDE = 60;

function stepLine(
  { id, title, mode }: Step,
  status: ShownStatus,
  widest: number,
  work: StepAtWork | undefined,
  { style, width, now }: ProgressOptions,
): string {
  const { mark, tone, word } = STEP_LOOKS[status];
  const colour = TONE_COLOUR[tone];
  const used = work ? work.stats.prompt_tokens + work.stats.completion_tokens : 0;
  const end = work
    ? [
        ...(mode && width >= WIDE ? [modeMark(mode)] : []),
        ...(used > 0 ? [tokens(used)] : []),
        clock((now - work.since) / 1000),
      ].join("  ")
    : status === "pending"
      ? ""
      : word;
  const name = padded(id, Math.min(widest, Math.max(4, width - 12)));
  const room = width - 5 - columns(name) - (end === "" ? 0 : columns(end) + 2);
  if (room < 8) return style[colour](cut(` ${mark} ${id} ${end}`, width));
  const words = visible(title);
  const told = end === "" ? cut(words, room) : `${padded(words, room)}  ${style.dim(end)}`;
  return ` ${style[colour](mark)} ${style.bold(name)}  ${told}`;
}

/** What the step does now, and the end of its output. */
function workLines(work: StepAtWork | undefined, room: number, { style, width }: ProgressOptions): string[] {
  if (work === undefined || room <= 0) return [];
  const doing = work.waits ? `waits: ${work.waits.reason}` : work.doing;
  const first = doing === undefined ? [] : [style[work.waits ? "yellow" : "dim"](cut(`     ${doing}`, width))];
  const printed = work.log.map(shownLine).filter((line) => line.trim() !== "");
  const count = room - first.length;
  const last = count > 0 ? printed.slice(-count) : [];
  return [...first, ...last.map((line) => style.dim(cut(`     │ ${line}`, width)))].slice(0, room);
}

/** The last state of a line that redraws itself, without colours and with invisible characters spelled out. */
function shownLine(line: string): string {
  const last =
    stripVTControlCharacters(line)
      .split("\r")
      .findLast((part) => part !== "") ?? "";
  return visible(last.replaceAll("\t", "  "));
}

function questionLines(progress: RunProgress, options: ProgressOptions): string[] {
  const { style, width, canAnswer } = options;
  const [first, ...others] = runQuestions(progress.plan);
  if (first === undefined) {
    return progress.waiting.flatMap((reason) => wrap(`Waiting: ${visible(reason)}`, width).map(style.yellow));
  }
  const asked = canAnswer ? openQuestion(first, options) : plainQuestion(first, options);
  const more = others.slice(0, 3).flatMap((question) => plainQuestion(question, options));
  const rest = others.length > 3 ? [style.dim(cut(`and ${others.length - 3} more: countersign inbox`, width))] : [];
  return [...asked, ...more, ...rest];
}

/** The question that keys answer. */
function openQuestion(question: RunQuestion, { style, width, chosen = [] }: ProgressOptions): string[] {
  const choices = question.choices.slice(0, CHOICE_KEYS.length).flatMap((choice, at) => {
    const box = question.several ? (chosen.includes(choice.word) ? "[x] " : "[ ] ") : "";
    const [line = "", ...rest] = wrap(choiceText(choice), Math.max(8, width - 6 - box.length));
    return [`   ${style.bold(CHOICE_KEYS[at] ?? "")} ${box}${line}`, ...rest.map((part) => `     ${part}`)].map(
      (one) => one,
    );
  });
  const hint = question.several ? "Press keys, then Enter" : "Press a key";
  return [
    ...wrap(`? ${visible(question.question)}`, width).map(style.yellow),
    ...question.facts.flatMap((fact) => shownFact(fact, width)).slice(0, 4),
    ...choices,
    style.dim(cut(`   ${hint}, or run: ${visible(question.command)}`, width)),
  ];
}

/** On as few lines as possible: the confirmation of the answer shows the whole text. */
function shownFact({ as, text }: Fact, width: number): string[] {
  const line = as === "words" ? visible(text.replace(/\s*\n\s*/g, " ")) : visible(unbroken(text), { spelled: true });
  return foldCommand(line, width - 2).map((part) => `  ${part}`);
}

function choiceText({ label, description, recommended }: QuestionChoice): string {
  return visible(`${label}${recommended ? " (recommended)" : ""}${description ? `: ${description}` : ""}`);
}

function plainQuestion(question: RunQuestion, { style, width }: ProgressOptions): string[] {
  return [
    ...wrap(`? ${visible(question.question)}`, width).map(style.yellow),
    ...wrap(`  ${visible(question.command)}`, width).map(style.dim),
  ];
}
