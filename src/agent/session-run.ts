import { randomUUID } from "node:crypto";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { lookAtTree, type Tree } from "../desk/tree.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import { isFinished } from "../lifecycle/step-state.ts";
import type { PlanId, Step } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import type { Checked } from "../run/run-command.ts";
import type { CardDetails } from "./card-details.ts";
import { ExecutorModel } from "./executor-model.ts";
import type { PlanSession } from "./plan-session.ts";
import { approvedCard, failureCard, stepCard, summaryCard } from "./run-cards.ts";
import { canGoOn, currentStep, type RunningPlan, readyStep, runningPlan } from "./running-plan.ts";
import { SessionLease } from "./session-lease.ts";
import { StepCommands } from "./step-commands.ts";
import { StepRecovery } from "./step-recovery.ts";

/** What the model says of its step. It is a claim: the host decides with the step's check. */
export interface Claim {
  step_id: string;
  outcome: "done" | "failed";
  notes: string;
}

/**
 * A signed plan carried out in the planning session itself, one step after the other: the host starts a step, the model
 * does it and says so, the host checks it and starts the next.
 */
export class SessionRun {
  readonly #session: PlanSession;
  /** How much of the host's own work is under way: starting what is next, commands. */
  #busy = 0;
  /** The step that is next could not be started: it is not tried over and over. */
  #isRefused = false;
  /** The working tree before the run, if it began in this process. */
  #before: Tree | undefined;
  #nudges = 0;
  readonly #commands: StepCommands;
  readonly #model: ExecutorModel;
  readonly #lease: SessionLease;
  readonly recovery: StepRecovery;

