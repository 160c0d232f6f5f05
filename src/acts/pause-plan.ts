import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { liveExecutor } from "../run/holder.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";
import { stepsNamed } from "./steps-named.ts";

export interface Paused {
  act: "pause";
  already: boolean;
  /** Steps that end by themselves first. */
  finishing: StepId[];
  /** Steps that this pause stopped, or that a dead process left. */
  interrupted: StepId[];
}

/** Starts no new steps; `now` also interrupts those that run. */
export async function pausePlan(
  { desk, by, session }: Acting,
  id: PlanId,
  { now }: { now: boolean },
): Promise<Outcome<Done<Paused>>> {
  if (session?.running === id) await session.started();
  const found = await usablePlan(desk, id);
  if (!found.ok) return found;
  const isChecking = session?.isChecking === true && !now;
  session?.dropWish({ stop: now });
  const before = found.value.run?.steps.that("interrupted") ?? [];
  // A dead process cannot pause its run: its steps are marked interrupted, which pauses the plan.
  const settled = isChecking ? found : await interruptIfDead(desk, found.value, by);
  if (!settled.ok) return settled;
  const isStopped = now && liveExecutor(desk, settled.value) !== undefined;
  const sent = await desk.send(id, { type: "pause", ...(isStopped && { now: true }) }, by);
  const after = sent.ok ? sent : await usablePlan(desk, id);
  // Another pause, or the end of a check, may have come first.
  if (!sent.ok && !(after.ok && after.value.status === "paused" && sent.refusal.kind === "wrong_state")) return sent;
  if (!after.ok) return after;
  const plan = after.value;
  const running = plan.run?.steps.that("in_progress") ?? [];
  const lost = (plan.run?.steps.that("interrupted") ?? []).filter((step) => !before.includes(step));
  const fact: Paused = {
    act: "pause",
    already: !sent.ok && lost.length === 0,
    finishing: isStopped ? [] : running,
    interrupted: isStopped ? running : lost,
  };
  return done(desk, { plan, fact, words: wordsOf(id, fact, lost), goes: { by: "none" } });
}

function wordsOf(id: PlanId, { already, finishing, interrupted }: Paused, lost: readonly StepId[]): string {
  const words = already ? `${id} is paused already.` : `Paused ${id}: no new step starts.`;
  if (finishing.length > 0) return `${words} ${stepsNamed(finishing, "ends", "end")} first.`;
  if (lost.length > 0) return `${words} ${stepsNamed(lost, "was", "were")} interrupted: the process is gone.`;
  return interrupted.length > 0 ? `${words} ${stepsNamed(interrupted, "is", "are")} interrupted.` : words;
}
