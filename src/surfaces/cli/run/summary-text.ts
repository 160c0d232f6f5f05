import { countsWords } from "../../../lifecycle/counts-words.ts";
import { isPossible } from "../../../lifecycle/offers.ts";
import type { LivePlan, Run } from "../../../lifecycle/plan-state.ts";
import { runCounts } from "../../../lifecycle/run-counts.ts";
import { runSeconds, UNKNOWN_TIME } from "../../../lifecycle/run-seconds.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { addStats, NO_STATS, type StepStats } from "../../../lifecycle/step-result.ts";
import { defined } from "../../../plan/defined.ts";
import type { Step } from "../../../plan/plan.ts";
import { counted, duration, money, tokens } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { columns, wrap } from "../../../plan/wrap.ts";
import { type Estimated, estimateOf } from "../../../run/estimate.ts";
import { runEffects } from "../../../run/run-effects.ts";
import type { Style } from "../style.ts";
import { cut, padded } from "../text/fit.ts";

/** A completed run: the effort of each step beside its estimate, and the changed files. */
export function summaryText(plan: LivePlan, { style, width }: { style: Style; width: number }): string {
  const { run } = plan;
  if (run === undefined) return style.green(`${plan.id} is completed.`);
  const seconds = runSeconds(run, plan.updated_at);
  const took = seconds === undefined ? UNKNOWN_TIME : duration(seconds);
  const head = `${plan.id} completed in ${took}: ${countsWords(runCounts(run))}.`;
  return [
    style.bold(style.green(cut(head, width))),
    "",
    ...table(run, style, width),
    ...changes(run, style, width),
    "",
    ...(run.snapshot === undefined || !isPossible("roll_back", plan)
      ? []
      : [`  countersign diff ${plan.id}      show its changes`, `  countersign rollback ${plan.id}  undo its changes`]),
    `  countersign logs ${plan.id}      show its output`,
  ].join("\n");
}

const MOST_STEPS = 40;
const MOST_FILES = 15;

interface Row {
  mark: string;
  name: string;
  cells: string[];
}

/** Actual values, with the estimates in brackets. Columns without values are left out. */
function table(run: Run, style: Style, width: number): string[] {
  const rows = run.plan.steps.slice(0, MOST_STEPS).map((step) => ({ step, state: run.steps.get(step.id) }));
  const total = [...run.steps].reduce((sum, [, { spent }]) => (spent ? addStats(sum, spent) : sum), NO_STATS);
  const expected = run.plan.steps.map((step) => estimateOf(step)).reduce(together);
  const shown = COLUMNS.filter(({ of, expects }) => of(total) > 0 || (expects(expected) ?? 0) > 0);
  const lines: Row[] = rows.map(({ step, state }) => {
    const { mark } = STEP_LOOKS[shownStatus(run, step.id)];
    const spent = state?.spent ?? NO_STATS;
    const told =
      state?.status === "skipped" ? shown.map(() => "") : shown.map((column) => cell(column, spent, estimateOf(step)));
    return { mark, name: nameOf(step), cells: told };
  });
  const more = run.plan.steps.length - rows.length;
  if (run.plan.steps.length > 1)
    lines.push({ mark: " ", name: "total", cells: shown.map((column) => cell(column, total, expected)) });
  const widths = shown.map(({ name }, at) =>
    Math.max(columns(name), ...lines.map(({ cells }) => columns(cells[at] ?? ""))),
  );
  const room = width - 4 - widths.reduce((sum, one) => sum + one + 2, 0);
  const widest = Math.max(6, Math.min(room, ...[Math.max(...lines.map(({ name }) => columns(name)))]));
  const heads = shown.map(({ name }, at) => padded(name, widths[at] ?? 0)).join("  ");
  return [
    style.dim(cut(`    ${" ".repeat(widest)}  ${heads}`.trimEnd(), width)),
    ...lines.map(({ mark, name, cells }) => {
      const told = cells.map((text, at) => padded(text, widths[at] ?? 0)).join("  ");
      return cut(`  ${mark} ${padded(name, widest)}  ${told}`.trimEnd(), width);
    }),
    ...(more > 0 ? [style.dim(`    … and ${counted(more, "step")} more`)] : []),
  ];
}

function nameOf({ id, title }: Step): string {
  return `${id}: ${visible(title)}`;
}

interface Column {
  name: string;
  of(stats: StepStats): number;
  expects(estimated: Estimated): number | undefined;
  text(value: number): string;
}

const COLUMNS: readonly Column[] = [
  {
    name: "time (estimated)",
    of: ({ duration_seconds }) => duration_seconds,
    expects: ({ minutes }) => minutes * 60,
    text: duration,
  },
  {
    name: "tokens",
    of: ({ prompt_tokens, completion_tokens }) => prompt_tokens + completion_tokens,
    expects: (estimated) => estimated.tokens,
    text: tokens,
  },
  { name: "cost", of: ({ cost }) => cost, expects: ({ cost }) => cost, text: money },
];

function cell({ of, expects, text }: Column, stats: StepStats, estimated: Estimated): string {
  const expected = expects(estimated);
  return expected ? `${text(of(stats))} (${text(expected)})` : of(stats) > 0 ? text(of(stats)) : "";
}

function together(a: Estimated, b: Estimated): Estimated {
  const cost = a.cost === undefined && b.cost === undefined ? undefined : (a.cost ?? 0) + (b.cost ?? 0);
  return {
    tokens: a.tokens + b.tokens,
    minutes: a.minutes + b.minutes,
    guessed: a.guessed || b.guessed,
    ...defined({ cost }),
  };
}

const MARKS = { added: "+", changed: "~", removed: "-" } as const;

function changes(run: Run, style: Style, width: number): string[] {
  const { files, deviations, drift, unseen, left_out } = runEffects(run, {});
  const shown = files.slice(0, MOST_FILES).map(({ path, how, steps }) => {
    return cut(`  ${MARKS[how]} ${visible(path)} (${how} by ${steps.join(", ")})`, width);
  });
  return [
    "",
    files.length === 0
      ? "No file of the project changed. Files outside of it were not compared."
      : `${counted(files.length, "file")} changed:`,
    ...shown,
    ...(files.length > MOST_FILES ? [style.dim(`  … and ${files.length - MOST_FILES} more`)] : []),
    ...(unseen.length > 0
      ? [style.yellow(cut(`  ? changes of ${unseen.join(", ")} are unknown: no files were compared`, width))]
      : []),
    ...left_out
      .slice(0, MOST_FILES)
      .map(({ path, because }) =>
        style.yellow(cut(`  ? ${visible(path)} is in no snapshot: ${visible(because)}`, width)),
      ),
    ...deviations.flatMap(({ step, what }) =>
      wrap(`! ${step} deviated from the plan: ${visible(what)}`, width - 4).map((line) => style.yellow(`  ${line}`)),
    ),
    ...drift.slice(0, MOST_FILES).map(({ step, what }) => style.yellow(cut(`  ! ${step}: ${visible(what)}`, width))),
  ];
}
