import { randomUUID } from "node:crypto";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { liveLease } from "./holder.ts";

export interface TakeOptions {
  snapshot?: string;
  run_id?: string;
  /** Only takes over a run that has started; starts none. */
  onlyStarted?: boolean;
}

/**
 * Makes this process the executor of the plan: starts the run, or takes it over from a dead process. Refused while the
 * holder of the lease is alive. A paused plan is taken over, not resumed: a person's command does that before.
 */
export async function acquireRun(
  desk: Desk,
  id: PlanId,
  lease: Lease,
  options: TakeOptions = {},
): Promise<Outcome<RunningPlan>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const plan = found.value.kind === "standing" ? found.value.state : undefined;
  if (plan === undefined) return no("wrong_state", `${id} cannot run: its journal or text is not usable.`);
  const command = commandFor(desk, plan, lease, options);
  if (!command.ok) return command;
  const taken = await desk.record(id, [command.value], lease.id);
  if (taken.refusal || taken.plan === undefined)
    return { ok: false, refusal: taken.refusal ?? no("not_found", "The plan no longer exists.").refusal };
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
      return yes({ type: "start", run_id, lease, ...defined({ snapshot }) });
    case "executing":
    case "paused":
    case "stalled":
      return takeOver(desk, plan, lease);
    case "cancelled":
      // Its executor was killed before it recorded the end of its steps.
      return onlyStarted && isLeftAtWork(plan) ? takeOver(desk, plan, lease) : wrong(plan);
    default:
      return wrong(plan);
  }
}

/** Whether steps of a cancelled plan, or processes that they keep, may still run: their executor died before it ended them. */
export function isLeftAtWork({ status, run }: LivePlan): boolean {
  if (status !== "cancelled" || run === undefined) return false;
  const keeps = run.lease !== undefined && run.plan.steps.some(({ keeps }) => keeps !== undefined);
  return keeps || run.steps.count("in_progress") > 0;
}

function takeOver(desk: Desk, plan: LivePlan, lease: Lease): Outcome<PlanCommand> {
  const held = liveLease(desk, plan);
  if (held !== undefined) {
    return no("lost_lease", `${plan.id} is run by process ${held.pid} on ${held.host}.`, {
      hint: "It can be paused, resumed and cancelled from here.",
      facts: { lease: held },
    });
  }
  const from = plan.run?.lease?.id;
  return yes({ type: "take_lease", lease, ...defined({ from }) });
}

function wrong({ id, status }: LivePlan): Outcome<never> {
  return no("wrong_state", `${id} is ${status.replace("_", " ")}: only an approved plan can run.`);
}
