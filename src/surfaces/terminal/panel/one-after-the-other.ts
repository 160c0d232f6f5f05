import type { Run } from "../../../lifecycle/plan-state.ts";
import { Agenda } from "../../../run/agenda.ts";
import { whyWaiting } from "../../../run/schedule.ts";

/** The panel is drawn every second, and this takes too long for larger plans. */
const MOST_STEPS = 500;

/** Why a step that could begin waits for one that runs, if so: "b waits for a: both may write src". */
export function oneAfterTheOther({ plan, steps }: Run, max_parallel_steps: number): string | undefined {
  const running = steps.count("in_progress");
  if (running === 0 || running >= max_parallel_steps || steps.size > MOST_STEPS) return undefined;
  const agenda = new Agenda(plan, (id) => steps.get(id)?.status ?? "pending");
  for (const { id } of plan.steps) {
    const reason = whyWaiting(agenda, id);
    if (reason !== undefined) return `${id} ${reason}`;
  }
  return undefined;
}
