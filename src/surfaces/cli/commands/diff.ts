import { stripVTControlCharacters } from "node:util";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { visible } from "../../../plan/visible.ts";
import {
  type OpenedSnapshots,
  openPlanSnapshots,
  spanOf,
  stepsWithUnknownChanges,
} from "../../../run/open-plan-snapshots.ts";
import type { Run } from "../commands.ts";
import { isTerminal } from "../output.ts";
import { refused, reply } from "../reply.ts";
import type { Style } from "../style.ts";
import { unknownChanges } from "../unknown-changes.ts";

/** The files that a plan, or one of its steps, changed, as a patch. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const found = await usablePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const opened = await openPlanSnapshots(desk, found.value, session.env);
  if (!opened.ok) return refused(opened.refusal);
  const wanted = wantedIn(opened.value, step);
  if (!wanted.ok) return refused(wanted.refusal);
  const { from, to, paths } = wanted.value;
  const { snapshots } = opened.value;
  const own = new Set(paths);
  const files = (await snapshots.changed(from, to)).filter(({ path }) => own.has(path));
  const patch = files.length === 0 ? "" : await snapshots.diff(from, to, { paths: files.map(({ path }) => path) });
  const json = { diff: { plan_id: id, ...defined({ step }), from, to, files, patch } };
  const warnings = unknownChanges(step === undefined ? stepsWithUnknownChanges(opened.value) : []);
  if (files.length === 0)
    return reply(json, `${step === undefined ? id : `Step ${step}`} changed no file of the project.`, warnings);
  // A pipe gets the exact bytes of the patch; a terminal gets invisible characters spelled out.
  return reply(json, isTerminal(1) ? painted(patch, session.style) : patch, warnings);
};

function wantedIn(
  opened: OpenedSnapshots,
  step: string | undefined,
): Outcome<{ from: string; to: string; paths: string[] }> {
  if (step !== undefined) {
    const span = spanOf(opened, step);
    return span.ok ? yes({ from: span.value.before, to: span.value.after, paths: span.value.paths }) : span;
  }
  const { before = "", last = before, steps } = opened.trees;
  return yes({ from: before, to: last, paths: [...steps.values()].flatMap(({ paths }) => paths) });
}

function painted(patch: string, style: Style): string {
  return patch
    .split("\n")
    .map((line) => {
      const shown = visible(stripVTControlCharacters(line) === line ? line : JSON.stringify(line), { multiline: true });
      if (/^(?:diff |index |\+\+\+ |--- )/.test(line)) return style.bold(shown);
      if (line.startsWith("@@")) return style.cyan(shown);
      if (line.startsWith("+")) return style.green(shown);
      return line.startsWith("-") ? style.red(shown) : shown;
    })
    .join("\n");
}
