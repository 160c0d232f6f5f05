import { amendedStep } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { NO_STATS } from "../lifecycle/step-result.ts";
import type { Step } from "../plan/plan.ts";
import { endProcessesOf } from "./end-processes.ts";
import type { Checked } from "./run-command.ts";
import type { RunSettings } from "./run-settings.ts";

export interface Recovery {
  /** `leave`: they are interrupted, and nobody is asked about them; a person looks by themselves. */
  onInterrupted: RunSettings["on_interrupted"] | "leave";
  /** Runs a step's check. */
  verify(step: Step, command: string): Promise<Checked>;
  tell(words: string): void;
}

/**
 * Steps that were in progress when their executor ended, and those about which a person is asked already: nobody knows
 * how far they got, and none is repeated silently. What they had started is ended first; then a check decides, or a
 * person, or what the settings say for both.
 */
export async function recoverSteps(
  { run, requests }: Pick<RunningPlan, "run" | "requests">,
  { onInterrupted, verify, tell }: Recovery,
): Promise<PlanCommand[]> {
  const asked = openRequests(requests).flatMap((open) => (open.kind === "interruption" ? [open.step_id] : []));
  const lost = run.plan.steps.filter(({ id }) => run.steps.get(id)?.status === "in_progress" || asked.includes(id));
  // All of them before the first check: none is disturbed by what another step has left.
  for (const { id } of lost) {
    const subagent = run.steps.get(id)?.subagent_id;
    const ended = subagent === undefined ? 0 : await endProcessesOf(subagent);
    if (ended > 0) tell(`Ended ${ended} processes that step ${id} had left behind.`);
  }
  const commands: PlanCommand[] = [];
  for (const step of lost) commands.push(...(await settle(step)));
  return commands;

  async function settle(step: Step): Promise<PlanCommand[]> {
    const { id: step_id, verify: command } = step;
    if (command !== undefined) {
      tell(`Step ${step_id} was interrupted; its check decides.`);
      const checked = await verify(amendedStep(step, run.amendments), command);
      const notes = "it was interrupted, but its check passes";
      const result = { output: checked.said, stats: NO_STATS };
      if (checked.ok) return [{ type: "end_step", step_id, outcome: "completed", notes, result }];
    }
    const why = "its process ended while it ran";
    const isAsked = asked.includes(step_id);
    switch (onInterrupted) {
      case "leave":
        return isAsked ? [] : [{ type: "end_step", step_id, outcome: "interrupted", notes: why }];
      case "ask":
        return isAsked ? [] : [{ type: "end_step", step_id, outcome: "interrupted", notes: why, ask: true }];
      case "retry":
        return [
          ...(isAsked ? [] : [{ type: "end_step", step_id, outcome: "interrupted", notes: why } as const]),
          { type: "rerun_step", step_id },
        ];
      case "fail":
        return [{ type: "end_step", step_id, outcome: "failed", notes: why }];
    }
  }
}
