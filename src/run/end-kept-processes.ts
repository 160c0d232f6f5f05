import type { Run } from "../lifecycle/plan-state.ts";
import { endProcessesOf } from "./end-processes.ts";

/** The mark of a kept process. Not the one of its step: what a check leaves is ended by that. */
export function keptAgent(subagent: string): string {
  return `${subagent}-kept`;
}

/** Ends the processes that steps of this run keep, if their executor died and left them. */
export async function endKeptProcesses({ plan, steps }: Pick<Run, "plan" | "steps">): Promise<void> {
  for (const { id, keeps } of plan.steps) {
    const subagent = keeps === undefined ? undefined : steps.get(id)?.subagent_id;
    if (subagent !== undefined) await endProcessesOf(keptAgent(subagent));
  }
}
