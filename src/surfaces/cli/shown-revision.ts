import type { FoundPlan } from "../../desk/desk.ts";

/** The revision somebody who looks at the plan now sees. */
export function revisionOf(view: FoundPlan): number {
  return view.kind === "elsewhere" ? 1 : (view.state?.proposal.revision ?? 1);
}
