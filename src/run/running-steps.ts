import type { Desk } from "../desk/desk.ts";
import { awaitAnswer } from "../desk/requests.ts";
import { amendedStep } from "../lifecycle/amendment.ts";
import { modelOfStep } from "../lifecycle/model-of-step.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import { defined } from "../plan/defined.ts";
import { findStep } from "../plan/find-step.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { withoutSteps } from "../plan/without-steps.ts";
import { isSameBudget, UsageTotals } from "./budget.ts";
import { carryOutStep } from "./carry-out-step.ts";
import { processesOf } from "./end-processes.ts";
import { interruptedByFullDisk } from "./full-disk.ts";
import type { KeptProcesses } from "./kept-processes.ts";
import type { Checked } from "./run-command.ts";
import type { Tell } from "./run-news.ts";
import { type RunSettings, stepLimits } from "./run-settings.ts";
import type { FileTracker } from "./step-file-tracker.ts";
import type { Assignment, StepHost, StepRunner } from "./step-runner.ts";
import type { StepsApart } from "./steps-apart.ts";
import { planToRun } from "./steps-left.ts";

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

/** The parts that steps need to run. */
export interface StepServices {
  desk: Desk;
  settings: RunSettings;
  runnerOf(step: Step): StepRunner;
  verify(step: Step, command: string, signal: AbortSignal, subagent: string): Promise<Checked>;
  witness: FileTracker;
  /** Keeps steps apart that write in one directory; without it, none do at the same time. */
  apart?: StepsApart;
  /** The processes that steps keep for later ones. */
  kept?: KeptProcesses;
  tell: Tell;
  /** Whether the run waits for a person's answers. */
  canWait: boolean;
}

/** The current state of the run, and how to update it. */
export interface RunHandle {
  plan(): RunningPlan;
  lease: string;
  update(plan: RunningPlan): void;
  reload(): Promise<unknown>;
}

/** The running steps of a run, and what they use. */
export class RunningSteps {
  readonly #services: StepServices;
  readonly #run: RunHandle;
  readonly #ended: (ending: EndStep) => void;
  readonly #running = new Map<StepId, AbortController>();
  readonly #work = new Set<Promise<void>>();
  readonly #usage: UsageTotals;

