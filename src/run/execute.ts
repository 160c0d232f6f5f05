import type { DeskRefusal } from "../desk/outcome.ts";
import { amendedPlan } from "../lifecycle/amendment.ts";
import type { PlanCommand } from "../lifecycle/plan-command.ts";
import type { RunningPlan } from "../lifecycle/plan-state.ts";
import type { StepId } from "../plan/plan.ts";
import { Agenda } from "./agenda.ts";
import { endOfRun } from "./end-of-run.ts";
import { Hearing } from "./hearing.ts";
import { letGo } from "./lease.ts";
import { recoverSteps } from "./recover.ts";
import { endAsItStands, isOver, ownOrEnd, type RunEnd } from "./run-end.ts";
import type { Tell } from "./run-news.ts";
import { schedule } from "./schedule.ts";
import { StepsAtWork, type Workshop } from "./steps-at-work.ts";
import { whatItWaitsFor } from "./what-it-waits-for.ts";

export type { RunEnd } from "./run-end.ts";

export interface ExecutorOptions extends Workshop {
  /** Aborted: whoever carries it out leaves. What runs is interrupted, and the run waits for somebody to resume it. */
  signal: AbortSignal;
  /** Aborted: its process is about to end. It writes nothing more: whoever comes next finds the run as after a crash. */
  gone?: AbortSignal;
}

/**
 * Carries out a plan that was taken up, step by step, until nothing is left to do or somebody has to say something. Thin:
 * `schedule` says what to start, `decide` what may be, runners do the work, and the journal is ahead of all of them.
 */
export async function execute(taken: RunningPlan, options: ExecutorOptions): Promise<RunEnd> {
  const executor = new Executor(taken, { ...options, tell: harmless(options.tell) });
  let end: RunEnd | undefined;
  try {
    end = await executor.run();
    return end;
  } finally {
    await executor.close();
    if (end === undefined) await executor.breakOff();
    letGo(taken.run.lease?.id ?? "");
  }
}

/** Those who watch harm nobody: a pipe that was closed is no reason to leave a step half done. */
function harmless(tell: Tell): Tell {
  return (news) => {
    try {
      tell(news);
    } catch {
      // Whoever watches has to see to it.
    }
  };
}

const TRY_AGAIN = 1_000;

type EndStep = Extract<PlanCommand, { type: "end_step" }>;

class Executor {
  readonly #options: ExecutorOptions;
  readonly #lease: string;
  readonly #steps: StepsAtWork;
  readonly #ended: EndStep[] = [];
  readonly #hearing: Hearing;
  #plan: RunningPlan;
  #agenda: Agenda;
  #said = "";

