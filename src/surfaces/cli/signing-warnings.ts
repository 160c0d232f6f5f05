import type { Desk, FoundPlan } from "../../desk/desk.ts";
import * as run from "../../run/signing-warnings.ts";

/** Extensions that still connect get five seconds: a person waits for the answer. */
const PATIENCE = 5_000;

/** What an approver should know of a plan that is recorded here. pi is loaded only if a step lists a tool of an extension. */
export async function signingWarnings(desk: Desk, view: FoundPlan): Promise<run.SigningWarnings> {
  if (view.kind !== "standing") return { changed: [], warnings: [] };
  return run.signingWarnings(desk, view.state, async (names) => {
    const { stepToolsHere } = await import("../../agent/step-tools-here.ts");
    return stepToolsHere(desk, names, { patience: PATIENCE });
  });
}
