import { randomUUID } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { compareTrees, lookAtTree, type Tree } from "../desk/tree.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { Approval, LivePlan, Run } from "../lifecycle/plan-state.ts";
import { isFinished } from "../lifecycle/step-state.ts";
import type { Step } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { type Checked, runCommand } from "../run/run-command.ts";
import type { CardDetails, PlanApproved } from "./card-details.ts";
import type { PlanSession } from "./plan-session.ts";

/** A plan that is, or was, carried out. */
export type RunningPlan = LivePlan & { run: Run; approval: Approval };

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
  #stop = new AbortController();
  /** The session's own model, while the approver's choice is in its place. */
  #modelBefore: ExtensionContext["model"];

  constructor(session: PlanSession) {
    this.#session = session;
  }

  /** Whether a step is being carried out now. */
  async isInStep(): Promise<boolean> {
    const plan = await this.#session.agent.plan();
    return (
      plan !== undefined && "run" in plan && plan.run !== undefined && currentStep(plan as RunningPlan) !== undefined
    );
  }

  /** After the countersignature. */
  async start(): Promise<void> {
    // What follows from the start being recorded waits until it is said who signed.
    this.#busy += 1;
    try {
      await this.#start();
    } finally {
      this.#busy -= 1;
    }
  }

  async #start(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan?.status !== "approved") return;
    const { approval } = plan;
    if (!(await this.#chooseModel(approval.choices.executor_model))) {
      this.#session.isHeld = true;
      return;
    }
    // A person has signed it: that is a word, too.
    this.#session.personSpeaks();
    const before = await lookAtTree(this.#session.agent.desk.project);
    const started = await this.#send(plan, { type: "start", run_id: randomUUID() });
    if (!started.ok) return this.#trouble(started.refusal.message);
    this.#before = before;
    await this.#session.apply();
    const [signature] = approval.signatures.slice(-1);
    const by = signature?.by.name ?? "A person";
    const { revision, plan: text } = approval.signed;
    const isFresh = this.#session.isFresh(plan.id);
    const left = text.steps.filter(({ id }) => approval.choices.left_out?.includes(id)).map(({ title }) => title);
    const card: PlanApproved = {
      ...{ card: "approved", plan_id: plan.id, revision, by, title: text.title, steps: text.steps.length },
      ...{ left_out: left, next: isFresh ? "runs_fresh" : "runs" },
      ...(signature?.notes && { notes: signature.notes }),
      ...(approval.choices.executor_model && { executor_model: approval.choices.executor_model }),
    };
    await this.#goOn(`${visible(by)} approved revision ${revision} of ${plan.id}.`, card, isFresh);
  }

  /** The model's word on its step; the answer is what comes next. */
  async report({ step_id, outcome, notes }: Claim): Promise<Outcome<string>> {
    // A step that runs when the plan is paused may still come to its end.
    const plan = await this.#running("paused");
    if (plan === undefined) return no("wrong_state", "No plan is being carried out here.");
    const step = plan.run.plan.steps.find(({ id }) => id === step_id);
    const status = plan.run.steps[step_id]?.status;
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
    if (this.#busy > 0) return;
    // One at a time: what is ready is started once.
    this.#busy += 1;
    try {
      await this.#follow();
    } finally {
      this.#busy -= 1;
    }
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

  /** A step that was in progress when the process ended: nobody knows how far it got. Its check may. */
  async recover(): Promise<void> {
    const plan = await this.#session.agent.plan();
    if (plan?.status !== "executing" && plan?.status !== "paused" && plan?.status !== "stalled") return;
    const step = currentStep(plan);
    if (step !== undefined) {
      const isDone = step.verify !== undefined && (await this.#check(step)).ok;
      await this.#send(plan, {
        ...{ type: "end_step", step_id: step.id, outcome: isDone ? "completed" : "interrupted" },
        notes: isDone ? "interrupted, but its check passes" : "the process ended while it ran",
      });
    }
    // It goes on when a person says so. What only waits for a decision does not go on by itself anyway.
    const left = await this.#running();
    if (left && (step !== undefined || readyStep(left) !== undefined)) await this.#send(left, { type: "pause" });
    this.#session.tell({ type: "changed" });
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
    this.#session.personSpeaks();
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
  async #next(): Promise<string> {
    this.#busy += 1;
    this.#isRefused = false;
    try {
      return await this.#startReady();
    } finally {
      this.#busy -= 1;
    }
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
    const waiting = Object.entries(plan.run.steps).filter(([, step]) => !isFinished(step));
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

  async #summary({ id, run }: Pick<RunningPlan, "id" | "run">, how: "completed" | "cancelled"): Promise<CardDetails> {
    const of = (status: string) => Object.values(run.steps).filter((step) => step.status === status).length;
    const done = run.plan.steps.filter((step) => run.steps[step.id]?.status === "completed");
    const changed = compareTrees(this.#before, await lookAtTree(this.#session.agent.desk.project));
    const files = changed.kind === "changed" ? changed.files.map(({ path }) => path) : [];
    const seconds = Math.max(0, (Date.parse(this.#session.agent.desk.at()) - Date.parse(run.started_at)) / 1_000);
    return {
      ...{ card: "summary", plan_id: id, title: run.plan.title, how, seconds },
      ...(changed.kind !== "unknown" && { files }),
      steps: {
        completed: of("completed"),
        failed: of("failed"),
        skipped: of("skipped"),
        left: of("pending") + of("needs_decision"),
      },
      verified: done.flatMap(({ title, verify }) => (verify ? [{ step: title, command: verify, passed: true }] : [])),
    };
  }

  async #runByItself(plan: RunningPlan, step: Step): Promise<string | undefined> {
    const stop = this.#stop.signal;
    const ran = await this.#command(step, step.run ?? "");
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
    this.#session.say(words, {
      ...{ card: "failure", plan_id: plan.id, title: plan.run.plan.title, reason },
      step: { id: step.id, title: step.title },
      remedies: [
        { command: `/plan retry ${step.id}`, does: "tries the step again" },
        { command: "/plans", does: "shows all plans" },
      ],
    });
    return yes("The plan has failed and nothing more is started. Do not undo anything. Say what state is left behind.");
  }

  async #check(step: Step): Promise<Checked> {
    return step.verify === undefined ? { ok: true, said: "" } : this.#command(step, step.verify);
  }

  async #command(step: Step, command: string): Promise<Checked> {
    const { agent, env } = this.#session;
    this.#busy += 1;
    try {
      const sandbox = await this.#session.sandbox();
      const turn = this.#session.signal();
      return await runCommand(command, {
        ...{ desk: agent.desk, agent: agent.id, mode: "executing", cwd: agent.desk.project, sandbox, env },
        ...(step.files && { files: step.files }),
        signal: turn ? AbortSignal.any([turn, this.#stop.signal]) : this.#stop.signal,
      });
    } finally {
      this.#busy -= 1;
    }
  }

  async #running(orElse?: "paused"): Promise<RunningPlan | undefined> {
    const plan = await this.#session.agent.plan();
    const isHere = (await this.#session.agent.state()).phase === "executing";
    const isRunning = plan?.status === "executing" || (plan?.status === "paused" && orElse === "paused");
    return isHere && isRunning ? (plan as RunningPlan) : undefined;
  }

  #send(plan: LivePlan, command: PlanCommand): Promise<Outcome<LivePlan>> {
    return this.#session.agent.desk.send(plan.id, command, HOST);
  }

  /** Ends the command of a step that runs now; what comes after it is not started. */
  interrupt(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #chooseModel(wanted: string | undefined): Promise<boolean> {
    if (wanted === undefined) return true;
    const { context, pi } = this.#session;
    this.#modelBefore = context.model;
    const model = context.modelRegistry
      .getAvailable()
      .find(({ provider, id }) => [id, `${provider}/${id}`].includes(wanted));
    if (model !== undefined && (await pi.setModel(model))) return true;
    this.#modelBefore = undefined;
    this.#trouble(`The model ${wanted}, which was signed, is not available: nothing is started.`);
    return false;
  }

  /** The session goes on with the model it had before the run. */
  async ended(): Promise<void> {
    const before = this.#modelBefore;
    this.#modelBefore = undefined;
    if (before !== undefined) await this.#session.pi.setModel(before);
  }

  #trouble(message: string): void {
    this.#session.tell({ type: "trouble", error: new Error(message) });
  }
}

export function currentStep({ run }: RunningPlan): Step | undefined {
  return run.plan.steps.find(({ id }) => run.steps[id]?.status === "in_progress");
}

/** There is something to start, or nothing is left to do. */
function canGoOn(plan: RunningPlan): boolean {
  if (currentStep(plan) !== undefined) return false;
  return readyStep(plan) !== undefined || plan.run.plan.steps.every(({ id }) => isFinished(plan.run.steps[id]));
}

function stepCard({ id, run }: RunningPlan, step: Step): CardDetails {
  const { steps } = run.plan;
  return {
    ...{ card: "step", plan_id: id, step_id: step.id, title: step.title, status: "in_progress" },
    ...{ position: steps.indexOf(step) + 1, of: steps.length },
  };
}

/** In the order of the plan: pending, and everything it depends on is finished. */
function readyStep({ run }: RunningPlan): Step | undefined {
  return run.plan.steps.find(
    ({ id, depends_on = [] }) =>
      run.steps[id]?.status === "pending" && depends_on.every((before) => isFinished(run.steps[before])),
  );
}

function note(notes: string, { said }: Checked): string {
  return [notes, said].filter(Boolean).join("\n").slice(0, 4_000);
}