  constructor(services: StepServices, run: RunHandle, ended: (ending: EndStep) => void) {
    this.#services = services;
    this.#run = run;
    this.#ended = ended;
    this.#usage = new UsageTotals(
      run
        .plan()
        .run.steps.values()
        .flatMap(({ spent }) => spent ?? []),
    );
  }

  get count(): number {
    return this.#running.size;
  }

  /** Interrupts all of them; each reports its end as usual. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  /** A step whose start is recorded. */
  start(id: StepId): void {
    const assignment = this.#assignment(id);
    if (assignment === undefined) return;
    const { runnerOf, verify, witness, kept } = this.#services;
    const { step, subagent_id } = assignment;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const surroundings = {
      // Looked up inside `run`, so that a missing runner fails the step.
      runner: { run: async (...args: Parameters<StepRunner["run"]>) => runnerOf(step).run(...args) },
      witness: byScopeAtEnd(witness, () => this.#amendedNow(step)),
      verify: async (command: string, stop: AbortSignal) =>
        verify(await this.#amendedNow(step), command, stop, subagent_id),
    };
    const work = carryOutStep(assignment, this.#host(assignment, controller.signal), surroundings)
      // An error must end the step, too: a step that never ends blocks the schedule.
      .catch((error): EndStep => ({ type: "end_step", step_id: id, outcome: "failed", notes: String(error) }))
      .then(async (ending) => {
        const deaths = ending.outcome === "failed" ? await kept?.deathsFor(id) : undefined;
        this.#work.delete(work);
        this.#running.delete(id);
        this.#usage.close(id, ending.result?.stats ?? NO_STATS);
        this.#ended(interruptedByFullDisk(this.#services.desk, explained(ending, deaths ?? [])));
      });
    this.#work.add(work);
  }

  /** Resolves when none of them runs. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#work);
  }

  #assignment(id: StepId): Assignment | undefined {
    const { id: plan_id, run, approval, selections } = this.#run.plan();
    const signed = findStep(run.plan, id);
    const state = run.steps.get(id);
    if (signed === undefined || state === undefined) return undefined;
    const step = amendedStep(signed, run.amendments);
    const notes = approval.signatures.flatMap((signature) => signature.notes ?? []).join("\n");
    const model = modelOfStep(step, approval, run.plan);
    const plan = planForAgent(this.#run.plan());
    const beside = this.#services.apart?.beside(plan, step) ?? [];
    return {
      plan_id,
      run_id: run.id,
      plan,
      step,
      attempt: state.attempts,
      subagent_id: state.subagent_id ?? "",
      selections,
      notes: Object.fromEntries((step.depends_on ?? []).map((before) => [before, run.steps.get(before)?.notes ?? ""])),
      ...(notes && { approver_notes: notes }),
      ...defined({ model, loopback: this.#services.kept?.loopbackOf(id) }),
      ...(beside.length > 0 && { beside }),
      limits: stepLimits(step, this.#services.settings),
    };
  }

  /** With additions that a person made since it began, in any process. Only an agent asks for them. */
  async #amendedNow(step: Step): Promise<Step> {
    if (step.run !== undefined || step.files === undefined) return step;
    const found = await this.#services.desk.plan(this.#run.plan().id);
    const run = found.ok && found.value.kind === "standing" ? found.value.state.run : undefined;
    return amendedStep(step, run?.amendments);
  }

  #host({ plan_id, step, attempt, subagent_id }: Assignment, signal: AbortSignal): StepHost {
    const { desk, tell, witness } = this.#services;
    return {
      signal,
      tell: (progress) => {
        desk.alive(plan_id);
        if (progress.type === "usage") this.#usage.note(step.id, progress.stats);
        tell({ type: "progress", step_id: step.id, attempt, subagent_id, progress });
      },
      mayGoOn: (stats) => this.#mayGoOn(step, stats, signal),
      // What it left running still works.
      thinks: async () => (processesOf(subagent_id).length > 0 ? undefined : witness.thinks(step.id)),
      works: () => witness.works(step.id),
    };
  }

  /** At a limit the run pauses with a request, and the step waits for its answer. */
  async #mayGoOn(step: Step, stats: StepStats, signal: AbortSignal): Promise<boolean> {
    const { desk, settings, witness, canWait } = this.#services;
    this.#usage.note(step.id, stats);
    for (;;) {
      const { id, run } = this.#run.plan();
      const over = this.#usage.overrun(step, settings.budget, run.raised ?? []);
      if (over === undefined) return true;
      const asked = await desk.record(id, [{ type: "hit_budget", ...over }], this.#run.lease);
      if (asked.plan) this.#run.update(asked.plan as RunningPlan);
      else await this.#run.reload();
      const request = openRequests(this.#run.plan().requests).find(
        (open) => open.kind === "budget" && open.what === over.what && isSameBudget(open.of, over.of),
      );
      if (request === undefined) return false;
      // Without a person to wait for, the request stays open and the step is interrupted.
      if (!canWait) this.#running.get(step.id)?.abort();
      const answered = await witness.duringWait(step.id, () => awaitAnswer(desk, request.id, signal));
      const closing = answered.ok ? answered.value.closing : undefined;
      const isMore =
        closing?.how === "answered" && closing.answer.kind === "budget" && closing.answer.choice === "go_on";
      if (!isMore) return false;
      await this.#run.reload();
    }
  }
}

/** A step that failed without a process that it needs says so first. */
function explained(ending: EndStep, deaths: readonly string[]): EndStep {
  if (deaths.length === 0) return ending;
  const after = (text = "") => [...deaths, text].filter(Boolean).join("\n");
  const { result } = ending;
  return {
    ...ending,
    notes: visible(after(ending.notes), { multiline: true }),
    ...(result && { result: { ...result, error: after(result.error) } }),
  };
}

/** Compares by the step's scope at its end, not at its start. */
function byScopeAtEnd(witness: FileTracker, now: () => Promise<Step>): Pick<FileTracker, "before"> {
  return {
    before: async (assignment) => {
      const begun = await witness.before(assignment);
      return { after: async () => begun.after(await now()) };
    },
  };
}

/** The signed plan without the steps left out, with a person's additions. */
function planForAgent(state: RunningPlan): Plan {
  return withoutSteps(planToRun(state), state.run.left_out);
}
