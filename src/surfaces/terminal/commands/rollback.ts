import { carriedOutBy } from "../../../agent/carried-out-by.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type DeskRefusal, no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { prepareRollBack } from "../../../run/roll-back-plan.ts";
import { settleDeadRun } from "../../../run/settle-dead-run.ts";
import type { Conflict } from "../../../run/snapshot.ts";
import { rollbackDialog } from "../dialogs/rollback-dialog.ts";
import type { TerminalView } from "../terminal-view.ts";
import { planOf } from "./plan-of.ts";

/** Takes back what a step or the whole run changed, if the person means it. */
export async function rollback(
  session: PlanSession,
  view: TerminalView,
  by: Person,
  step: string,
): Promise<Outcome<string>> {
  const found = await planOf(session, "");
  if (!found.ok) return found;
  const { desk } = session.agent;
  const { id, status, run } = found.value;
  const isAtWork = (run?.steps.count("in_progress") ?? 0) > 0;
  if ((isAtWork || status === "executing") && carriedOutBy(desk, found.value))
    return no("wrong_state", `${id} is being carried out.`, { hint: "/plan pause --now stops it first." });
  // What a process has left that is gone.
  const settled = isAtWork ? await settleDeadRun(desk, id) : found;
  if (!settled.ok) return settled;
  const plan = settled.value;
  const back = await prepareRollBack(desk, plan, { env: session.env, ...(step && { step }) });
  if (!back.ok) return listed(back.refusal);
  const what = step ? `step ${step}` : plan.id;
  if (!(await view.waits.meant(rollbackDialog(what, back.value)))) return yes("Nothing was taken back.");
  const done = await back.value.carryOut(by);
  if (!done.ok) return listed(done.refusal);
  const after = done.value.plan.status;
  const again = after === "failed" ? "/plan retry" : after === "paused" ? "/plan resume" : undefined;
  const left = done.value.left.map(({ path, because }) => `\n  ! ${visible(path)} was left: ${visible(because)}`);
  const words = `Taken back: ${counted(done.value.changes.length, "file")} as before.${left.join("")}`;
  return yes(again === undefined ? words : `${words} ${again} does it again.`);
}

const MOST = 20;

/** With every file that stands in the way. */
function listed(refusal: DeskRefusal): Outcome<never> {
  const conflicts = (refusal.facts?.["conflicts"] ?? []) as readonly Conflict[];
  if (conflicts.length === 0) return { ok: false, refusal };
  const more = conflicts.length - MOST;
  const lines = [
    ...conflicts.slice(0, MOST).map(({ path, because }) => `  ${visible(path)}: ${visible(because)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
  return { ok: false, refusal: { ...refusal, hint: lines.join("\n") } };
}
