import type { AssistantMessage } from "@earendil-works/pi-ai";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { StepStates } from "../lifecycle/step-states.ts";
import { type Clock, systemClock } from "../run/clock.ts";
import { JudgedStepCalls } from "../run/judge-step-calls.ts";
import { sandboxForPolicy } from "../run/project-sandbox.ts";
import { runningPlan } from "../run/running-plan.ts";
import type { StepCalls } from "../run/step-calls.ts";
import type { Assignment, StepClaim, StepHost, StepRunner } from "../run/step-runner.ts";
import type { CardDetails } from "./card-details.ts";
import { ExecutorModel } from "./executor-model.ts";
import type { PlanSession } from "./plan-session.ts";
import { stepCard } from "./run-cards.ts";
import { type Claim, type Cut, type Floor, SessionStep } from "./session-step.ts";
import { StepAttempt } from "./step-runner/step-attempt.ts";
import { StepTalk } from "./step-runner/step-talk.ts";

export interface SessionRunnerOptions {
  clock?: Clock;
  /** The model has its step. */
  begun?(): void;
  /** The model has stopped in the middle of a step, without being told to. */
  stopped?(step_id: string, why: string): void;
}

interface Report {
  step: SessionStep;
  resolve(answer: Outcome<string>): void;
}

/**
 * Steps that the model of the planning session runs, one after the other. The guard of the session limits it to the
 * step; outside of a step it can only read. A report of the model waits for the host: the answer is the result of the
 * check, the next step, or the end of the run.
 * Stopping a step aborts the model's turn, except if a person has taken the plan away: then the model can still read
 * and say what state it leaves.
 */
export class SessionRunner implements StepRunner {
  readonly #session: PlanSession;
  readonly #options: SessionRunnerOptions;
  readonly #model: ExecutorModel;
  #step: SessionStep | undefined;
  #report: Report | undefined;
  /** A person stopped the model while its report was checked: it starts nothing new by itself. */
  #isHeldBack = false;
  #settling: PromiseWithResolvers<void> | undefined;
  /** The session leaves the plan: the run no longer depends on the model's turn. */
  isLeft = false;

  constructor(session: PlanSession, options: SessionRunnerOptions = {}) {
    this.#session = session;
    this.#options = options;
    this.#model = new ExecutorModel(session);
  }

