import type { Recorded } from "../desk/desk.ts";
import { isDiskFull } from "../desk/disk-full.ts";
import type { DeskRefusal } from "../desk/outcome.ts";
import { amendedPlan } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import type { StepStatus } from "../lifecycle/step-state.ts";
import { dependants } from "../plan/graph.ts";
import type { StepId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import { Agenda } from "./agenda.ts";
import { endKeptProcesses } from "./end-kept-processes.ts";
import { finalCommand } from "./final-command.ts";
import { fullDiskReason } from "./full-disk.ts";
import { abandonLease } from "./lease.ts";
import { PlanChanges } from "./plan-changes.ts";
import { recoverSteps } from "./recover.ts";
import { isOver, planUnderLease, type RunEnd, toRunEnd } from "./run-end.ts";
import type { Tell } from "./run-news.ts";
import { RunningSteps, type StepServices } from "./running-steps.ts";
import { isHalted, schedule } from "./schedule.ts";
import { waitingReasons } from "./waiting-reasons.ts";

export type { RunEnd } from "./run-end.ts";

export interface ExecutorOptions extends StepServices {
  /** Aborted: the executor leaves. It interrupts running steps, and the run waits for a person to resume it. */
  signal: AbortSignal;
  /** Aborted: the process is about to end. It records nothing more: the next process finds the run as after a crash. */
  gone?: AbortSignal;
}

/**
 * Runs an acquired plan step by step until nothing is left to do or a person has to decide. Thin: `schedule` chooses what to
 * start, `decide` checks it, runners do the work, and every start is in the journal before it happens.
 */
export async function execute(taken: RunningPlan, options: ExecutorOptions): Promise<RunEnd> {
  const executor = new Executor(taken, { ...options, tell: withoutErrors(options.tell) });
  let end: RunEnd | undefined;
  try {
    end = await executor.run();
    return end;
  } finally {
    await executor.close();
    await options.kept?.endAll();
    if (end === undefined) await executor.breakOff();
    abandonLease(taken.run.lease?.id ?? "");
  }
}

/** An error of a listener, such as a closed pipe, must not break off a step. */
function withoutErrors(tell: Tell): Tell {
  return (news) => {
    try {
      tell(news);
    } catch {
      // The listener's own problem.
    }
  };
}

const TRY_AGAIN = 1_000;
/** Statuses of steps that start later. A running one that cannot do without the process fails, and says why. */
const NEEDS_IT: readonly StepStatus[] = ["pending", "needs_decision"];
/** A process that ends again and again is not started for ever. */
const MOST_ATTEMPTS = 3;

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

class Executor {
  readonly #options: ExecutorOptions;
  readonly #lease: string;
  readonly #steps: RunningSteps;
  readonly #ended: EndStep[] = [];
  readonly #changes: PlanChanges;
  #plan: RunningPlan;
  #agenda: Agenda;
  #reported = "";

  constructor(taken: RunningPlan, options: ExecutorOptions) {
    this.#options = options;
    this.#plan = taken;
    this.#lease = taken.run.lease?.id ?? "";
    this.#agenda = this.#agendaOf(taken);
    const { desk, signal } = options;
    const handle = {
      plan: () => this.#plan,
      lease: this.#lease,
      update: (plan: RunningPlan) => {
        this.#update(plan);
        // Changes by other processes before it are not on the agenda yet.
        this.#changes.assumeStale();
      },
      reload: () => this.#reload(),
    };
    this.#steps = new RunningSteps(options, handle, (ending) => {
      this.#ended.push(ending);
      this.#changes.notify();
    });
    this.#changes = new PlanChanges(desk, taken, signal);
    if (options.kept) options.kept.changed = this.#changes.notify;
    desk.alive(taken.id);
    options.gone?.addEventListener("abort", this.#changes.notify);
  }

  async run(): Promise<RunEnd> {
    // Of an executor that died: this one starts those again that are needed.
    await endKeptProcesses(this.#plan.run);
    let end = await this.#recover();
    while (end === undefined) {
      if (this.#options.gone?.aborted) return { how: "left", plan: this.#plan };
      // Before anything else, so that a run is not stalled because its machine slept.
      this.#options.desk.alive(this.#plan.id);
      const wasHeld = this.#plan.status !== "executing";
      end = this.#changes.latest > this.#plan.version ? await this.#reload() : undefined;
      if (end) break;
      // A person resumed it: checks decide on the steps that the pause interrupted, or the person does.
      if (wasHeld && this.#plan.status === "executing") end = await this.#recover({ onlyAsked: true });
      if (end) break;
      this.#interruptIfStopped();
      const commands = this.#next();
      if (commands.length > 0) end = await this.#record(commands);
      else if (this.#steps.count === 0) end = await this.#end();
      if (commands.length > 0 || end) continue;
      this.#reportWaiting();
      if (this.#steps.count === 0) this.#options.witness.idle();
      await this.#changes.news();
    }
    return end;
  }

  /** Resolves when none of its steps runs. */
  async close(): Promise<void> {
    this.#changes.close();
    this.#options.gone?.removeEventListener("abort", this.#changes.notify);
    this.#steps.stop();
    await this.#steps.settled();
  }

  /** After an error: records the steps that ended and releases the lease, if the journal can still be written. */
  async breakOff(): Promise<void> {
    const { desk } = this.#options;
    try {
      await this.#reload();
      const { steps } = this.#plan.run;
      const ended = this.#ended.filter(({ step_id }) => steps.get(step_id)?.status === "in_progress");
      await desk.record(this.#plan.id, [...ended, { type: "release_lease" }], this.#lease);
    } catch {
      // The next process finds the steps in progress and recovers them.
    }
  }

  /** The ends of steps and the starts that follow from them, in one record: a chain of steps costs one write each. */
  #next(): PlanCommand[] {
    const ended = this.#ended.splice(0);
    for (const { step_id, outcome } of ended) this.#agenda.move(step_id, outcome);
    if (this.#plan.status !== "executing" || this.#options.signal.aborted) return ended;
    const lost = this.#lostProcesses();
    for (const command of lost) this.#move(command);
    const isDecided = (id: string) => Object.hasOwn(this.#plan.selections, id);
    const { start, ask } = schedule(this.#agenda, this.#options.settings, isDecided);
    return [
      ...ended,
      ...lost,
      ...ask.map((step_id): PlanCommand => ({ type: "await_decision", step_id })),
      ...start.map((step_id): PlanCommand => ({ type: "start_step", step_id, subagent_id: this.#subagentOf(step_id) })),
    ];
  }

  /**
   * For steps that are done and whose process later steps need, but that does not run: one that ended by itself interrupts its
   * step, and a person is asked. One that an earlier executor kept, or that was ended when the run paused, starts again: a person
   * resumed the run.
   */
  #lostProcesses(): PlanCommand[] {
    const { kept, settings } = this.#options;
    if (kept === undefined || isHalted(this.#agenda, settings)) return [];
    const { plan, steps } = this.#plan.run;
    return plan.steps.flatMap(({ id: step_id, keeps }): PlanCommand[] => {
      const isDone = this.#agenda.get(step_id)?.status === "completed";
      if (keeps === undefined || !isDone || !this.#isNeeded(step_id)) return [];
      const { isRunning, death } = kept.stateOf(step_id);
      if (isRunning) return [];
      const why = death === undefined ? `${keeps} ended when the run stopped` : `${keeps} ended by itself: ${death}`;
      const notes = visible(why, { multiline: true });
      const interrupted = { type: "end_step", step_id, outcome: "interrupted", notes } as const;
      const isTriedAgain = settings.on_interrupted === "retry" && (steps.get(step_id)?.attempts ?? 0) < MOST_ATTEMPTS;
      if (death === undefined || isTriedAgain) return [interrupted, { type: "rerun_step", step_id }];
      return settings.on_interrupted === "fail"
        ? [interrupted, { ...interrupted, outcome: "failed" }]
        : [{ ...interrupted, ask: true }];
    });
  }

  #isNeeded(id: StepId): boolean {
    const after = dependants(this.#plan.run.plan.steps, id);
    return after.some((one) => NEEDS_IT.includes(this.#agenda.get(one)?.status ?? "skipped"));
  }

  #move(command: PlanCommand): void {
    if (command.type === "end_step") this.#agenda.move(command.step_id, command.outcome);
    if (command.type === "rerun_step") this.#agenda.move(command.step_id, "pending");
  }

  /** In events, and in the environment of its processes, by which they are found and ended. */
  #subagentOf(id: StepId): string {
    const attempt = (this.#plan.run.steps.get(id)?.attempts ?? 0) + 1;
    return `run-${this.#plan.run.id.slice(0, 8)}-${id}-${attempt}`;
  }

  /** A step starts only after its start is on the disk. */
  async #record(commands: PlanCommand[]): Promise<RunEnd | undefined> {
    const { version } = this.#plan;
    const recorded = await this.#write(commands);
    if ("fullDisk" in recorded) {
      this.#ended.push(...commands.filter((command) => this.#isOfRunningStep(command)));
      this.#agenda = this.#agendaOf(this.#plan);
      return this.#tryLater({ message: recorded.fullDisk });
    }
    const { done, on, refusal, plan } = recorded;
    if (plan) this.#update(plan as RunningPlan);
    for (const command of commands.slice(0, done)) this.#happened(command);
    if (refusal === undefined) {
      // Another process recorded something first, which is not on the agenda yet.
      if (on !== version) this.#agenda = this.#agendaOf(this.#plan);
      return undefined;
    }
    const lost = await this.#reload();
    if (lost) return lost;
    // Ends of steps are recorded with the next write; starts are scheduled again.
    for (const command of commands.slice(done)) if (this.#isOfRunningStep(command)) this.#ended.push(command);
    return this.#plan.version > version ? undefined : this.#tryLater(refusal);
  }

  /** The end of a step that ran. That the process of a completed step has ended is found out again. */
  #isOfRunningStep(command: PlanCommand): command is EndStep {
    return command.type === "end_step" && this.#plan.run.steps.get(command.step_id)?.status !== "completed";
  }

  /** Without room on the disk nothing was recorded: the run waits, and continues when there is room. */
  async #write(commands: readonly PlanCommand[]): Promise<Recorded | { fullDisk: string }> {
    const { desk } = this.#options;
    try {
      return await desk.record(this.#plan.id, commands, this.#lease);
    } catch (error) {
      if (isDiskFull(error)) return { fullDisk: fullDiskReason(desk) };
      this.#ended.push(...commands.filter((command) => this.#isOfRunningStep(command)));
      throw error;
    }
  }

  /** Nothing was recorded, and an immediate retry would fail, too: for example, a file cannot be read. */
  async #tryLater({ message }: Pick<DeskRefusal, "message">): Promise<RunEnd | undefined> {
    const { signal, canWait } = this.#options;
    const reasons = [message];
    this.#report(reasons);
    if (this.#steps.count === 0 && signal.aborted) return { how: "left", plan: this.#plan };
    if (this.#steps.count === 0 && !canWait) return { how: "waiting", plan: this.#plan, reasons };
    await this.#changes.news(TRY_AGAIN);
    return undefined;
  }

  #happened(command: PlanCommand): void {
    switch (command.type) {
      case "start_step":
        this.#agenda.move(command.step_id, "in_progress");
        this.#steps.start(command.step_id);
        return;
      case "await_decision":
        this.#agenda.move(command.step_id, "needs_decision");
        return;
      case "end_step":
        // Its dependants are blocked with it.
        if (command.outcome === "failed") this.#agenda = this.#agendaOf(this.#plan);
        // The agenda may have been rebuilt from a plan in which the step still ran.
        else this.#move(command);
        return;
      case "rerun_step":
        this.#move(command);
        return;
      default:
        return;
    }
  }

  /** Interrupts running steps if the plan was paused with `now` or cancelled, or the executor leaves. */
  #interruptIfStopped(): void {
    const { status } = this.#plan;
    const isStopped = (status === "paused" && this.#plan.now) || status === "cancelled" || this.#options.signal.aborted;
    if (isStopped) this.#steps.stop();
  }

  /** For a run in which no step runs or can start: ends it, leaves it, or waits. */
  async #end(): Promise<RunEnd | undefined> {
    const { signal, canWait } = this.#options;
    const plan = this.#plan;
    const last = signal.aborted ? undefined : finalCommand(plan, this.#agenda, this.#options.settings.on_failure);
    if (last) {
      // Before the record: a process that is killed in between leaves none of them.
      await this.#options.kept?.endAll();
      const ended = await this.#write([last.command]);
      if ("fullDisk" in ended) {
        this.#changes.notify();
        return this.#tryLater({ message: ended.fullDisk });
      }
      if (ended.refusal === undefined && ended.plan) return { how: last.how, plan: ended.plan };
      const lost = await this.#reload();
      if (lost || ended.refusal === undefined) return lost;
      // Try the loop once more.
      const end = this.#plan.version > plan.version ? undefined : await this.#tryLater(ended.refusal);
      this.#changes.notify();
      return end;
    }
    const reasons = waitingReasons(plan, this.#agenda);
    if (!isOver(plan.status) && !signal.aborted && (canWait || reasons.length === 0)) return undefined;
    await this.#options.kept?.endAll();
    const left = await this.#write([{ type: "release_lease" }]);
    // Without a record of it, the lease ends with this process.
    const after = "fullDisk" in left ? plan : (left.plan ?? plan);
    return toRunEnd(plan.status, after, { isLeft: signal.aborted, reasons });
  }

  #reportWaiting(): void {
    const reasons = this.#steps.count > 0 ? [] : waitingReasons(this.#plan, this.#agenda);
    this.#report(reasons);
  }

  #report(reasons: string[]): void {
    const text = reasons.join("\n");
    if (text === this.#reported) return;
    this.#reported = text;
    this.#options.tell({ type: "waiting", reasons });
  }

  async #recover({ onlyAsked = false } = {}): Promise<RunEnd | undefined> {
    const { desk, settings, verify, witness, tell, signal } = this.#options;
    const isAtWork = this.#plan.status === "executing";
    const commands = await recoverSteps(this.#plan, {
      desk,
      onlyAsked,
      files: witness,
      // A person stopped the run, so a person decides on its steps.
      onInterrupted: settings.on_interrupted === "retry" && !isAtWork ? "ask" : settings.on_interrupted,
      verify: (step, command) => verify(step, command, signal, this.#plan.run.steps.get(step.id)?.subagent_id ?? ""),
      tell: (text) => tell({ type: "note", text }),
    });
    // Stopped while a check ran: the next process checks again.
    if (commands.length === 0 || signal.aborted) return undefined;
    const end = await this.#record(commands);
    this.#agenda = this.#agendaOf(this.#plan);
    return end;
  }

  /** Reads the plan again; returns an end if this lease no longer holds it. */
  async #reload(): Promise<RunEnd | undefined> {
    const { desk } = this.#options;
    // Changes that are reported during the read are newer than it.
    this.#changes.latest = this.#plan.version;
    const found = await desk.plan(this.#plan.id);
    if (!found.ok) return { how: "lost", refusal: found.refusal };
    const own = planUnderLease(found.value, this.#lease);
    if ("end" in own) return own.end;
    this.#update(own.plan);
    this.#agenda = this.#agendaOf(this.#plan);
    return undefined;
  }

  #update(plan: RunningPlan): void {
    if (plan.version < this.#plan.version) return;
    this.#plan = plan;
    this.#changes.latest = Math.max(this.#changes.latest, plan.version);
    this.#options.tell({ type: "changed", plan });
  }

  #agendaOf({ run }: RunningPlan): Agenda {
    const plan = amendedPlan(run.plan, run.amendments);
    const inseparable = this.#options.apart?.inseparable ?? (() => "nothing keeps them apart there");
    return new Agenda(plan, (id) => run.steps.get(id)?.status ?? "pending", inseparable);
  }
}
