import type { MarkedStatus } from "../parts/step-mark.tsx";
import type { StepView } from "./step-view.ts";

/** What needs a person first, then what happens now. */
const ORDER: readonly MarkedStatus[] = ["failed", "waits", "interrupted", "needs_decision", "in_progress"];

/** The step that is shown before a person chooses one: the last of a run that is over. */
export function firstStep(views: readonly StepView[]): StepView | undefined {
  for (const status of ORDER) {
    const found = views.find((view) => view.status === status);
    if (found) return found;
  }
  const ended = views.filter(({ state }) => state !== undefined && state.attempts > 0);
  return ended.at(-1) ?? views[0];
}
