import { archivePlans } from "../../../acts/archive-plans.ts";
import { actingFrom, planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";

/** Moves the plan that is named, or the session's own, to the archive, or back. */
export async function archive(
  session: PlanSession,
  by: Person,
  { plan: named, undo }: { plan: string | undefined; undo: boolean },
): Promise<Outcome<string>> {
  const found = await planInSession(session, named);
  if (!found.ok) return found;
  const moved = await archivePlans(actingFrom(session, by), [found.value.id], { undo, env: session.env });
  const [refusal] = moved.refused;
  return refusal ? { ok: false, refusal } : yes(moved.words);
}
