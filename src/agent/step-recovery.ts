import { isDeepStrictEqual } from "node:util";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { Run, RunningPlan } from "../lifecycle/plan-state.ts";
import { changesAfterLoss } from "../run/changes-after-loss.ts";
import { checkByCommand } from "../run/check-by-command.ts";
import { liveExecutor } from "../run/holder.ts";
import { interruptDeadRun } from "../run/interrupt-dead-run.ts";
import { recoverSteps } from "../run/recover.ts";
import { currentStep, readyStep, runningPlan } from "../run/running-plan.ts";
import type { PlanSession } from "./plan-session.ts";

/**
 * A step that was in progress when its process ended: how far it got is unknown. Its check finds out, and may take
 * long. Until then the agent can only read, whatever a person says; then the run is paused, and continues when a
 * person resumes it.
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

  /** Resolves when the check has decided, if one runs. */
  get underWay(): Promise<void> | undefined {
    return this.#underWay;
  }

  /** Called before this agent gets a plan in the middle of a step: from here on it can only read. */
  expect(plan: RunningPlan): void {
    const step = currentStep(plan);
    if (step === undefined) return;
    const words = `The check of step ${step.id} is running: it was interrupted, and nothing is changed before that has decided.`;
    this.#session.restraint.put({ because: "checking", step_id: step.id, words });
  }

  /** Returns at once if a check has to run: with the unchanged plan, and an agent that can only read. */
  async begin(): Promise<void> {
    if (this.#underWay !== undefined) return;
    const plan = runningPlan(await this.#session.agent.plan());
    // A step of a live process is not lost: that process knows how far it got, and nothing of it is ended here.
    if (plan === undefined || liveExecutor(this.#session.agent.desk, plan) !== undefined)
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
      // Still unknown: the agent stays read-only.
      .catch(trouble)
      .then(() => this.#goOn())
      .catch(trouble);
    this.#session.tell({ type: "checking", plan_id: plan.id, step_id: step.id });
  }

  /** A person's command for when the check has decided; the last one counts. */
  afterwards(wish: (() => Promise<unknown>) | undefined): void {
    this.#afterwards = wish;
  }

  /** Stops the check: the step is then interrupted, unless the plan was left or ended. */
  interrupt(): void {
    this.#stop.abort();
  }

  /** The session has left the plan. */
  stop(): void {
    this.#afterwards = undefined;
    this.interrupt();
  }

  /** The session ends, and with it the check: the next session checks again. */
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
    // Not the agent's own mark: all other processes started here have it.
    const subagent = (id: string) => plan.run.steps.get(id)?.subagent_id ?? `check-${agent.id}`;
    const ended = await recoverSteps(plan, {
      desk,
      onInterrupted: "leave",
      files: { afterLoss: (lost) => changesAfterLoss(desk, plan, env, lost) },
      verify: (one, command) => check(one, command, signal, subagent(one.id)),
      tell: (text) => this.#session.tell({ type: "run", news: { type: "note", text } }),
    });
    if (this.#isClosed) return;
    // Handed off or ended in between: the next session checks for itself.
    const [state, now] = [await agent.state(), runningPlan(await agent.plan())];
    if (state.phase !== "executing" || now?.id !== plan.id) return restraint.lift("checking");
    // It continues when a person resumes it. A step that waits for a decision does not continue by itself anyway.
    const isToWait = step !== undefined || (now.status === "executing" && readyStep(now) !== undefined);
    const pause: PlanCommand[] = now.status === "executing" ? [{ type: "pause" }] : [];
    // Another process may have started it again while the check ran, and left it: that attempt was not checked.
    const isSame = ({ steps }: Run) =>
      ended.every(
        (one) => !("step_id" in one) || isDeepStrictEqual(steps.get(one.step_id), plan.run.steps.get(one.step_id)),
      );
    const found = (run: Run) => (isSame(run) ? [...ended, ...pause] : undefined);
    const settled = isToWait ? await interruptDeadRun(desk, plan.id, found) : undefined;
    if (settled?.ok === false && settled.refusal.kind !== "lost_lease") throw new Error(settled.refusal.message);
    restraint.lift("checking");
    if (step?.verify !== undefined && settled?.ok) {
      const isDone = settled.value.run?.steps.get(step.id)?.status === "completed";
      const how = isDone ? "completed" : "interrupted";
      this.#session.tell({ type: "checked", plan_id: plan.id, step_id: step.id, outcome: how });
    }
    this.#session.tell({ type: "changed" });
  }

  /** Events during the check were skipped. */
  async #goOn(): Promise<void> {
    this.#underWay = undefined;
    if (this.#isClosed) return;
    const wish = this.#afterwards;
    this.#afterwards = undefined;
    await this.#session.catchUp();
    await wish?.();
  }
}
