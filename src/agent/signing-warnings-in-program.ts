import type { Desk } from "../desk/desk.ts";
import { type Outcome, yes } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import * as run from "../run/signing-warnings.ts";
import { stepToolsHere } from "./step-tools-here.ts";

/** For a program's own review: what an approver should know and the plan does not tell, as `countersign show` says it. */
export async function signingWarnings(desk: Desk, id: string): Promise<Outcome<run.SigningWarnings>> {
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  return yes(await run.signingWarnings(desk, found.value, (names) => stepToolsHere(desk, names)));
}
