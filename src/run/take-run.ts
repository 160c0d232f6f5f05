import { randomUUID } from "node:crypto";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { liveLease } from "./live-lease.ts";

export interface TakeOptions {
  snapshot?: string;
  run_id?: string;
  /** Nothing is begun: only what was begun before is taken over. */
  onlyStarted?: boolean;
}

/**
 * Makes this process the one that carries out the plan: starts it, or goes on where another has ended. A live one is never
 * robbed. Who resumes a paused plan is a person, and has said so before.
 */
export async function takeRun(
  desk: Desk,
  id: PlanId,
  lease: Lease,
  options: TakeOptions = {},
): Promise<Outcome<RunningPlan>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const plan = found.value.kind === "standing" ? found.value.state : undefined;
  if (plan === undefined) return no("wrong_state", `${id} cannot be carried out as it stands.`);
  const command = commandFor(desk, plan, lease, options);
  if (!command.ok) return command;
  const taken = await desk.record(id, [command.value], lease.id);
  if (taken.refusal || taken.plan === undefined)
    return { ok: false, refusal: taken.refusal ?? no("not_found", "It is gone.").refusal };
  return yes(taken.plan as RunningPlan);
}

function commandFor(
  desk: Desk,
  plan: LivePlan,
  lease: Lease,
  { snapshot, run_id = randomUUID(), onlyStarted }: TakeOptions,
): Outcome<PlanCommand> {
  switch (plan.status) {
    case "approved":
      if (onlyStarted) return no("wrong_state", `${plan.id} is approved: it was not started.`);
      return yes({ type: "start", run_id, lease, ...(snapshot !== undefined && { snapshot }) });
    case "executing":
    case "paused":
    case "stalled":
      return takeOver(desk, plan, lease);
    case "cancelled":
      // Its executor was killed before it could say how its steps ended.
      return onlyStarted && isLeftAtWork(plan) ? takeOver(desk, plan, lease) : wrong(plan);
    default:
      return wrong(plan);
  }
}

/** Whether steps of a cancelled plan still count as being at work: whoever was to end them may be gone. */
export function isLeftAtWork({ status, run }: LivePlan): boolean {
  return status === "cancelled" && run !== undefined && run.steps.count("in_progress") > 0;
}

function takeOver(desk: Desk, plan: LivePlan, lease: Lease): Outcome<PlanCommand> {
  const held = liveLease(desk, plan);
  if (held !== undefined) {
    return no("lost_lease", `${plan.id} is carried out by process ${held.pid} on ${held.host}.`, {
      hint: "It can be paused, resumed and cancelled from here.",
      facts: { lease: held },
    });
  }
  const from = plan.run?.lease?.id;
  return yes({ type: "take_lease", lease, ...(from !== undefined && { from }) });
}

function wrong({ id, status }: LivePlan): Outcome<never> {
  return no("wrong_state", `${id} is ${status.replace("_", " ")}: only an approved plan is carried out.`);
}
