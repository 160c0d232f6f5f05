import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import type { ShownStatus } from "../../../lifecycle/step-look.ts";
import type { StepId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { hanging, listed, manyLines, wrapped } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { visible } from "../visible-in-terminal.ts";

/** What a step of a plan that has begun came to, so far. */
export interface StepOutcome {
  status: ShownStatus;
  notes?: string;
  error?: string;
  /** Files that it changed. */
  files: readonly string[];
  /** Changes that its plan did not announce. */
  deviations: readonly string[];
}

export type StepOutcomes = ReadonlyMap<StepId, StepOutcome>;

/** Of a plan that has run or runs; undefined before. */
export function stepOutcomes(plan: LivePlan): StepOutcomes | undefined {
  const run = "run" in plan ? plan.run : undefined;
  if (run === undefined) return undefined;
  return new Map(
    [...run.steps].map(([id, { notes, result }]) => {
      const outcome: StepOutcome = {
        status: shownStatus(run, id),
        files: result?.artifacts?.map(({ path }) => path) ?? [],
        deviations: result?.drift ?? [],
        ...(notes && { notes }),
        ...(result?.error && { error: result.error }),
      };
      return [id, outcome];
    }),
  );
}

/** So many lines of the notes stand in a folded step, and so many names of files. */
const NOTE_LINES = 3;
const FILES = 8;

export function outcomeLines(paint: Paint, outcome: StepOutcome, unfolded: boolean, room: number): string[] {
  const { notes, error, files, deviations } = outcome;
  const said = notes === undefined ? [] : manyLines(notes).flatMap((line) => wrapped(line, room - 2));
  const most = unfolded ? said.length : NOTE_LINES;
  const more = files.length - (unfolded ? files.length : FILES);
  const named = `${listed(files.slice(0, files.length - Math.max(0, more)))}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    ...said.slice(0, most).map((line, index) => `${index === 0 ? paint.fg("accent", "→ ") : "  "}${line}`),
    ...(said.length > most ? [paint.fg("dim", `  … ${counted(said.length - most, "more line")}`)] : []),
    ...(error === undefined
      ? []
      : hanging(paint.fg("error", "✗ "), visible(error.trim().replaceAll(/\s*\n\s*/g, " ")), room)),
    ...deviations.flatMap((what) =>
      hanging(paint.fg("warning", "! "), visible(what), room, (line) => paint.fg("warning", line)),
    ),
    ...(files.length === 0 ? [] : hanging("", `changed ${named}`, room, (line) => paint.fg("muted", line))),
  ];
}
