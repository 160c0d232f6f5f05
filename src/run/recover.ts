import type { Desk } from "../desk/desk.ts";
import { amendedStep } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { NO_STATS, type StepResult } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import type { Step } from "../plan/plan.ts";
import { endLostSteps } from "./end-lost-steps.ts";
import type { Checked } from "./run-command.ts";
import type { RunSettings } from "./run-settings.ts";
import type { FileTracker, StepFileChanges } from "./step-file-tracker.ts";

export interface Recovery {
  desk: Desk;
  /** `leave`: they are interrupted, and no request is opened. */
  onInterrupted: RunSettings["on_interrupted"] | "leave";
  /** Only steps with an open request; others may be running. */
  onlyAsked?: boolean;
  /** Runs a step's check. */
  verify(step: Step, command: string): Promise<Checked>;
  files: Pick<FileTracker, "afterLoss">;
  tell(words: string): void;
}

/**
 * For steps that were in progress when their executor died, and those with an open request about it: how far they got is
 * unknown, and none is repeated silently. Their processes are ended first; then a check decides, or a person, or what the
 * settings say for both.
 */
export async function recoverSteps(
  { run, requests }: Pick<RunningPlan, "run" | "requests">,
  { desk, onInterrupted, onlyAsked = false, verify, files, tell }: Recovery,
): Promise<PlanCommand[]> {
  // A step that waits for its provider ended by itself, and a person decided when it runs again.
  const asked = openRequests(requests).flatMap((open) =>
    open.kind === "interruption" && open.until === undefined ? [open.step_id] : [],
  );
  const isLost = (id: string) => asked.includes(id) || (!onlyAsked && run.steps.get(id)?.status === "in_progress");
  const lost = run.plan.steps.filter(({ id }) => isLost(id));
  // Also without a lost step: processes that steps kept may have planted something.
  if (lost.length === 0 && (onlyAsked || run.plan.steps.every(({ keeps }) => keeps === undefined))) return [];
  // For all of them before the first check: processes of one step must not disturb the check of another.
  const planted = await endLostSteps(desk, run, lost, { tell, mayOthersRun: onlyAsked });
  const commands: PlanCommand[] = [];
  for (const step of lost) commands.push(...(await settle(step)));
  return commands;

  async function settle(step: Step): Promise<PlanCommand[]> {
    const { id: step_id, verify: command } = step;
    // The process that it would keep is gone: no check can say that it is done.
    if (command !== undefined && step.keeps === undefined) {
      tell(`Step ${step_id} was interrupted; its check decides.`);
      const checked = await verify(amendedStep(step, run.amendments), command);
      const notes = "it was interrupted, but its check passes";
      if (checked.ok) {
        const result = { output: checked.said, stats: NO_STATS, ...(await changesOf(step)) };
        return [{ type: "end_step", step_id, outcome: "completed", notes, result }];
      }
    }
    const why = "its process ended while it ran";
    const isAsked = asked.includes(step_id);
    const ending = { step_id, notes: why, ...plantedBy(step) };
    switch (onInterrupted) {
      case "leave":
        return isAsked ? [] : [{ type: "end_step", outcome: "interrupted", ...ending }];
      case "ask":
        return isAsked ? [] : [{ type: "end_step", outcome: "interrupted", ask: true, ...ending }];
      case "retry":
        return [
          ...(isAsked ? [] : [{ type: "end_step", outcome: "interrupted", ...ending } as const]),
          { type: "rerun_step", step_id },
        ];
      case "fail":
        return [{ type: "end_step", outcome: "failed", ...ending }];
    }
  }

  /** An attempt that ended before the check was compared then. */
  async function changesOf(step: Step): Promise<Partial<StepResult>> {
    const { status, attempts = 1, result } = run.steps.get(step.id) ?? {};
    if (status !== "in_progress" && result?.artifacts !== undefined) return comparedEarlier(result);
    const beside = lost.filter(({ id }) => id !== step.id).map((other) => amendedStep(other, run.amendments));
    const seen = await files
      .afterLoss({ step: amendedStep(step, run.amendments), attempt: attempts, beside })
      .catch((error): StepFileChanges => {
        tell(`The changes of step ${step.id} are unknown: ${error instanceof Error ? error.message : error}`);
        return {};
      });
    const drift = [...(step === lost[0] ? planted : []), ...(seen.drift ?? [])];
    return { ...seen, ...(drift.length > 0 && { drift }) };
  }

  /** Which of several lost steps planted it is unknown: the first one's record has it. */
  function plantedBy(step: Step): { result?: StepResult } {
    if (planted.length === 0 || step !== lost[0]) return {};
    return { result: { output: "", stats: NO_STATS, drift: planted } };
  }
}

/** Without the snapshot: the tree may have changed since. */
function comparedEarlier({ artifacts, drift, left_out }: StepResult): Partial<StepResult> {
  return { ...defined({ artifacts, drift, left_out }) };
}
