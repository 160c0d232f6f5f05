import type { Desk } from "../desk/desk.ts";
import { awaitAnswer } from "../desk/requests.ts";
import { amendedStep } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import { openRequests } from "../lifecycle/request.ts";
import { NO_STATS, type StepStats } from "../lifecycle/step-result.ts";
import { findStep } from "../plan/find-step.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { Books, isSameBudget } from "./budget.ts";
import { carryOutStep } from "./carry-out-step.ts";
import type { Checked } from "./run-command.ts";
import type { Tell } from "./run-news.ts";
import { type RunSettings, stepLimits } from "./run-settings.ts";
import type { Assignment, StepHost, StepRunner } from "./step-runner.ts";
import { planToRun } from "./steps-left.ts";
import type { Sight } from "./witness.ts";

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

/** What it takes to carry out steps. */
export interface Workshop {
  desk: Desk;
  settings: RunSettings;
  runnerOf(step: Step): StepRunner;
  verify(step: Step, command: string, signal: AbortSignal, subagent: string): Promise<Checked>;
  witness: Sight;
  tell: Tell;
  /** Whether anybody is waited for who has to decide something. */
  canWait: boolean;
}

/** The run as it is known now, and how more of it comes to be known. */
export interface KnownRun {
  plan(): RunningPlan;
  lease: string;
  know(plan: RunningPlan): void;
  lookAnew(): Promise<unknown>;
}

/** The steps of a run that are being carried out right now, and what they use. */
export class StepsAtWork {
  readonly #workshop: Workshop;
  readonly #run: KnownRun;
  readonly #ended: (ending: EndStep) => void;
  readonly #running = new Map<StepId, AbortController>();
  readonly #work = new Set<Promise<void>>();
  readonly #books: Books;

  constructor(workshop: Workshop, run: KnownRun, ended: (ending: EndStep) => void) {
    this.#workshop = workshop;
    this.#run = run;
    this.#ended = ended;
    this.#books = new Books(
      run
        .plan()
        .run.steps.values()
        .flatMap(({ spent }) => spent ?? []),
    );
  }

  get count(): number {
    return this.#running.size;
  }

  /** Interrupts all of them; each tells how it ended, as always. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  /** A step whose start is recorded. */
  start(id: StepId): void {
    const assignment = this.#assignment(id);
    if (assignment === undefined) return;
    const { runnerOf, verify, witness } = this.#workshop;
    const { step, subagent_id } = assignment;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const surroundings = {
      // Looked for when it is needed: a step for which there is none has failed like any other.
      runner: { run: async (...args: Parameters<StepRunner["run"]>) => runnerOf(step).run(...args) },
      witness: seesStep(witness, () => this.#asItIsNow(step)),
      verify: async (command: string, stop: AbortSignal) =>
        verify(await this.#asItIsNow(step), command, stop, subagent_id),
    };
    const work = carryOutStep(assignment, this.#host(assignment, controller.signal), surroundings)
      // Whatever happens, it ends: nobody would start anything any more beside a step that never does.
      .catch((error): EndStep => ({ type: "end_step", step_id: id, outcome: "failed", notes: String(error) }))
      .then((ending) => {
        this.#work.delete(work);
        this.#running.delete(id);
        this.#books.close(id, ending.result?.stats ?? NO_STATS);
        this.#ended(ending);
      });
    this.#work.add(work);
  }

  /** When none of them is at work any more. */
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
    const model = step.model ?? approval.choices.executor_model ?? run.plan.executor_model;
    return {
      ...{ plan_id, run_id: run.id, plan: planAsTold(this.#run.plan()), step },
      ...{ attempt: state.attempts, subagent_id: state.subagent_id ?? "", selections },
      notes: Object.fromEntries((step.depends_on ?? []).map((before) => [before, run.steps.get(before)?.notes ?? ""])),
      ...(notes && { approver_notes: notes }),
      ...(model !== undefined && { model }),
      limits: stepLimits(step, this.#workshop.settings),
    };
  }

  /** With what a person has added since it began, wherever they are. Only an agent asks for more. */
  async #asItIsNow(step: Step): Promise<Step> {
    if (step.run !== undefined || step.files === undefined) return step;
    const found = await this.#workshop.desk.plan(this.#run.plan().id);
    const run = found.ok && found.value.kind === "standing" ? found.value.state.run : undefined;
    return amendedStep(step, run?.amendments);
  }

  #host({ plan_id, step, attempt, subagent_id }: Assignment, signal: AbortSignal): StepHost {
    const { desk, tell } = this.#workshop;
    return {
      signal,
      tell: (progress) => {
        desk.alive(plan_id);
        if (progress.type === "usage") this.#books.note(step.id, progress.stats);
        tell({ type: "progress", step_id: step.id, attempt, subagent_id, progress });
      },
      mayGoOn: (stats) => this.#mayGoOn(step, stats, signal),
    };
  }

  /** At a limit the run pauses with a request, and the step waits for its answer. */
  async #mayGoOn(step: Step, stats: StepStats, signal: AbortSignal): Promise<boolean> {
    const { desk, settings, canWait } = this.#workshop;
    this.#books.note(step.id, stats);
    for (;;) {
      const { id, run } = this.#run.plan();
      const over = this.#books.overrun(step, settings.budget, run.raised ?? []);
      if (over === undefined) return true;
      const asked = await desk.record(id, [{ type: "hit_budget", ...over }], this.#run.lease);
      if (asked.plan) this.#run.know(asked.plan as RunningPlan);
      else await this.#run.lookAnew();
      const request = openRequests(this.#run.plan().requests).find(
        (open) => open.kind === "budget" && open.what === over.what && isSameBudget(open.of, over.of),
      );
      if (request === undefined) return false;
      // Who cannot wait leaves the request, and the step as it is.
      if (!canWait) this.#running.get(step.id)?.abort();
      const answered = await awaitAnswer(desk, request.id, signal);
      const closing = answered.ok ? answered.value.closing : undefined;
      const isMore =
        closing?.how === "answered" && closing.answer.kind === "budget" && closing.answer.choice === "go_on";
      if (!isMore) return false;
      await this.#run.lookAnew();
    }
  }
}

/** Looks by what the step may do in the end, not by what it could when it began. */
function seesStep(witness: Sight, now: () => Promise<Step>): Sight {
  return {
    before: async (assignment) => {
      const begun = await witness.before(assignment);
      return { after: async () => begun.after(await now()) };
    },
  };
}

/** What was signed, less what was left out, plus what a person added since. */
function planAsTold(state: RunningPlan): Plan {
  const plan = planToRun(state);
  const { left_out } = state.run;
  return left_out.length === 0 ? plan : { ...plan, steps: plan.steps.filter(({ id }) => !left_out.includes(id)) };
}
