import { isDeepStrictEqual } from "node:util";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { Run, RunningPlan } from "../lifecycle/plan-state.ts";
import { checkByCommand } from "../run/check-by-command.ts";
import { recoverSteps } from "../run/recover.ts";
import { settleDeadRun } from "../run/settle-dead-run.ts";
import { carriedOutBy } from "./carried-out-by.ts";
import type { PlanSession } from "./plan-session.ts";
import { currentStep, readyStep, runningPlan } from "./running-plan.ts";

/**
 * A step that was in progress when its process ended: nobody knows how far it got. Its check may, and may take long.
 * Until it has decided, the agent only reads, whoever speaks; then the run is paused, and goes on when a person says so.
 */
export class StepRecovery {
  readonly #session: PlanSession;
  #underWay: Promise<void> | undefined;
  #afterwards: (() => Promise<unknown>) | undefined;
  #stop = new AbortController();
  #isClosed = false;

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Settled when the check has decided, if one runs. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Before this agent is given a plan in the middle of a step: from here on it only reads. */
  expect(plan: RunningPlan): void {
    const step = currentStep(plan);
    if (step === undefined) return;
    const words = `The check of step ${step.id} is running: it was interrupted, and nothing is changed before that has decided.`;
    this.#session.restraint.put({ because: "checking", step_id: step.id, words });
  }

  /** Comes back at once if a check has to run: with the plan as it is, and an agent that only reads. */
  async begin(): Promise<void> {
    if (this.#underWay !== undefined) return;
    const plan = runningPlan(await this.#session.agent.plan());
    // A step that a living process has is not lost: that one knows how far it got, and nothing of it is ended here.
    if (plan === undefined || carriedOutBy(this.#session.agent.desk, plan) !== undefined)
      return this.#session.restraint.lift("checking");
    this.expect(plan);
    this.#stop = new AbortController();
    const step = currentStep(plan);
    const decided = this.#decide(plan, this.#stop.signal);
    if (step?.verify === undefined) return decided;
    const trouble = (error: unknown) => {
      if (!this.#isClosed) this.#session.tell({ type: "trouble", error });
    };
    this.#underWay = decided
      // Nobody knows more than before: the reason to only read stays.
      .catch(trouble)
      .then(() => this.#goOn())
      .catch(trouble);
    this.#session.tell({ type: "checking", plan_id: plan.id, step_id: step.id });
  }

  /** What a person wants as soon as the check has decided; the last wish counts. */
  afterwards(wish: (() => Promise<unknown>) | undefined): void {
    this.#afterwards = wish;
  }

  /** Ends the check: the step is interrupted then, unless the plan was left or ended. */
  interrupt(): void {
    this.#stop.abort();
  }

  /** The session has left the plan. */
  stop(): void {
    this.#afterwards = undefined;
    this.interrupt();
  }

  /** The session ends, and with it the check: the next one looks again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    await this.#underWay;
  }

  async #decide(plan: RunningPlan, signal: AbortSignal): Promise<void> {
    const { agent, env, restraint } = this.#session;
    const { desk } = agent;
    const step = currentStep(plan);
    const { plan: signed } = plan.approval.signed;
    const check = checkByCommand({ desk, env, sandbox: () => this.#session.sandbox(), plan: signed });
    // Not the agent's own mark: whatever else this process has started wears that.
    const subagent = (id: string) => plan.run.steps.get(id)?.subagent_id ?? `check-${agent.id}`;
    const ended = await recoverSteps(plan, {
      onInterrupted: "leave",
      verify: (one, command) => check(one, command, signal, subagent(one.id)),
      tell: (text) => this.#session.tell({ type: "run", news: { type: "note", text } }),
    });
    if (this.#isClosed) return;
    // Handed off or ended meanwhile: whoever takes it up looks for themselves.
    const [state, now] = [await agent.state(), runningPlan(await agent.plan())];
    if (state.phase !== "executing" || now?.id !== plan.id) return restraint.lift("checking");
    // It goes on when a person says so. What only waits for a decision does not go on by itself anyway.
    const isToWait = step !== undefined || (now.status === "executing" && readyStep(now) !== undefined);
    const pause: PlanCommand[] = now.status === "executing" ? [{ type: "pause" }] : [];
    // Somebody may have begun it again while the check ran, and left it: that attempt was not looked at.
    const isSame = ({ steps }: Run) =>
      ended.every(
        (one) => !("step_id" in one) || isDeepStrictEqual(steps.get(one.step_id), plan.run.steps.get(one.step_id)),
      );
    const found = (run: Run) => (isSame(run) ? [...ended, ...pause] : undefined);
    const settled = isToWait ? await settleDeadRun(desk, plan.id, found) : undefined;
    if (settled?.ok === false && settled.refusal.kind !== "lost_lease") throw new Error(settled.refusal.message);
    restraint.lift("checking");
    if (step?.verify !== undefined && settled?.ok) {
      const isDone = settled.value.run?.steps.get(step.id)?.status === "completed";
      const how = isDone ? "completed" : "interrupted";
      this.#session.tell({ type: "checked", plan_id: plan.id, step_id: step.id, outcome: how });
    }
    this.#session.tell({ type: "changed" });
  }

  /** What happened meanwhile was passed over. */
  async #goOn(): Promise<void> {
    this.#underWay = undefined;
    if (this.#isClosed) return;
    const wish = this.#afterwards;
    this.#afterwards = undefined;
    await this.#session.catchUp();
    await wish?.();
  }
}
