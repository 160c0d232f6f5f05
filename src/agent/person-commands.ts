import type { KnownAgent } from "../desk/known-agents.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { pulses } from "../desk/pulses.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import { ENDS, type LivePlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import type { PlanId, StepId } from "../plan/plan.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportSummary } from "../run/failure-report-text.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import { carryOutHere } from "./carry-out-here.ts";
import { checkFirst } from "./check-first.ts";
import type { PlanSession } from "./plan-session.ts";
import { settleLost } from "./settle-lost.ts";

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

  /** Nothing new starts; with `atOnce`, what runs is interrupted. */
  async pause(atOnce = false): Promise<Outcome<string>> {
    const { run } = this.#session;
    const found = await this.#plan();
    if (found.ok && found.value.id === run.planId) await run.started();
    const plan = found.ok ? await this.#plan() : found;
    if (!plan.ok) return plan;
    run.recovery.afterwards(undefined);
    if (atOnce) run.recovery.interrupt();
    const isLeased = plan.value.run?.lease !== undefined;
    const sent = await this.#send(plan.value.id, { type: "pause", ...(atOnce && isLeased && { now: true }) });
    // The host may have been first, after a check that was ended.
    const now = sent.ok ? sent : await this.#plan();
    if (!sent.ok && !(now.ok && now.value.status === "paused")) return sent;
    return yes("Paused: nothing new starts. /plan resume goes on.");
  }

  /** Goes on where it was: an approved plan is started, an interrupted step begins again. */
  async resume(): Promise<Outcome<string>> {
    const found = await this.#stopped();
    if (!found.ok) return found;
    const plan = found.value;
    const waits = await checkFirst(this.#session, () => this.resume());
    if (waits !== undefined) return waits;
    if (this.#session.isHeld && plan.status === "changes_requested") {
      this.#session.restraint.lift("held");
      await this.#session.catchUp();
      return yes("The agent revises its plan.");
    }
    this.#session.restraint.lift("held");
    if (plan.status === "approved") return this.carryOut(plan.id);
    // Whoever carries it out must find everything said when the pause ends. What was asked about is answered there.
    for (const step_id of interruptedUnasked(plan)) {
      const again = await this.#send(plan.id, { type: "retry_step", step_id });
      if (!again.ok) return again;
    }
    if (plan.status !== "executing") {
      const sent = await this.#send(plan.id, { type: "resume" });
      if (!sent.ok) return sent;
    }
    return (await this.#goesOnBy(plan)) ?? this.carryOut(plan.id);
  }

  /** Another has it, or it is carried out here: they hear of it by themselves. A model that was stopped is told. */
  async #goesOnBy(plan: LivePlan): Promise<Outcome<string> | undefined> {
    const { agent, run } = this.#session;
    if (run.planId === plan.id) {
      await run.goOn();
      return yes(`${plan.id} goes on.`);
    }
    const by = carriedOutBy(agent.desk, plan);
    if (by === undefined) return undefined;
    return yes(`${plan.id} goes on: process ${by.pid} on ${by.host} has it.`);
  }

  /** A step, or all that failed; then it runs again. */
  async retry(step?: StepId): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const waits = await checkFirst(this.#session, () => this.retry(step));
    if (waits !== undefined) return waits;
    const command: PlanCommand = step === undefined ? { type: "retry" } : { type: "retry_step", step_id: step };
    const sent = await this.#send(plan.value.id, command);
    if (!sent.ok) return sent;
    const { id, status } = sent.value;
    if (status === "paused") return yes(`Step ${step} is to be done again. /plan resume goes on.`);
    return (await this.#goesOnBy(sent.value)) ?? this.carryOut(id);
  }

  async skip(step_id: StepId, reason: string): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const sent = await this.#send(plan.value.id, { type: "skip_step", step_id, reason });
    if (!sent.ok) return sent;
    const then = sent.value.status === "failed" ? " /plan retry goes on with the rest." : "";
    return yes(`Step ${step_id} is skipped.${then}`);
  }

  async decide(decision_id: string, selections: string[]): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const sent = await this.#send(plan.value.id, { type: "decide", decision_id, selections });
    return sent.ok ? yes(`${decision_id}: ${selections.join(", ")}.`) : sent;
  }

  /** A step that was interrupted, and nobody will find out how far it got. */
  async failStep(step_id: StepId, reason: string): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const settled = await settleLost(this.#session.agent.desk, plan.value);
    if (!settled.ok) return settled;
    const sent = await this.#send(plan.value.id, { type: "fail_step", step_id, ...(reason && { reason }) });
    return sent.ok ? yes(`Step ${step_id} is marked as failed. /plan resume goes on.`) : sent;
  }

  /** Nobody will carry it on. It can be retried. */
  async fail(reason: string): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    const settled = await settleLost(this.#session.agent.desk, plan.value);
    if (!settled.ok) return settled;
    const report = failureReport(settled.value);
    const summary = report && failureReportSummary(report);
    const sent = await this.#send(settled.value.id, {
      ...{ type: "fail", reason: reason || `marked as failed by ${this.#by.name}` },
      ...(summary && { summary }),
    });
    if (!sent.ok && sent.refusal.kind === "step_in_progress")
      return no("step_in_progress", sent.refusal.message, { hint: "/plan pause --now stops it first." });
    return sent.ok ? yes(`${sent.value.id} is marked as failed. /plan retry tries it again.`) : sent;
  }

  /** Ends a plan that is not this session's. */
  async cancelOther(): Promise<Outcome<string>> {
    const plan = await this.#plan();
    if (!plan.ok) return plan;
    if (plan.value.id === (await this.#session.agent.plan())?.id) return this.cancel();
    await settleLost(this.#session.agent.desk, plan.value);
    const sent = await this.#send(plan.value.id, { type: "cancel" });
    return sent.ok ? yes(`${sent.value.id} is cancelled.`) : sent;
  }

  /** The plan, if there is one, and planning with it. */
  async cancel(): Promise<Outcome<string>> {
    const found = await this.#session.agent.plan();
    const plan = found && !ENDS.includes(found.status) ? found : undefined;
    this.#restIfAtWork();
    if (plan !== undefined) {
      // A session carries it out itself: nothing is left of it but what is interrupted below.
      if (this.#session.isBySubagents) await settleLost(this.#session.agent.desk, plan);
      const sent = await this.#send(plan.id, { type: "cancel" });
      if (!sent.ok) return sent;
    }
    const left = await this.#session.leave("cancelled", this.#by);
    if (!left.ok && plan === undefined) {
      if (left.refusal.kind !== "broken_journal") return left;
      return left.refusal.facts?.["kind"] === "missing" ? this.#leaveLost() : stuck(left.refusal.message);
    }
    return yes(plan === undefined ? "Plan mode is off." : `${plan.id} is cancelled; plan mode is off.`);
  }

  /**
   * Somebody removed what was kept of this agent, with `git clean`, say: nothing is left that could be protected. This is
   * no way out for an agent. No tool of it writes there in any mode, and no command in the sandbox; whoever removes it all
   * the same leaves the agent read-only, and it takes a person's own word here to end that. It stands in the record.
   */
  async #leaveLost(): Promise<Outcome<string>> {
    const aside = await this.#session.agent.setAside(this.#by);
    if (!aside.ok) return stuck(aside.refusal.message);
    this.#session.restraint.lift("held");
    await this.#session.apply();
    return yes("Plan mode is off. What was kept of it is gone: somebody removed it.");
  }

  /** Leaves plan mode; the plan stays as it is. */
  async handOff(): Promise<Outcome<string>> {
    const plan = await this.#session.agent.plan();
    this.#restIfAtWork();
    if (!this.#session.isBySubagents) await this.#session.run.handOver();
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
  carryOut(id: PlanId): Promise<Outcome<string>> {
    return carryOutHere(this.#session, this.#by, id);
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

  /** What was just interrupted is done again too: it has to have ended first, and whoever has it takes a moment. */
  async #stopped(): Promise<Outcome<LivePlan>> {
    const { desk } = this.#session.agent;
    for await (const _ of pulses(desk, AbortSignal.timeout(STOPS_WITHIN_MS))) {
      const plan = await this.#plan();
      if (!plan.ok || !isStopping(plan.value) || carriedOutBy(desk, plan.value) === undefined) return plan;
    }
    return this.#plan();
  }

  #send(id: PlanId, command: PlanCommand): Promise<Outcome<LivePlan>> {
    return this.#session.agent.desk.send(id, command, this.#by);
  }
}

const STOPS_WITHIN_MS = 10_000;

function isStopping(plan: LivePlan): boolean {
  return plan.status === "paused" && plan.now === true && plan.run.steps.count("in_progress") > 0;
}

/** Steps that were interrupted, and nobody was asked about. */
function interruptedUnasked({ run, requests }: LivePlan): StepId[] {
  const asked = openRequests(requests).flatMap((request) => (request.kind === "interruption" ? [request.step_id] : []));
  return run?.steps.that("interrupted").filter((id) => !asked.includes(id)) ?? [];
}

function stuck(message: string): Outcome<never> {
  return no("broken_journal", message, { hint: "/new starts a session that does not plan." });
}
