import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { Step } from "../plan/plan.ts";
import type { PlanSession } from "./plan-session.ts";
import { currentStep, type RunningPlan, readyStep, runningPlan } from "./running-plan.ts";
import type { StepCommands } from "./step-commands.ts";

/** The run that the step belongs to. */
interface Surroundings {
  /** Whatever else the run would do by itself waits for this work. */
  alone: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** As the one that carries out the plan. */
  record(plan: LivePlan, command: PlanCommand): Promise<unknown>;
}

/**
 * A step that was in progress when its process ended: nobody knows how far it got. Its check may, and may take long.
 * Until it has decided, the agent only reads, whoever speaks; then the run is paused, and goes on when a person says so.
 */
export class StepRecovery {
  readonly #session: PlanSession;
  readonly #commands: StepCommands;
  readonly #run: Surroundings;
  #underWay: Promise<void> | undefined;
  #afterwards: (() => Promise<unknown>) | undefined;
  #isClosed = false;

  constructor(session: PlanSession, commands: StepCommands, run: Surroundings) {
    this.#session = session;
    this.#commands = commands;
    this.#run = run;
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
    if (plan === undefined) return this.#session.restraint.lift("checking");
    this.expect(plan);
    const step = currentStep(plan);
    const decided = this.#run.alone(() => this.#decide(plan, step));
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

  /** The process ends, and with it the check: the next one looks again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#afterwards = undefined;
    this.#commands.interrupt();
    await this.#underWay;
  }

  async #decide(plan: RunningPlan, step: Step | undefined): Promise<void> {
    const { agent, restraint } = this.#session;
    const isDone = step?.verify !== undefined && (await this.#commands.check(step)).ok;
    if (this.#isClosed) return;
    // Handed off or cancelled meanwhile: whoever takes it up looks for themselves.
    const state = await agent.state();
    if (state.phase !== "executing" || state.plan_id !== plan.id) return restraint.lift("checking");
    const outcome = isDone ? "completed" : "interrupted";
    if (step !== undefined) {
      const notes = isDone ? "interrupted, but its check passes" : "the process ended while it ran";
      await this.#run.record(plan, { type: "end_step", step_id: step.id, outcome, notes });
    }
    const left = runningPlan(await agent.plan());
    // It goes on when a person says so. What only waits for a decision does not go on by itself anyway.
    const isToWait = left?.status === "executing" && (step !== undefined || readyStep(left) !== undefined);
    if (isToWait) await this.#run.record(plan, { type: "pause" });
    if (left && currentStep(left)) throw new Error(`Step ${currentStep(left)?.id} could not be ended.`);
    restraint.lift("checking");
    if (step?.verify !== undefined)
      this.#session.tell({ type: "checked", plan_id: plan.id, step_id: step.id, outcome });
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
