import type { Move, NextAction } from "./next-action.ts";
import { isPossible } from "./offers.ts";
import type { LivePlan } from "./plan-state.ts";
import { openRequests } from "./request.ts";

/** The live process that has a run: this one, another one, or none. */
export type Holder = "here" | "process" | "none";

/** The actions a person has on a plan in this state, the likeliest first; none that its process would refuse. */
export function nextActions(plan: LivePlan, holder: Holder): NextAction[] {
  const action = (move: Move, what: string): NextAction => ({ move, plan: plan.id, what });
  const cancel = action("cancel", "cancel it");
  const clone = action("clone", "start over as a new plan");
  switch (plan.status) {
    case "proposed":
      return [action("approve", "review it"), cancel];
    case "needs_review":
      return [action("approve", "decide on it"), cancel];
    case "changes_requested":
      return [action("propose", "propose its next revision"), cancel];
    case "approved":
      return [
        action("run", "run it"),
        plan.queued ? action("unqueue", "take it out of the queue") : action("queue", "add it to the queue"),
        cancel,
      ];
    case "executing":
    case "paused":
    case "stalled": {
      const now = holder === "none" ? interrupted(plan) : plan;
      const isRun = now.status === "executing" && holder !== "none";
      const asked = answers(now, holder);
      if (isRun) return [...asked, action("watch", "follow it"), action("pause", "pause it"), ...ofSteps(now), cancel];
      // A plan that no process runs can continue whether or not its status says that it runs.
      const mayGoOn = now.status === "executing" || isPossible("resume", now);
      const isAtWork = (now.run?.steps.count("in_progress") ?? 0) > 0;
      return [
        ...(mayGoOn ? [action("resume", "continue it")] : []),
        ...asked,
        ...ofSteps(now),
        ...rollBack(now, holder),
        ...(isAtWork ? [] : [action("fail", "mark the plan as failed")]),
        clone,
        cancel,
      ];
    }
    case "failed": {
      const hasFailed = (plan.run?.steps.count("failed") ?? 0) > 0;
      const retry = action("retry", hasFailed ? "retry the failed steps" : "continue with the other steps");
      return [retry, ...ofSteps(plan), ...rollBack(plan, holder), clone, cancel];
    }
    case "rejected":
    case "completed":
    case "cancelled":
      return [...rollBack(holder === "none" ? interrupted(plan) : plan, holder), clone, ...archive(plan)];
  }
}

/** The actions that a person has whether or not a process runs the plan. */
export function certainActions(plan: LivePlan): NextAction[] {
  const others = nextActions(plan, "process");
  return nextActions(plan, "none").filter(({ move, about }) =>
    others.some((other) => other.move === move && other.about === about),
  );
}

/** The plan as every act makes it first if its process is dead. */
function interrupted(plan: LivePlan): LivePlan {
  const lost = plan.run?.steps.that("in_progress") ?? [];
  if (plan.run === undefined || lost.length === 0) return plan;
  const steps = lost.reduce((all, id) => {
    const step = all.get(id);
    return step ? all.with(id, { ...step, status: "interrupted" }) : all;
  }, plan.run.steps);
  const run = { ...plan.run, steps };
  return plan.status === "executing" ? { ...plan, run, status: "paused", why: "left" } : { ...plan, run };
}

/** Of a plan that has ended. */
function archive({ id, archived }: LivePlan): NextAction[] {
  return [
    archived
      ? { move: "archive", plan: id, flag: "undo", what: "move it out of the archive" }
      : { move: "archive", plan: id, what: "move it to the archive" },
  ];
}

/** What its run waits for. Decisions are taken by the steps that need them; a dead step needs no more rights. */
function answers({ id, requests }: LivePlan, holder: Holder): NextAction[] {
  return openRequests(requests)
    .filter(({ kind }) => kind !== "decision")
    .filter((request) => !(request.kind === "amendment" && !request.unattended && holder === "none"))
    .map((request) => ({ move: "answer", plan: id, about: request.id, what: "answer what it waits for" }));
}

/** Another process would not see that the files change under it. */
function rollBack(plan: LivePlan, holder: Holder): NextAction[] {
  if (plan.run?.snapshot === undefined || holder === "process" || !isPossible("roll_back", plan)) return [];
  return [{ move: "rollback", plan: plan.id, what: "undo what the run changed" }];
}

function ofSteps(plan: LivePlan): NextAction[] {
  const { id, run } = plan;
  const actions: NextAction[] = [];
  const add = (move: Move, about: string, what: string) => actions.push({ move, plan: id, about, what });
  for (const step of run?.plan.steps ?? []) {
    const now = run?.steps.get(step.id)?.status;
    const { decision_id } = step;
    if (now === "needs_decision" && decision_id !== undefined && isPossible("decide", plan)) {
      if (!actions.some(({ about }) => about === decision_id))
        add("decide", decision_id, `decide what ${step.id} waits for`);
    }
    if (now !== "failed" && now !== "interrupted") continue;
    add("retry", step.id, `retry step ${step.id}`);
    add("skip", step.id, `continue without step ${step.id}`);
    if (now === "interrupted" && isPossible("fail_step", plan)) add("fail", step.id, `mark step ${step.id} as failed`);
  }
  return actions;
}