  constructor(session: PlanSession) {
    this.#session = session;
    this.#commands = new StepCommands(session);
    this.#model = new ExecutorModel(session);
    this.#lease = new SessionLease(session.agent.desk);
    this.recovery = new StepRecovery(session, this.#commands, {
      alone: (work) => this.#busily(work),
      record: (plan, command) => this.#send(plan, command),
    });
  }

  /** The lease under which this session carries out its plan. */
  get leaseId(): string | undefined {
    return this.#lease.id;
  }

  /** Whether a step is being carried out now. One of a plan that was cancelled is not, whatever became of it. */
  async isInStep(): Promise<boolean> {
    const plan = runningPlan(await this.#session.agent.plan());
    return plan !== undefined && currentStep(plan) !== undefined;
  }

  /** After the countersignature. What follows from the start being recorded waits until it is said who signed. */
  start(): Promise<void> {
    return this.#busily(() => this.#start());
  }

  async #start(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan?.status !== "approved") return;
    const { approval } = plan;
    const wanted = approval.choices.executor_model;
    if (!(await this.#model.choose(wanted))) {
      const words = `The model ${wanted}, which was signed, is not available: nothing is started.`;
      this.#session.hold(words);
      return this.#trouble(words);
    }
    const before = await lookAtTree(this.#session.agent.desk.project);
    const started = await this.#lease.start(plan, randomUUID());
    if (!started.ok) return this.#trouble(started.refusal.message);
    this.#before = before;
    await this.#session.apply();
    const isFresh = this.#session.isFresh(plan.id);
    const card = approvedCard(plan.id, approval, isFresh);
    await this.#goOn(`${visible(card.by)} approved revision ${card.revision} of ${plan.id}.`, card, isFresh);
  }

  /** The model's word on its step; the answer is what comes next. */
  async report({ step_id, outcome, notes }: Claim): Promise<Outcome<string>> {
    // A step that runs when the plan is paused may still come to its end.
    const plan = await this.#running("paused");
    if (plan === undefined) return no("wrong_state", "No plan is being carried out here.");
    // What it says of a step that it did not carry out is worth nothing: another process does, or did.
    const only = await this.#session.readingOnly();
    if (only?.because === "checking" || only?.because === "elsewhere") return no("wrong_state", only.words);
    const step = plan.run.plan.steps.find(({ id }) => id === step_id);
    const status = plan.run.steps.get(step_id)?.status;
    if (step === undefined || status !== "in_progress") {
      const mine = currentStep(plan)?.id;
      return no("wrong_step_state", `${step_id} is not the step in progress${mine ? `; that is ${mine}` : ""}.`);
    }
    this.#nudges = 0;
    if (outcome === "failed") return this.#failed(plan, step, notes || "the agent says it failed");
    const checked = await this.#check(step);
    if (!checked.ok) {
      const said = `Its check did not pass: ${checked.said}`;
      return no("wrong_step_state", `${said}\nMend it and report again, or report the step as failed.`);
    }
    const ended = await this.#send(plan, {
      type: "end_step",
      step_id,
      outcome: "completed",
      notes: note(notes, checked),
    });
    if (!ended.ok) return ended;
    return yes(await this.#next());
  }

  /** A person says that it should go on: also with a step whose agent was stopped. */
  async goOn(): Promise<void> {
    const plan = await this.#running();
    const step = plan && currentStep(plan);
    if (plan === undefined || step === undefined || !this.#session.context.isIdle()) return this.catchUp();
    this.#nudges = 0;
    this.#session.say(`Go on with step ${step.id}: ${visible(step.title)}.`, stepCard(plan, step), { go: true });
  }

  /** What became possible meanwhile: a decision was taken, a person resumed, or a step was left in the middle. */
  async catchUp(): Promise<void> {
    // One at a time: what is ready is started once.
    if (this.#busy === 0) await this.#busily(() => this.#follow());
  }

  async #follow(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan === undefined) return;
    switch (plan.status) {
      case "executing":
        if (canGoOn(plan as RunningPlan) && this.#session.context.isIdle()) {
          await this.#goOn("The plan goes on.", { card: "notice", plan_id: plan.id, text: `${plan.id} goes on.` });
        }
        return;
      case "completed":
      case "failed":
        await this.#session.leave("finished", HOST);
        return;
      case "cancelled":
        if (plan.by.kind === "person") await this.#cancelled(plan);
        return;
      // The text was reviewed anew in the middle of the run.
      case "approved":
        if (this.#session.isAuto && !this.#session.isHeld) await this.#start();
        return;
      default:
        return;
    }
  }

  /** The model has stopped without a word on its step: it is reminded twice, then a person has to look. */
  async settled(): Promise<void> {
    const plan = await this.#running();
    const step = plan && currentStep(plan);
    if (plan === undefined || step === undefined || this.#busy > 0) return;
    this.#nudges += 1;
    if (this.#nudges <= 2) {
      const words = `Step ${step.id} is still in progress. Go on with it, or call report_step.`;
      this.#session.say(words, { card: "notice", plan_id: plan.id, text: words }, { go: true });
      return;
    }
    this.#nudges = 0;
    await this.#send(plan, { type: "end_step", step_id: step.id, outcome: "interrupted", notes: "the agent stopped" });
    await this.#send(plan, { type: "pause" });
    const text = `Paused: the agent stopped in the middle of step ${step.id}.`;
    const command = { command: "/plan resume", does: "lets it go on" };
    this.#session.say(text, { card: "notice", plan_id: plan.id, text, command });
  }

  async #goOn(words: string, card: CardDetails, fresh = false): Promise<void> {
    // Said before: a command that comes first may take its time.
    this.#session.say(words, card, { fresh });
    const next = await this.#next();
    const plan = await this.#running();
    const step = plan && currentStep(plan);
    if (plan && step) this.#session.say(next, stepCard(plan, step), { go: true });
    // What became possible meanwhile was passed over.
    else if (!this.#isRefused) void this.#session.catchUp();
  }

  /** Starts what is ready. Steps that are only a command run here and now, without the model. */
  #next(): Promise<string> {
    this.#isRefused = false;
    return this.#busily(() => this.#startReady());
  }

  async #startReady(): Promise<string> {
    for (;;) {
      const plan = await this.#session.agent.plan();
      if (plan === undefined || !("run" in plan) || plan.run === undefined)
        return "The plan is not here any more. Stop.";
      if (plan.status !== "executing") return `The plan is ${plan.status}. Stop here and wait for the person.`;
      const running = plan as RunningPlan;
      const step = readyStep(running);
      if (step === undefined) return this.#nothingReady(running);
      const isOpen = step.decision_id !== undefined && plan.selections[step.decision_id] === undefined;
      const type = isOpen ? "await_decision" : "start_step";
      const moved = await this.#send(plan, { type, step_id: step.id });
      this.#isRefused = !moved.ok;
      if (!moved.ok) return `Step ${step.id} cannot start: ${moved.refusal.message} Stop here and wait for the person.`;
      this.#session.tell({ type: "changed" });
      if (isOpen) continue;
      if (step.run === undefined) return `Now carry out step ${step.id}: ${visible(step.title)}.`;
      const failed = await this.#runByItself(running, step);
      if (failed !== undefined) return failed;
    }
  }

  async #nothingReady(plan: RunningPlan): Promise<string> {
    const waiting = [...plan.run.steps].filter(([, step]) => !isFinished(step));
    if (waiting.length > 0) {
      const names = waiting.map(([id, { status }]) => `${id} (${status.replace("_", " ")})`).join(", ");
      return `Nothing can go on now: ${names}. Stop here and wait for the person.`;
    }
    const done = await this.#send(plan, { type: "complete" });
    if (!done.ok) return done.refusal.message;
    await this.#session.leave("finished", HOST);
    const words = `All ${plan.run.plan.steps.length} steps of ${plan.id} are done and checked.`;
    this.#session.say(words, await this.#summary(plan, "completed"));
    return "That was the last step: the plan is complete. Say what changed and how it was verified.";
  }

  /** Somebody ended it, here or elsewhere: what was done until then is told. */
  async #cancelled(plan: Extract<LivePlan, { status: "cancelled" }>): Promise<void> {
    this.#session.rest(`${plan.id} was cancelled.`);
    await this.#session.leave("cancelled", HOST, { decided_by: plan.by });
    if (plan.run === undefined) return;
    const words = `${visible(plan.by.name)} cancelled ${plan.id}. Stop here, and wait for the person.`;
    this.#session.say(words, await this.#summary({ id: plan.id, run: plan.run }, "cancelled"));
  }

  async #summary(plan: { id: PlanId; run: Run }, how: "completed" | "cancelled"): Promise<CardDetails> {
    const { desk } = this.#session.agent;
    return summaryCard(plan, how, { before: this.#before, after: await lookAtTree(desk.project), at: desk.at() });
  }

  async #runByItself(plan: RunningPlan, step: Step): Promise<string | undefined> {
    const stop = this.#commands.signal;
    const ran = await this.#busily(() => this.#commands.run(step, step.run ?? ""));
    const checked = ran.ok ? await this.#check(step) : ran;
    if (!checked.ok && stop.aborted) {
      await this.#send(plan, {
        type: "end_step",
        step_id: step.id,
        outcome: "interrupted",
        notes: "it was interrupted",
      });
      return `Step ${step.id} was interrupted. Stop here and wait for the person.`;
    }
    if (!checked.ok) {
      const failed = await this.#failed(plan, step, checked.said);
      return failed.ok ? failed.value : failed.refusal.message;
    }
    const ended = { type: "end_step", step_id: step.id, outcome: "completed", notes: note("", ran) } as const;
    const sent = await this.#send(plan, ended);
    return sent.ok ? undefined : sent.refusal.message;
  }

  async #failed(plan: RunningPlan, step: Step, reason: string): Promise<Outcome<string>> {
    const ended = await this.#send(plan, { type: "end_step", step_id: step.id, outcome: "failed", notes: reason });
    if (!ended.ok) return ended;
    const failed = await this.#send(plan, { type: "fail", reason: `${step.id}: ${reason}` });
    if (!failed.ok) return failed;
    await this.#session.leave("finished", HOST);
    const words = `Step ${step.id} failed: ${visible(reason, { multiline: true })}\nNothing more is started. /plan retry tries it again.`;
    this.#session.say(words, failureCard(plan, step, reason));
    return yes("The plan has failed and nothing more is started. Do not undo anything. Say what state is left behind.");
  }

  #check(step: Step): Promise<Checked> {
    return this.#busily(() => this.#commands.check(step));
  }

  async #running(orElse?: "paused"): Promise<RunningPlan | undefined> {
    const plan = await this.#session.agent.plan();
    const isHere = (await this.#session.agent.state()).phase === "executing";
    const isRunning = plan?.status === "executing" || (plan?.status === "paused" && orElse === "paused");
    return isHere && isRunning ? (plan as RunningPlan) : undefined;
  }

  #send(plan: LivePlan, command: PlanCommand): Promise<Outcome<LivePlan>> {
    return this.#lease.record(plan, command);
  }

  /** Ends the command of a step that runs now; what comes after it is not started. */
  interrupt(): void {
    this.#commands.interrupt();
  }

  /** A person keeps the plan and leaves it: anybody may take it up. A step in the middle is interrupted by that. */
  async handOver(): Promise<void> {
    const plan = await this.#running("paused");
    if (plan === undefined || this.#lease.id === undefined || this.#session.restraint.has("checking")) return;
    this.interrupt();
    const step = currentStep(plan);
    const notes = "it was handed off in the middle";
    if (step) await this.#send(plan, { type: "end_step", step_id: step.id, outcome: "interrupted", notes });
    await this.#lease.release(plan);
  }

  /** The process may live on without this session. */
  close(): void {
    this.#lease.end();
  }

  /** The session carries out nothing any more: what runs for it ends, and it has its own model again. */
  async ended(): Promise<void> {
    this.recovery.afterwards(undefined);
    this.interrupt();
    this.#lease.end();
    await this.#model.giveBack();
  }

  async #busily<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
    }
  }

  #trouble(message: string): void {
    this.#session.tell({ type: "trouble", error: new Error(message) });
  }
}

function note(notes: string, { said }: Checked): string {
  return [notes, said].filter(Boolean).join("\n").slice(0, 4_000);
}
