import { prepareRollBack } from "../../../acts/prepare-roll-back.ts";
import { planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { StepId } from "../../../plan/plan.ts";
import { rollbackDialog } from "../dialogs/rollback-dialog.ts";
import { doneText } from "../done-text.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";

/** Undoes the changes of a step or the whole run, after the person has confirmed them. */
export async function rollback(
  session: PlanSession,
  view: TerminalView,
  { plan: named, step, everything }: { plan: string | undefined; step: StepId | undefined; everything: boolean },
): Promise<Outcome<string>> {
  const found = await planInSession(session, named);
  if (!found.ok) return found;
  const prepared = await prepareRollBack(session.agent, found.value.id, { step, everything, env: session.env });
  if (!prepared.ok) return prepared;
  const meant = await view.waits.confirm(rollbackDialog(prepared.value.preview));
  if (meant === undefined) return yes("Nothing was rolled back.");
  const person = personHere(session, meant.press);
  return person.ok ? doneText(await prepared.value.confirm(person.value)) : person;
}
