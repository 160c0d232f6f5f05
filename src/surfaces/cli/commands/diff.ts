import { stripVTControlCharacters } from "node:util";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { defined } from "../../../plan/defined.ts";
import { visible } from "../../../plan/visible.ts";
import { openPlanSnapshots, patchOf, stepsWithUnknownChanges } from "../../../run/open-plan-snapshots.ts";
import type { Run } from "../commands.ts";
import { isTerminal } from "../output.ts";
import { refused, reply } from "../reply.ts";
import { paintedDiff, type Style } from "../style.ts";
import { unknownChanges } from "../unknown-changes.ts";

/** The files that a plan, or one of its steps, changed, as a patch. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const plan = await usablePlan(desk, id);
  if (!plan.ok) return refused(plan.refusal);
  const opened = await openPlanSnapshots(desk, plan.value, session.env);
  if (!opened.ok) return refused(opened.refusal);
  const found = await patchOf(opened.value, step);
  if (!found.ok) return refused(found.refusal);
  const { from, to, files, patch } = found.value;
  const json = { diff: { plan_id: id, ...defined({ step }), from, to, files, patch } };
  const warnings = unknownChanges(step === undefined ? stepsWithUnknownChanges(opened.value) : []);
  if (files.length === 0)
    return reply(json, `${step === undefined ? id : `Step ${step}`} changed no file of the project.`, warnings);
  // A pipe gets the exact bytes of the patch; a terminal gets invisible characters spelled out.
  return reply(json, isTerminal(1) ? painted(patch, session.style) : patch, warnings);
};

function painted(patch: string, style: Style): string {
  return patch
    .split("\n")
    .map((line) => {
      const shown = visible(stripVTControlCharacters(line) === line ? line : JSON.stringify(line), { multiline: true });
      return paintedDiff(style, line, shown);
    })
    .join("\n");
}
