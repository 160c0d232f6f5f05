import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { openRequests, type RequestState, runsAgainAt } from "../lifecycle/request.ts";
import { defined } from "../plan/defined.ts";
import type { StepId } from "../plan/plan.ts";

/** An interrupted step without a decision since; with its request, if one is open. */
export interface InterruptedStep {
  step_id: StepId;
  title: string;
  /** Its check finds out how far it got when the plan continues. */
  hasCheck: boolean;
  request?: RequestState;
  /** A person decided that it runs again then. */
  until?: string;
}

/** What a person can decide on an interrupted step. The order is the same everywhere: a number means one act. */
export const INTERRUPTED_CHOICES = [
  { word: "again", label: "Run it again", description: "its effects so far may happen twice" },
  { word: "failed", label: "Mark it as failed" },
  { word: "skip", label: "Skip it", description: "it counts as done by you" },
] as const;

/** Besides these, for a step that its provider refuses. They come after the others, so that each number keeps its act. */
export function providerChoices(wait_minutes: number) {
  return [
    { word: "wait", label: "Wait, then run it again", description: `in ${wait_minutes} min, without asking` },
    { word: "stop", label: "Stop here", description: "the plan is paused until you resume it" },
  ] as const;
}

export type InterruptedChoice = (typeof INTERRUPTED_CHOICES)[number]["word"];

export function interruptedSteps({ run, requests }: LivePlan): InterruptedStep[] {
  if (run === undefined) return [];
  const lost = run.steps.that("interrupted");
  if (lost.length === 0) return [];
  const asked = openRequests(requests);
  return lost.map((step_id) => {
    const step = run.plan.steps.find(({ id }) => id === step_id);
    const request = asked.find((open) => open.kind === "interruption" && open.step_id === step_id);
    return {
      step_id,
      title: step?.title ?? step_id,
      hasCheck: step?.verify !== undefined,
      ...defined({ request, until: request && runsAgainAt(request) }),
    };
  });
}

/** The command that a choice stands for, where no request is open. */
export function interruptedCommand(choice: InterruptedChoice, step_id: StepId): PlanCommand {
  switch (choice) {
    case "again":
      return { type: "retry_step", step_id };
    case "failed":
      return { type: "fail_step", step_id };
    case "skip":
      return { type: "skip_step", step_id, reason: "it was interrupted" };
  }
}
