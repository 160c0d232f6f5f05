import type { StepId } from "../plan/plan.ts";
import type { Agenda, Entry } from "./agenda.ts";

export interface ScheduleLimits {
  max_parallel_steps: number;
  /** `stop`: after a failure no step starts. `continue`: steps that do not depend on it still start. */
  on_failure: "stop" | "continue";
}

export interface Schedule {
  /** To be started now, in this order. */
  start: StepId[];
  /** Ready except for an open decision. */
  ask: StepId[];
}

/** The number of steps that cannot start and are examined: a thousand that wait for one another cost no more. */
const LOOK_AHEAD = 100;

/**
 * The steps to start now. Pure: the same agenda and limits give the same answer, in the order of the plan. A step that
 * overlaps with a running one waits, and a later step that overlaps with the waiting one does not overtake it.
 */
export function schedule(agenda: Agenda, limits: ScheduleLimits, isDecided: (decisionId: string) => boolean): Schedule {
  const start: StepId[] = [];
  const ask: StepId[] = [];
  if (isHalted(agenda, limits)) return { start, ask };
  const inTheWay: Entry[] = [...agenda.running.values()];
  const later: number[] = [];
  let free = limits.max_parallel_steps - agenda.running.size;
  while (free > 0 && later.length < LOOK_AHEAD) {
    const position = agenda.ready.take();
    if (position === undefined) break;
    const entry = agenda.at(position);
    if (entry === undefined || !agenda.isReady(entry) || later.at(-1) === position) continue;
    later.push(position);
    if (entry.step.decision_id !== undefined && !isDecided(entry.step.decision_id)) {
      ask.push(entry.step.id);
      continue;
    }
    const isDisturbed = inTheWay.some((other) => agenda.overlap(entry, other) !== undefined);
    if (!isDisturbed) {
      start.push(entry.step.id);
      free -= 1;
    }
    if (entry.territory.writes) inTheWay.push(entry);
  }
  // The agenda is unchanged until the executor records the starts.
  for (const position of later) agenda.ready.add(position);
  return { start, ask };
}

/** No step starts: one failed, or one was interrupted and its progress is unknown. */
export function isHalted(agenda: Agenda, { on_failure }: Pick<ScheduleLimits, "on_failure">): boolean {
  return agenda.count("interrupted") > 0 || (on_failure === "stop" && agenda.count("failed") > 0);
}

/** Why a ready step does not run, as text for people. */
export function whyWaiting(agenda: Agenda, id: StepId): string | undefined {
  const entry = agenda.get(id);
  if (entry === undefined || !agenda.isReady(entry)) return undefined;
  for (const other of agenda.running.values()) {
    const reason = agenda.overlap(entry, other);
    if (reason !== undefined) return `waits for ${other.step.id}: ${reason}`;
  }
  return undefined;
}
