import type { Desk, Recorded } from "../desk/desk.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { newLease } from "../run/lease.ts";
import { carriedOutBy, leaseEnds } from "./carried-out-by.ts";

/** The lease under which a session carries out its plan itself: nobody else does meanwhile. */
export class SessionLease {
  readonly #desk: Desk;
  #lease: Lease | undefined;
  #plan: PlanId | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get id(): string | undefined {
    return this.#lease?.id;
  }

  /** A run begins under it. */
  async start(plan: LivePlan, run_id: string): Promise<Outcome<LivePlan>> {
    const lease = newLease();
    return this.#hold(plan.id, lease, { type: "start", run_id, lease });
  }

  /** Whatever whoever carries out the plan says of it; the lease is taken before, if nobody alive has it. */
  async record(plan: LivePlan, command: PlanCommand): Promise<Outcome<LivePlan>> {
    const taken = this.#plan === plan.id ? undefined : await this.#take(plan);
    if (taken && !taken.ok) return taken;
    return outcomeOf(await this.#desk.record(plan.id, [command], this.#lease?.id));
  }

  /** The session carries out nothing any more. Its process may live on: others here are told so. */
  end(): void {
    if (this.#lease) leaseEnds(this.#lease.id);
    this.#lease = undefined;
    this.#plan = undefined;
  }

  /** Lets anybody else take the plan up: it is paused until then. A step must not be in progress. */
  async release(plan: LivePlan): Promise<void> {
    if (this.#plan === plan.id) await this.#desk.record(plan.id, [{ type: "release_lease" }], this.#lease?.id);
    this.end();
  }

  async #take({ id }: LivePlan): Promise<Outcome<unknown>> {
    const found = await this.#desk.plan(id);
    if (!found.ok) return found;
    const plan = found.value.kind === "standing" ? found.value.state : undefined;
    const held = plan && carriedOutBy(this.#desk, plan);
    if (plan === undefined || held) return no("lost_lease", `${id} is carried out by process ${held?.pid}.`);
    const from = plan.run?.lease?.id;
    const lease = newLease();
    return this.#hold(id, lease, { type: "take_lease", lease, ...(from !== undefined && { from }) });
  }

  /** Of two who try at once, one has it: the other changes nothing. */
  async #hold(id: PlanId, lease: Lease, command: PlanCommand): Promise<Outcome<LivePlan>> {
    const held = outcomeOf(await this.#desk.record(id, [command], lease.id));
    if (!held.ok) return held;
    this.end();
    this.#plan = id;
    this.#lease = lease;
    return held;
  }
}

function outcomeOf({ refusal, plan }: Recorded): Outcome<LivePlan> {
  if (refusal) return { ok: false, refusal };
  return plan ? yes(plan) : no("not_found", "The plan is gone.");
}