  async run(assignment: Assignment, host: StepHost): Promise<StepClaim> {
    const { clock = systemClock } = this.#options;
    const attempt = new StepAttempt(assignment, host, clock);
    const step = new SessionStep(attempt, await this.#callsOf(attempt), this.#floor);
    try {
      await attempt.thinks();
      if (!attempt.isOver) await attempt.mayGoOn();
      const { model } = assignment;
      if (!attempt.isOver && !(await this.#model.choose(model)))
        attempt.fail(`The model ${model}, which was signed, is not available.`);
      const talk = new StepTalk({ conversation: step, attempt, commands: step, turn: step.turn, clock });
      return await talk.claimAfter(`Now carry out ${step.words}`);
    } catch (error) {
      attempt.close();
      throw error;
    }
  }

  /** A person decides on a call outside the step's scope, as for a subagent. */
  async #callsOf(attempt: StepAttempt): Promise<StepCalls> {
    const { agent } = this.#session;
    const lease = runningPlan(await agent.plan())?.run.lease?.id ?? "";
    return new JudgedStepCalls(attempt.assignment, {
      desk: agent.desk,
      lease,
      canAsk: () => this.#session.canAsk(),
      sandbox: async () => sandboxForPolicy(await this.#session.sandbox()),
      duringWait: (wait) => withoutWork(attempt, wait),
    });
  }

  /** The step that the model may work on now. */
  get step(): SessionStep | undefined {
    return this.#step;
  }

  /** The model's report on its step; the answer says what comes next. */
  async report(claim: Claim, signal?: AbortSignal): Promise<Outcome<string>> {
    const step = this.#step;
    if (step?.id !== claim.step_id) {
      const mine = step === undefined ? "" : `; that is ${step.id}`;
      return no("wrong_step_state", `${claim.step_id} is not the step in progress${mine}.`);
    }
    // It was written before the agent was told of the step, or of the result of its check.
    if (claim.outcome === "done" && !step.turn.isReply)
      return no("wrong_step_state", `You have just been told of ${step.words} Do it first.`);
    // It was written before the agent could know the results of its other calls.
    if (claim.outcome === "done" && step.turn.hasFailures)
      return no("wrong_step_state", "A call before this one failed. Look at what it said first.");
    const { promise, resolve } = Promise.withResolvers<Outcome<string>>();
    const report = { step, resolve };
    const cut = () => {
      this.#isHeldBack = !step.attempt.signal.aborted;
      resolve(no("wrong_state", "It was stopped."));
    };
    signal?.addEventListener("abort", cut, { once: true });
    this.#report = report;
    step.claim(claim);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", cut);
      if (this.#report === report) this.#report = undefined;
    }
  }

  /** The result of the run, for a model that waits for it. */
  answer(words: string): void {
    this.#report?.resolve(yes(words));
  }

  /** Returns when it may continue. While a person decides on the budget, the model can still be stopped. */
  async answered(message: AssistantMessage): Promise<void> {
    const signal = this.#session.signal();
    const { promise: cut, resolve } = Promise.withResolvers<unknown>();
    signal?.addEventListener("abort", resolve, { once: true });
    await Promise.race([this.#step?.answered(message), cut]);
    signal?.removeEventListener("abort", resolve);
  }

  async turnStarted(): Promise<void> {
    await this.#step?.attempt.thinks();
    // A stopped model starts another turn, to end the step.
    if (this.#session.signal()?.aborted) return;
    this.#isHeldBack = false;
    this.#step?.wake();
  }

  turnEnded(): void {
    this.#step?.turnEnded();
  }

  called(isError: boolean): void {
    this.#step?.called(isError);
  }

  /** The model has stopped. */
  settled(cut: Cut): void {
    this.#settling?.resolve();
    this.#settling = undefined;
    const step = this.#step;
    const then = step?.settled(cut);
    if (step === undefined || then === undefined) return;
    if ("stopped" in then) {
      this.#options.stopped?.(step.id, then.stopped);
      return;
    }
    const { plan_id } = step.attempt.assignment;
    this.#session.say(then.remind, { card: "notice", plan_id, text: then.remind }, { go: true });
  }

  /** A person resumes a step whose model was stopped. */
  async prod(): Promise<void> {
    this.#isHeldBack = false;
    const step = this.#step;
    if (step === undefined || !this.#session.context.isIdle()) return;
    step.prodded();
    this.#session.say(`Go on with ${step.words}`, await this.#cardOf(step), { go: true });
  }

  /** Waiting for a person does not count towards the step's time. */
  pausedDuring<Value>(ask: () => Promise<Value>): Promise<Value> {
    const attempt = this.#step?.attempt;
    return attempt ? attempt.time.pausedDuring(() => withoutWork(attempt, ask)) : ask();
  }

  /** The session runs nothing, and has its own model again. */
  async giveModelBack(): Promise<void> {
    await this.#model.choose(undefined);
  }

  readonly #floor: Floor = {
    open: (step, words) => {
      this.#step = step;
      const report = this.#report;
      this.#report = undefined;
      if (report === undefined) void this.#tell(step, words);
      else report.resolve(report.step === step ? no("wrong_step_state", words) : yes(words));
    },
    close: (step) => {
      if (this.#step === step) this.#step = undefined;
    },
    stop: (step) => this.#stopTurn(step),
  };

  async #tell(step: SessionStep, words: string): Promise<void> {
    const go = !this.#isHeldBack;
    try {
      const card = await this.#cardOf(step);
      if (this.#step === step) this.#session.say(words, card, { go });
      this.#options.begun?.();
    } catch (error) {
      step.attempt.breakOff(error);
    }
  }

  async #stopTurn({ attempt }: SessionStep): Promise<void> {
    const { agent, context } = this.#session;
    if (this.isLeft || context.isIdle()) return;
    const found = await agent.desk.plan(attempt.assignment.plan_id);
    const isTaken = found.ok && found.value.kind === "standing" && found.value.state.status === "cancelled";
    if (isTaken || this.isLeft || context.isIdle()) return;
    this.#settling ??= Promise.withResolvers();
    const { promise } = this.#settling;
    context.abort();
    await promise;
  }

  async #cardOf({ attempt: { assignment } }: SessionStep): Promise<CardDetails> {
    const plan = runningPlan(await this.#session.agent.plan());
    const { plan: text, plan_id, step } = assignment;
    return stepCard(plan_id, plan?.run ?? { plan: text, steps: StepStates.from([]), left_out: [] }, step);
  }
}

/** Calls are judged before the first one of an answer runs: while a person is asked about one, none is at work. */
async function withoutWork<Value>(attempt: StepAttempt, ask: () => Promise<Value>): Promise<Value> {
  await attempt.thinks();
  try {
    return await ask();
  } finally {
    // One that was judged before it may run now.
    await attempt.works();
  }
}
