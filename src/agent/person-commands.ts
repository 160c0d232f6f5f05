import type { KnownAgent } from "../desk/known-agents.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import { ENDS, type LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { isLive } from "./live-mark.ts";
import type { PlanSession } from "./plan-session.ts";

/** What a person may ask of a session's plan, whichever surface they are at. The answer is what was done, in words. */
export class PersonCommands {
  readonly #session: PlanSession;
  readonly #by: Person;
  readonly #id: PlanId | undefined;

  /** Of the session's own plan, unless another is named. */
  constructor(session: PlanSession, by: Person, id?: PlanId) {
    this.#session = session;
    this.#by = by;
    this.#id = id;
  }

  async pause(): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const sent = await this.#send(plan.value.id, { type: "pause" });
    return sent.ok ? yes("Paused: nothing new starts. /plan resume goes on.") : sent;
  }

  /** Goes on where it was: an approved plan is started, an interrupted step begins again. */
  async resume(): Promise<Outcome<string>> {
    const found = await this.#plan();
    if (!found.ok) return found;
    const plan = found.value;
    if (this.#session.isHeld && plan.status === "changes_requested") {
      this.#session.isHeld = false;
      await this.#session.catchUp();
      return yes("The agent revises its plan.");
    }
    this.#session.isHeld = false;
    if (plan.status === "approved") return this.carryOut(plan.id);
    if (plan.status !== "executing") {
      const sent = await this.#send(plan.id, { type: "resume" });
      if (!sent.ok) return sent;
    }
    const interrupted = "run" in plan && plan.run ? stepsThat(plan.run.steps, "interrupted") : [];
    for (const step_id of interrupted) {
      const again = await this.#send(plan.id, { type: "retry_step", step_id });
      if (!again.ok) return again;
    }
    return this.carryOut(plan.id);
  }

  /** A step, or all that failed; then it runs again. */
  async retry(step?: StepId): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const command: PlanCommand = step === undefined ? { type: "retry" } : { type: "retry_step", step_id: step };
    const sent = await this.#send(plan.value.id, command);
    return sent.ok ? this.carryOut(plan.value.id) : sent;
  }

  async skip(step_id: StepId, reason: string): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const sent = await this.#send(plan.value.id, { type: "skip_step", step_id, reason });
    return sent.ok ? yes(`Step ${step_id} is skipped.`) : sent;
  }

  async decide(decision_id: string, selections: string[]): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const sent = await this.#send(plan.value.id, { type: "decide", decision_id, selections });
    return sent.ok ? yes(`${decision_id}: ${selections.join(", ")}.`) : sent;
  }

  /** The plan, if there is one, and planning with it. */
  async cancel(): Promise<Outcome<string>> {
    const found = await this.#session.agent.plan();
    const plan = found && !ENDS.includes(found.status) ? found : undefined;
    this.#restIfAtWork();
    if (plan !== undefined) {
      const sent = await this.#send(plan.id, { type: "cancel" });
      if (!sent.ok) return sent;
    }
    this.#session.run.interrupt();
    const left = await this.#session.leave("cancelled", this.#by);
    if (!left.ok && plan === undefined) {
      const isLost = left.refusal.kind === "broken_journal";
      return isLost
        ? no("broken_journal", left.refusal.message, { hint: "/new starts a session that does not plan." })
        : left;
    }
    return yes(plan === undefined ? "Plan mode is off." : `${plan.id} is cancelled; plan mode is off.`);
  }

  /** Leaves plan mode; the plan stays as it is. */
  async handOff(): Promise<Outcome<string>> {
    const plan = await this.#session.agent.plan();
    this.#restIfAtWork();
    const left = await this.#session.leave("handed_off", this.#by);
    if (!left.ok) return left;
    return yes(plan === undefined ? "Plan mode is off." : `Plan mode is off; ${plan.id} is kept. /plans shows it.`);
  }

  /** Goes on here with planning whose session is gone; the task, if the agent has to be told of it. */
  async takeUp({ id, task, plan_id }: KnownAgent): Promise<Outcome<string | undefined>> {
    const { agent } = this.#session;
    const left = await agent.desk.sendAgent(id, { type: "leave", how: "handed_off" }, this.#by);
    if (!left.ok) return left;
    const entered = await this.#session.enter(this.#by, task === undefined ? {} : { task });
    if (!entered.ok) return entered;
    if (plan_id === undefined) return yes(task);
    const submitted = await agent.send({ type: "submit", plan_id }, HOST);
    if (!submitted.ok) return submitted;
    await this.#session.catchUp();
    return yes(undefined);
  }

  /** Ends planning whose session is gone; its plan stays. */
  async forget({ id }: KnownAgent): Promise<Outcome<string>> {
    const left = await this.#session.agent.desk.sendAgent(id, { type: "leave", how: "cancelled" }, this.#by);
    return left.ok ? yes("It is ended.") : left;
  }

  /** Takes an approved plan into this session and carries it out. */
  async carryOut(id: PlanId): Promise<Outcome<string>> {
    const { agent, run } = this.#session;
    const found = await agent.desk.plan(id);
    if (!found.ok) return found;
    const plan = found.value.kind === "standing" ? found.value.state : undefined;
    if (plan === undefined || !canRun(plan)) {
      return no("wrong_state", `${id} is ${plan?.status ?? "not to be trusted"}: only an approved plan runs.`);
    }
    const free = await this.#takeFromOthers(id);
    if (!free.ok) return free;
    const state = await agent.state();
    if (state.phase !== "inactive" && "plan_id" in state && state.plan_id !== id) {
      return no("already_planning", "This session is at another plan.", { hint: "/plan handoff leaves it." });
    }
    const [signature] = plan.approval.signatures.slice(-1);
    if (signature === undefined) return no("wrong_state", `${id} is not signed.`);
    const phase = state.phase === "gathering" ? "inactive" : state.phase;
    if (state.phase === "inactive") {
      const entered = await agent.send({ type: "enter", task: plan.approval.signed.plan.title }, this.#by);
      if (!entered.ok) return entered;
    }
    if (phase === "inactive") {
      const submitted = await agent.send({ type: "submit", plan_id: id }, HOST);
      if (!submitted.ok) return submitted;
    }
    if (phase !== "executing") {
      const begun = await agent.send({ type: "begin", approved_by: signature.by, approved_at: signature.at }, HOST);
      if (!begun.ok) return begun;
    }
    // Nobody here knows how far another session got with its step.
    const isTaken = phase !== "executing" && (await run.isInStep());
    if (isTaken) await run.recover();
    await this.#session.apply();
    if (isTaken) return yes(`${id} was interrupted in the middle of a step. /plan resume goes on.`);
    const going = plan.status === "approved" ? run.start() : run.goOn();
    going.catch((error) => this.#session.tell({ type: "trouble", error }));
    // A command that comes first may take long; whoever sits here can go on typing meanwhile.
    if (!this.#session.canAsk()) await going;
    return yes(`${id} is carried out here.`);
  }

  /** Two sessions never carry out one plan. One that is gone has left it. */
  async #takeFromOthers(id: PlanId): Promise<Outcome<undefined>> {
    const { desk, id: own } = this.#session.agent;
    for (const row of await desk.store.listAgents()) {
      if (row.id === own || row.plan_id !== id || row.phase !== "executing") continue;
      if (isLive(desk.home, row.id)) return no("wrong_state", `Another session carries out ${id}.`);
      const left = await desk.sendAgent(row.id, { type: "leave", how: "handed_off" }, this.#by);
      if (!left.ok) return left;
    }
    return yes(undefined);
  }

  /** An agent in the middle of its turn does not go on without bounds in the same one. */
  #restIfAtWork(): void {
    if (!this.#session.context.isIdle()) this.#session.rest("Plan mode was left.");
  }

  async #plan(): Promise<Outcome<LivePlan>> {
    const named = this.#id === undefined ? undefined : await this.#session.agent.desk.plan(this.#id);
    if (named && !named.ok) return named;
    if (named?.value.kind === "standing") return yes(named.value.state);
    const plan = (await this.#session.agent.plan()) ?? (await this.#session.lastPlan());
    return plan === undefined ? no("not_found", "There is no plan here.", { hint: "/plans lists all." }) : yes(plan);
  }

  #send(id: PlanId, command: PlanCommand): Promise<Outcome<LivePlan>> {
    return this.#session.agent.desk.send(id, command, this.#by);
  }
}

function canRun(
  plan: LivePlan,
): plan is Extract<LivePlan, { status: "approved" | "executing" | "paused" | "stalled" }> {
  return ["approved", "executing", "paused", "stalled"].includes(plan.status);
}

function stepsThat(steps: Record<StepId, { status: string }>, status: string): StepId[] {
  return Object.keys(steps).filter((id) => steps[id]?.status === status);
}
