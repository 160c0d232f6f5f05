import type { Outcome } from "../desk/outcome.ts";
import { usablePlan } from "../desk/usable-plan.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import type { Acting, Done } from "./act.ts";
import { done } from "./done.ts";
import { interruptIfDead } from "./interrupt-if-dead.ts";
import { stepsNamed } from "./steps-named.ts";

export interface Cancelled {
  act: "cancel";
  /** Steps that it interrupted, or that were interrupted before. */
  interrupted: StepId[];
}

export interface CancelWish {
  note?: string | undefined;
  /** The version that the person saw. Compared only before a run: a run continues while a person decides. */
  seen?: number | undefined;
  /** The version that must still be the current one, in any state of the plan. */
  expected?: number | undefined;
}

/** Ends a plan. If it is the session's own, plan mode ends with it. */
export async function cancelPlan(
  { desk, by, session }: Acting,
  id: PlanId,
  { note, seen, expected }: CancelWish = {},
): Promise<Outcome<Done<Cancelled>>> {
  const isOwn = session !== undefined && (await session.plan())?.id === id;
  // An agent in the middle of its turn stays restricted until the turn ends.
  if (isOwn) session.rest();
  const found = await usablePlan(desk, id);
  // Ending a plan needs no text, so a plan with an unreadable file can be cancelled.
  if (!found.ok && found.refusal.kind !== "unreadable") return found;
  // The session's own model runs the step: leaving interrupts it.
  const settled = found.ok && !(isOwn && !session.isBySubagents) ? await interruptIfDead(desk, found.value, by) : found;
  if (found.ok && !settled.ok) return settled;
  const version = expected ?? (settled.ok && settled.value.run ? undefined : seen);
  const sent = await desk.send(id, { type: "cancel", ...(note && { note }) }, by, version);
  if (!sent.ok) return sent;
  const left = isOwn ? await session.leave("cancelled", by) : undefined;
  const plan = sent.value;
  const before = plan.run?.steps.that("interrupted") ?? [];
  // Their process interrupts them as soon as it reads the cancellation.
  const now = plan.run?.steps.that("in_progress") ?? [];
  const lost = [
    ...(before.length > 0 ? [` ${stepsNamed(before, "was", "were")} interrupted.`] : []),
    ...(now.length > 0 ? [` ${stepsNamed(now, "is", "are")} interrupted.`] : []),
  ].join("");
  const mode = left?.ok ? " Plan mode is off." : "";
  return done(desk, {
    plan,
    fact: { act: "cancel", interrupted: [...before, ...now] },
    words: `Cancelled ${id}.${lost}${mode}`,
    goes: { by: "none" },
  });
}