  constructor(taken: RunningPlan, options: ExecutorOptions) {
    this.#options = options;
    this.#plan = taken;
    this.#lease = taken.run.lease?.id ?? "";
    this.#agenda = agendaOf(taken);
    const { desk, signal } = options;
    const known = {
      plan: () => this.#plan,
      lease: this.#lease,
      know: (plan: RunningPlan) => {
        this.#know(plan);
        // What others did before it is not on the agenda yet.
        this.#hearing.distrust();
      },
      lookAnew: () => this.#lookAnew(),
    };
    this.#steps = new StepsAtWork(options, known, (ending) => {
      this.#ended.push(ending);
      this.#hearing.notify();
    });
    this.#hearing = new Hearing(desk, taken, signal);
    desk.alive(taken.id);
    options.gone?.addEventListener("abort", this.#hearing.notify);
  }

  async run(): Promise<RunEnd> {
    let end = await this.#recover();
    while (end === undefined) {
      if (this.#options.gone?.aborted) return { how: "left", plan: this.#plan };
      // After a machine was asleep, the first thing it hears of us must not be that we were silent.
      this.#options.desk.alive(this.#plan.id);
      end = this.#hearing.latest > this.#plan.version ? await this.#lookAnew() : undefined;
      if (end) break;
      this.#stopWhatShouldStop();
      const commands = this.#next();
      if (commands.length > 0) end = await this.#record(commands);
      else if (this.#steps.count === 0) end = await this.#end();
      if (commands.length > 0 || end) continue;
      this.#sayWhatItWaitsFor();
      await this.#hearing.news();
    }
    return end;
  }

  /** Nothing of it is at work any more when this comes back, whatever it ended for. */
  async close(): Promise<void> {
    this.#hearing.close();
    this.#options.gone?.removeEventListener("abort", this.#hearing.notify);
    this.#steps.stop();
    await this.#steps.settled();
  }

  /** Something went wrong: what has ended is taken down, and it is left, as far as that can still be written. */
  async breakOff(): Promise<void> {
    const { desk } = this.#options;
    try {
      await this.#lookAnew();
      const { steps } = this.#plan.run;
      const ended = this.#ended.filter(({ step_id }) => steps.get(step_id)?.status === "in_progress");
      await desk.record(this.#plan.id, [...ended, { type: "release_lease" }], this.#lease);
    } catch {
      // Whoever comes next finds steps that were lost, and asks.
    }
  }

  /** What ended is recorded with what starts because of it, so that a chain of steps costs one write each. */
  #next(): PlanCommand[] {
    const ended = this.#ended.splice(0);
    for (const { step_id, outcome } of ended) this.#agenda.move(step_id, outcome);
    if (this.#plan.status !== "executing" || this.#options.signal.aborted) return ended;
    const isDecided = (id: string) => Object.hasOwn(this.#plan.selections, id);
    const { start, ask } = schedule(this.#agenda, this.#options.settings, isDecided);
    return [
      ...ended,
      ...ask.map((step_id): PlanCommand => ({ type: "await_decision", step_id })),
      ...start.map((step_id): PlanCommand => ({ type: "start_step", step_id, subagent_id: this.#subagentOf(step_id) })),
    ];
  }

  /** Known everywhere under this name: also to whoever has to end what it started. */
  #subagentOf(id: StepId): string {
    const attempt = (this.#plan.run.steps.get(id)?.attempts ?? 0) + 1;
    return `run-${this.#plan.run.id.slice(0, 8)}-${id}-${attempt}`;
  }

  /** Nothing is started before its start is on the disk. */
  async #record(commands: PlanCommand[]): Promise<RunEnd | undefined> {
    const { version } = this.#plan;
    const recording = this.#options.desk.record(this.#plan.id, commands, this.#lease);
    const { done, on, refusal, plan } = await recording.catch((error) => {
      this.#ended.push(...commands.filter((command) => command.type === "end_step"));
      throw error;
    });
    if (plan) this.#know(plan as RunningPlan);
    for (const command of commands.slice(0, done)) this.#happened(command);
    if (refusal === undefined) {
      // Others were faster: what they changed is not on the agenda yet.
      if (on !== version) this.#agenda = agendaOf(this.#plan);
      return undefined;
    }
    const lost = await this.#lookAnew();
    if (lost) return lost;
    // What has ended has ended, whatever became of the plan; what was to start is decided anew.
    for (const command of commands.slice(done)) if (command.type === "end_step") this.#ended.push(command);
    return this.#plan.version > version ? undefined : this.#tryLater(refusal);
  }

  /** Nothing was taken down, and nothing would be different in a moment: a file that cannot be read, say. */
  async #tryLater({ message }: DeskRefusal): Promise<RunEnd | undefined> {
    const { signal, canWait } = this.#options;
    const reasons = [message];
    this.#say(reasons);
    if (this.#steps.count === 0 && signal.aborted) return { how: "left", plan: this.#plan };
    if (this.#steps.count === 0 && !canWait) return { how: "waiting", plan: this.#plan, reasons };
    await this.#hearing.news(TRY_AGAIN);
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
        // What hangs on it is blocked with it.
        if (command.outcome === "failed") this.#agenda = agendaOf(this.#plan);
        // It may have been made anew meanwhile, from a plan in which the step still ran.
        else this.#agenda.move(command.step_id, command.outcome);
        return;
      default:
        return;
    }
  }

  /** Paused at once, cancelled, left: what runs is interrupted. */
  #stopWhatShouldStop(): void {
    const { status } = this.#plan;
    const isStopped = (status === "paused" && this.#plan.now) || status === "cancelled" || this.#options.signal.aborted;
    if (isStopped) this.#steps.stop();
  }

  /** Nothing runs, and nothing can be started: how it stands. */
  async #end(): Promise<RunEnd | undefined> {
    const { desk, signal, canWait } = this.#options;
    const plan = this.#plan;
    const last = signal.aborted ? undefined : endOfRun(plan, this.#agenda, this.#options.settings.on_failure);
    if (last) {
      const ended = await desk.record(plan.id, [last.command], this.#lease);
      if (ended.refusal === undefined && ended.plan) return { how: last.how, plan: ended.plan };
      const lost = await this.#lookAnew();
      if (lost || ended.refusal === undefined) return lost;
      // It goes round once more, whatever it was.
      const end = this.#plan.version > plan.version ? undefined : await this.#tryLater(ended.refusal);
      this.#hearing.notify();
      return end;
    }
    const reasons = whatItWaitsFor(plan, this.#agenda);
    if (!isOver(plan.status) && !signal.aborted && (canWait || reasons.length === 0)) return undefined;
    const left = await desk.record(plan.id, [{ type: "release_lease" }], this.#lease);
    return endAsItStands(plan.status, left.plan ?? plan, { isLeft: signal.aborted, reasons });
  }

  #sayWhatItWaitsFor(): void {
    const reasons = this.#steps.count > 0 ? [] : whatItWaitsFor(this.#plan, this.#agenda);
    this.#say(reasons);
  }

  #say(reasons: string[]): void {
    const said = reasons.join("\n");
    if (said === this.#said) return;
    this.#said = said;
    this.#options.tell({ type: "waiting", reasons });
  }

  async #recover(): Promise<RunEnd | undefined> {
    const { settings, verify, tell, signal } = this.#options;
    const isAtWork = this.#plan.status === "executing";
    const commands = await recoverSteps(this.#plan, {
      // Somebody stopped it, and a person says how it goes on.
      onInterrupted: settings.on_interrupted === "retry" && !isAtWork ? "ask" : settings.on_interrupted,
      verify: (step, command) => verify(step, command, signal, this.#plan.run.steps.get(step.id)?.subagent_id ?? ""),
      tell: (text) => tell({ type: "note", text }),
    });
    // Stopped while a check ran: whoever comes next looks for themselves.
    if (commands.length === 0 || signal.aborted) return undefined;
    const end = await this.#record(commands);
    this.#agenda = agendaOf(this.#plan);
    return end;
  }

  /** Reads the plan as it is now; answers with an end if it is no longer ours to carry out. */
  async #lookAnew(): Promise<RunEnd | undefined> {
    const { desk } = this.#options;
    // Whatever is told of while it is read comes after it.
    this.#hearing.latest = this.#plan.version;
    const found = await desk.plan(this.#plan.id);
    if (!found.ok) return { how: "lost", refusal: found.refusal };
    const own = ownOrEnd(found.value, this.#lease);
    if ("end" in own) return own.end;
    this.#know(own.plan);
    this.#agenda = agendaOf(this.#plan);
    return undefined;
  }

  #know(plan: RunningPlan): void {
    if (plan.version < this.#plan.version) return;
    this.#plan = plan;
    this.#hearing.latest = Math.max(this.#hearing.latest, plan.version);
    this.#options.tell({ type: "changed", plan });
  }
}

function agendaOf({ run }: RunningPlan): Agenda {
  return new Agenda(amendedPlan(run.plan, run.amendments), (id) => run.steps.get(id)?.status ?? "pending");
}
