import { type Approvers, quorumOf } from "../lifecycle/approvers.ts";
import { doneWords } from "../lifecycle/counts-words.ts";
import type { Holder } from "../lifecycle/next-actions.ts";
import { bindingPlan, type LivePlan } from "../lifecycle/plan-state.ts";
import { stepCounts } from "../lifecycle/step-counts.ts";
import { commandsToRun } from "../plan/commands-to-run.ts";
import { dependants } from "../plan/graph.ts";
import type { StepId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { interruptedSteps } from "./interrupted-steps.ts";
import { stepsNamed } from "./steps-named.ts";

/** The acts whose effects can be told before they are done. Those of a roll back are files: `prepareRollBack` has them. */
export const ACTS_WITH_EFFECTS = [
  "approve",
  "request-changes",
  "reject",
  "withdraw",
  "reopen",
  "edit",
  "start",
  "pause",
  "resume",
  "cancel",
  "retry",
  "skip",
  "fail",
  "decide",
  "model",
  "queue",
  "archive",
  "clone",
] as const;
export type ActWithEffects = (typeof ACTS_WITH_EFFECTS)[number];

export interface EffectsWish {
  act: ActWithEffects;
  step?: StepId | undefined;
  now?: boolean;
  /** Of the queue. */
  change?: "add" | "remove" | "up" | "down" | "first" | undefined;
  holder: Holder;
  approvers: Approvers;
}

const QUEUE_EFFECTS: Record<NonNullable<EffectsWish["change"]>, string> = {
  add: "The plan waits for its turn in the queue, and starts when a process runs the queue.",
  remove: "The plan leaves the queue. It stays approved, and starts only when a person runs it.",
  up: "The plan changes places with the one before it.",
  down: "The plan changes places with the one after it.",
  first: "The plan starts before all others that wait.",
};

/** What an act would do to this plan, in sentences that name no command. */
export function actEffects(plan: LivePlan, wish: EffectsWish): string[] {
  const { act, step, now = false, holder } = wish;
  const { run } = plan;
  const text = bindingPlan(plan);
  const counts = stepCounts(plan);
  const working = run?.steps.that("in_progress") ?? [];
  const isRunning = holder !== "none" && (plan.status === "executing" || working.length > 0);
  switch (act) {
    case "approve": {
      const commands = commandsToRun(plan.proposal.plan).length;
      const signed = "signatures" in plan ? plan.signatures.length : 0;
      const missing = quorumOf(plan, wish.approvers) - signed - 1;
      return [
        `Your signature goes under exactly this text of revision ${plan.proposal.revision}.`,
        ...(missing > 0 ? [`${counted(missing, "more signature")} will be needed before it can run.`] : []),
        ...(commands > 0
          ? [`${counted(commands, "command")} will run exactly as written, without another question.`]
          : []),
        "Later edits of the text void the signature.",
      ];
    }
    case "request-changes": {
      const left = plan.allowed_revisions - plan.proposal.revision;
      return [
        "The plan goes back to its author with your comments.",
        left > 0
          ? `${counted(left, "revision")} can still be proposed.`
          : "No revision is left: a person will have to approve it, reject it, or grant one more.",
      ];
    }
    case "reject":
      return ["The plan ends here: it never runs. A copy of it can be proposed as a new plan."];
    case "withdraw":
      return ["The proposal is taken back; it costs a revision."];
    case "reopen":
      return ["One more revision may be proposed."];
    case "edit": {
      const signatures = "approval" in plan && plan.approval ? plan.approval.signatures.length : 0;
      const given = "signatures" in plan ? plan.signatures.length : signatures;
      return [
        "The text of the plan is replaced.",
        ...(given > 0
          ? [
              `${counted(given, "signature")} of the earlier text ${given === 1 ? "does" : "do"} not count for the new one.`,
            ]
          : []),
        ...(isRunning ? ["The run pauses until a person decides which text holds."] : []),
      ];
    }
    case "start":
      return [`${counted(counts.total - counts.done, "step")} will run on this machine.`];
    case "pause":
      if (working.length === 0) return ["No new step starts."];
      return now
        ? [
            "No new step starts.",
            `${stepsNamed(working, "is", "are")} interrupted: how far it got is unknown afterwards.`,
          ]
        : ["No new step starts.", `${stepsNamed(working, "ends", "end")} first.`];
    case "resume": {
      const lost = interruptedSteps(plan);
      const checked = lost.filter(({ hasCheck }) => hasCheck).map(({ step_id }) => step_id);
      const asked = lost
        .filter(({ hasCheck, until }) => !hasCheck && until === undefined)
        .map(({ step_id }) => step_id);
      return [
        `The run continues: ${doneWords(counts)}.`,
        ...(checked.length > 0 ? [`A check finds out first how far these steps got: ${checked.join(", ")}.`] : []),
        ...(asked.length > 0 ? [`You are asked what happens to these steps: ${asked.join(", ")}.`] : []),
      ];
    }
    case "cancel":
      return [
        "The plan ends and never runs again. Files stay as they are.",
        ...(working.length > 0 ? [`${stepsNamed(working, "is", "are")} interrupted.`] : []),
      ];
    case "retry": {
      const failed = step === undefined ? (run?.steps.that("failed") ?? []) : [step];
      return [
        `${stepsNamed(failed, "runs", "run")} once more, from the beginning. What ${failed.length === 1 ? "it" : "they"} changed before stays.`,
        ...waiting(plan, failed),
      ];
    }
    case "skip": {
      const later = step === undefined ? [] : dependants(text.steps, step);
      return [
        `Step ${step ?? ""} counts as done by you; your reason is recorded.`,
        ...(later.length > 0 ? [`Steps that depend on it can run: ${later.join(", ")}.`] : []),
      ];
    }
    case "fail":
      if (step === undefined) return ["The plan is marked as failed. Its failed steps can be retried afterwards."];
      return [`Step ${step} is marked as failed.`, ...blocked(text.steps, step)];
    case "decide":
      return [
        "Steps that wait for this decision can run.",
        ...(run === undefined ? [] : ["Steps that ran with an earlier answer are marked as outdated."]),
      ];
    case "model":
      return ["What is left of the plan runs with that model. The signed text stays as it is."];
    case "queue":
      return [QUEUE_EFFECTS[wish.change ?? "add"]];
    case "archive":
      return plan.archived
        ? ["The plan moves out of the archive."]
        : ["The plan moves to the archive. Its snapshots are deleted: it cannot be rolled back then."];
    case "clone":
      return ["A copy of the text is proposed as a new plan: not signed, and none of its steps done."];
  }
}

function waiting(plan: LivePlan, failed: readonly StepId[]): string[] {
  const later = [...new Set(failed.flatMap((id) => dependants(bindingPlan(plan).steps, id)))];
  return later.length > 0 ? [`Steps that wait for it: ${later.join(", ")}.`] : [];
}

function blocked(steps: Parameters<typeof dependants>[0], step: StepId): string[] {
  const later = dependants(steps, step);
  return later.length > 0 ? [`Steps that depend on it cannot run: ${later.join(", ")}.`] : [];
}
