import { defined } from "../plan/defined.ts";
import type { Move, NextAction } from "./next-action.ts";
import { isPossible } from "./offers.ts";
import type { LivePlan, Run } from "./plan-state.ts";
import { openRequests } from "./request.ts";
import { isAllowedFrom } from "./wrong-state.ts";

/** The actions a person has on a plan in this state, the likeliest first. `isRun`: a live process runs it. */
export function nextActions(plan: LivePlan, isRun = false): NextAction[] {
  const action = (move: Move, what: string, about?: string): NextAction => {
    return { move, plan: plan.id, ...defined({ about }), what };
  };
  switch (plan.status) {
    case "proposed":
      return [action("approve", "review it")];
    case "needs_review":
      return [action("approve", "decide on it"), action("cancel", "cancel it")];
    case "changes_requested":
      return [action("propose", "propose its next revision"), action("cancel", "cancel it")];
    case "approved":
      return [action("run", "run it"), action("queue", "add it to the queue")];
    case "rejected":
      return [action("clone", "start over as a new plan")];
    case "executing":
      if (isRun) return [action("watch", "follow it"), action("pause", "pause it"), action("cancel", "cancel it")];
      return [action("resume", "continue it"), ...ofStopped(plan, false), action("cancel", "cancel it")];
    case "paused":
    case "stalled": {
      const resume = isPossible("resume", plan) ? [action("resume", "continue it")] : answers(plan);
      return [...resume, ...ofStopped(plan, false), action("cancel", "cancel it")];
    }
    case "failed":
      return [action("retry", "retry the failed steps"), ...ofStopped(plan)];
    case "completed":
    case "cancelled":
      return ofStopped(plan);
  }
}

/** What has to be answered before it can be resumed. */
function answers({ id, requests }: LivePlan): NextAction[] {
  return openRequests(requests)
    .filter(({ kind }) => kind === "budget" || kind === "model" || kind === "divergence")
    .map((request) => ({ move: "answer", plan: id, about: request.id, what: "answer what it waits for" }));
}

/**
 * The actions on a stopped run, its steps first. `isAtWork`: one of its steps runs; by default, if one is in
 * progress.
 */
export function ofStopped(plan: LivePlan, isAtWork = (plan.run?.steps.count("in_progress") ?? 0) > 0): NextAction[] {
  const { id, status, run } = plan;
  if (run === undefined) return [];
  const actions: NextAction[] = ofSteps(plan, run);
  if (run.snapshot !== undefined && isPossible("roll_back", plan) && !isAtWork)
    actions.push({ move: "rollback", plan: id, what: "undo what the run changed" });
  if (isAllowedFrom("fail", status) && !isAtWork)
    actions.push({ move: "fail", plan: id, what: "mark the plan as failed" });
  actions.push({ move: "clone", plan: id, what: "start over as a new plan" });
  return actions;
}

function ofSteps({ id, status }: LivePlan, run: Run): NextAction[] {
  const actions: NextAction[] = [];
  for (const step of run.plan.steps) {
    const now = run.steps.get(step.id)?.status;
    const { decision_id } = step;
    if (now === "needs_decision" && decision_id !== undefined && isAllowedFrom("decide", status)) {
      if (!actions.some(({ about }) => about === decision_id))
        actions.push({ move: "decide", plan: id, about: decision_id, what: `decide what ${step.id} waits for` });
    }
    if (now !== "failed" && now !== "interrupted") continue;
    if (isAllowedFrom("retry_step", status))
      actions.push({ move: "retry", plan: id, about: step.id, what: `retry step ${step.id}` });
    if (isAllowedFrom("skip_step", status))
      actions.push({ move: "skip", plan: id, about: step.id, what: `continue without step ${step.id}` });
  }
  return actions;
}
