import type { SessionPort, SignedPlan } from "../acts/session-port.ts";
import { isAgentLive } from "../desk/agent-pid-file.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { isPerson } from "../desk/persons.ts";
import { type Actor, HOST } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { currentStep, runningPlan } from "../run/running-plan.ts";
import type { PlanSession } from "./plan-session.ts";

/** A session of pi as acts see it. */
export class PiSessionPort implements SessionPort {
  readonly #session: PlanSession;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  get agent(): string {
    return this.#session.agent.id;
  }

  get running(): PlanId | undefined {
    return this.#session.run.planId;
  }

  get isBySubagents(): boolean {
    return this.#session.isBySubagents;
  }

  get isHeld(): boolean {
    return this.#session.isHeld;
  }

  get isChecking(): boolean {
    return this.#session.run.recovery.underWay !== undefined;
  }

  plan(): Promise<LivePlan | undefined> {
    return this.#session.agent.plan();
  }

  started(): Promise<void> {
    return this.#session.run.started();
  }

  /** Also for a run whose process died while this one had the same session open. */
  async checkFirst(wish: () => Promise<Outcome<unknown>>): Promise<Outcome<"checking"> | undefined> {
    const { agent, run, restraint, isBySubagents } = this.#session;
    if (!agent.isHere && (await agent.state()).phase === "executing") {
      if (!agent.takeOver()) return ELSEWHERE;
      if (!isBySubagents) await run.recovery.begin();
    } else if (restraint.has("checking")) await run.recovery.begin();
    const { underWay } = run.recovery;
    if (underWay === undefined) return undefined;
    run.recovery.afterwards(async () => {
      const done = await wish();
      if (!done.ok) this.#session.tell({ type: "trouble", error: new Error(done.refusal.message) });
    });
    if (!this.#session.canAsk()) await underWay;
    return yes("checking");
  }

  async startsApproved(plan: PlanId): Promise<boolean> {
    const { agent, approvedElsewhere } = this.#session;
    return (await agent.plan())?.id === plan || approvedElsewhere.startsHere();
  }

  dropWish({ stop }: { stop: boolean }): void {
    const { recovery } = this.#session.run;
    recovery.afterwards(undefined);
    if (stop) recovery.interrupt();
  }

  async release(): Promise<void> {
    this.#session.restraint.lift("held");
    if ((await this.plan())?.status === "changes_requested") await this.#session.catchUp();
  }

  async takeUp(plan: SignedPlan, by: Actor): Promise<Outcome<"begun" | "check_first">> {
    const { agent, run } = this.#session;
    await run.settled();
    const free = await this.#takeFromLost(plan, by);
    if (!free.ok) return free;
    const state = await agent.state();
    const busy = busyWith(state, plan.id);
    if (busy) return busy;
    const [signature] = plan.approval.signatures.slice(-1);
    if (signature === undefined) return no("wrong_state", `${plan.id} is not signed.`);
    if (!agent.takeOver()) return ELSEWHERE;
    const begun = await this.#begin(plan, state, signature, by);
    await this.#session.apply();
    if (!begun.ok) return begun;
    if (run.recovery.underWay !== undefined && !this.#session.canAsk()) await run.recovery.underWay;
    if (begun.value === "begun") await (plan.status === "approved" ? run.start() : run.goOn());
    return begun;
  }

  async goOn(): Promise<void> {
    await this.#session.run.goOn();
  }

  rest(): void {
    if (!this.#session.context.isIdle()) this.#session.rest("Plan mode was left.");
  }

  async leave(how: "cancelled" | "handed_off", by: Actor): Promise<Outcome<{ wasLost: boolean }>> {
    if (how === "handed_off" && !this.isBySubagents) await this.#session.run.handOver();
    const left = await this.#session.leave(how, by);
    if (left.ok) return yes({ wasLost: false });
    const isLost = left.refusal.kind === "broken_journal" && left.refusal.facts?.["kind"] === "missing";
    return how === "cancelled" && isLost ? this.#leaveLost(by) : left;
  }

  /**
   * The journal of this agent was removed, for example by `git clean`, so nothing is left to protect. An agent cannot
   * use this way out: none of its tools can write there in any mode, and no sandboxed command can. A process that
   * removes the journal regardless leaves the agent read-only until a person ends that here. The journal records it.
   */
  async #leaveLost(by: Actor): Promise<Outcome<{ wasLost: boolean }>> {
    if (!isPerson(by)) return no("person_needed", "Only a person ends plan mode.");
    const aside = await this.#session.agent.setAside(by);
    if (!aside.ok) return aside;
    this.#session.restraint.lift("held");
    await this.#session.apply();
    return yes({ wasLost: true });
  }

  /** A session whose process is dead has left the plan. */
  async #takeFromLost({ id }: LivePlan, by: Actor): Promise<Outcome<undefined>> {
    const { desk, id: own } = this.#session.agent;
    for (const row of await desk.store.listAgents()) {
      if (row.id === own || row.plan_id !== id || row.phase !== "executing") continue;
      if (isAgentLive(desk.home, row.id)) return no("wrong_state", `The session ${row.id} has ${id}.`);
      const left = await desk.sendAgent(row.id, { type: "leave", how: "handed_off" }, by);
      if (!left.ok) return left;
    }
    return yes(undefined);
  }

  /** The agent runs this plan from now on. `check_first`: another session had started a step of it. */
  async #begin(
    plan: SignedPlan,
    state: AgentState,
    signature: SignedPlan["approval"]["signatures"][number],
    by: Actor,
  ): Promise<Outcome<"begun" | "check_first">> {
    const { agent, run } = this.#session;
    const phase = state.phase === "gathering" ? "inactive" : state.phase;
    // How far another session got with its step is unknown here. The agent becomes read-only before the plan is its
    // own, so that it can write at no moment. A run by subagents checks that itself.
    const isAsked = phase !== "executing" && !this.isBySubagents;
    const running = isAsked ? runningPlan(plan) : undefined;
    if (running) run.recovery.expect(running);
    if (state.phase === "inactive") {
      const entered = await agent.send({ type: "enter", task: plan.approval.signed.plan.title }, by);
      if (!entered.ok) return entered;
    }
    if (phase === "inactive") {
      const submitted = await agent.send({ type: "submit", plan_id: plan.id }, HOST);
      if (!submitted.ok) return submitted;
    }
    if (phase !== "executing") {
      const begun = await agent.send({ type: "begin", approved_by: signature.by, approved_at: signature.at }, HOST);
      if (!begun.ok) return begun;
    }
    const isTaken = running !== undefined && currentStep(running) !== undefined;
    if (isTaken) await run.recovery.begin();
    return yes(isTaken ? "check_first" : "begun");
  }
}

const ELSEWHERE = no("wrong_state", "Another process has this session open.", {
  hint: "Continue there, or close it first.",
});

/** Why this session cannot take over the plan, if it has another task. */
function busyWith(state: AgentState, id: PlanId): Outcome<never> | undefined {
  if (state.phase !== "inactive" && "plan_id" in state && state.plan_id !== id) {
    return no("already_planning", "This session is at another plan.", {
      next: [{ move: "handoff", what: "leave that plan and keep it" }],
    });
  }
  if (state.phase !== "gathering" || state.plan_id !== undefined) return undefined;
  const task = state.task === undefined ? "" : ` for "${visible(state.task)}"`;
  return no("already_planning", `This session plans${task}, and has no plan of it yet.`, {
    next: [
      { move: "cancel", what: "drop that" },
      { move: "run", plan: id, what: "run this plan afterwards" },
    ],
  });
}
