import type { AssistantMessage } from "@earendil-works/pi-ai";
import { NO_STATS, type StepStats } from "../../lifecycle/step-result.ts";
import type { Clock } from "../../run/clock.ts";
import type { Assignment, StepClaim, StepHost, StepProgress } from "../../run/step-runner.ts";
import { WorkTime } from "./work-time.ts";

/** How it ended, less what it cost. */
export type Ending = Pick<StepClaim, "status" | "output" | "error">;

/** One attempt at a step: what it used so far, how it ended, and everything that makes it end. */
export class StepAttempt {
  readonly assignment: Assignment;
  readonly time: WorkTime;
  readonly #host: StepHost;
  readonly #stop = new AbortController();
  /** Comes true when nothing more is to be done. */
  readonly stopped = new Promise<undefined>((resolve) => {
    this.#stop.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  #used: Omit<StepStats, "duration_seconds"> = NO_STATS;
  #ending: Ending | undefined;
  #broken: { error: unknown } | undefined;

  constructor(assignment: Assignment, host: StepHost, clock: Clock) {
    this.assignment = assignment;
    this.time = new WorkTime(clock);
    this.#host = host;
    const interrupt = () => this.end({ status: "interrupted", output: "", error: "It was stopped." });
    if (host.signal.aborted) interrupt();
    host.signal.addEventListener("abort", interrupt, { once: true });
    this.signal.addEventListener("abort", () => host.signal.removeEventListener("abort", interrupt), { once: true });
    void this.#keepTime();
  }

  /** Aborted when nothing more is to be done. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Set as soon as it is clear; what was first holds. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Nothing more is to be begun. */
  get isOver(): boolean {
    return this.#ending !== undefined || this.signal.aborted;
  }

  get stats(): StepStats {
    return { ...NO_STATS, ...this.#used, duration_seconds: this.time.worked / 1000 };
  }

  /** The agent has said its last word; what is under way may come to its end. */
  finish(ending: Ending): void {
    this.#ending ??= ending;
  }

  /** What the agent said was not its last word after all. Once everything has stopped, it stays so. */
  reopen(): void {
    if (!this.signal.aborted) this.#ending = undefined;
  }

  /** Whatever is under way stops now. */
  end(ending: Ending): void {
    this.finish(ending);
    this.#stop.abort();
  }

  fail(error: string): void {
    this.end({ status: "failed", output: "", error });
  }

  /** Everything is over; a time limit no longer matters. */
  close(): void {
    this.#stop.abort();
  }

  /** The claim. Throws what went wrong in the world around the step. */
  claim(): StepClaim {
    // Who was told to stop cannot say that it is done: a check decides that.
    if (this.#host.signal.aborted)
      return { status: "interrupted", output: this.#ending?.output ?? "", error: "It was stopped.", stats: this.stats };
    if (this.#broken) throw this.#broken.error;
    const ending = this.#ending ?? { status: "failed", output: "", error: "It ended, and nobody knows why." };
    return { ...ending, stats: this.stats };
  }

  tell(progress: StepProgress): void {
    const { subagent_id, step } = this.assignment;
    // Whoever watches several steps can tell them apart.
    const tags = { subagent_id, subagent_step_id: step.id };
    try {
      this.#host.tell({ ...progress, ...tags });
    } catch {
      // Whoever watches may miss something; the step does not suffer from it.
    }
  }

  answered({ usage }: AssistantMessage): void {
    const { prompt_tokens, completion_tokens, cost, ...others } = this.#used;
    this.#used = {
      ...others,
      prompt_tokens: prompt_tokens + usage.input + usage.cacheRead + usage.cacheWrite,
      completion_tokens: completion_tokens + usage.output,
      cost: cost + usage.cost.total,
    };
  }

  called(isError: boolean): void {
    const { tool_calls, tool_successes, tool_failures, ...others } = this.#used;
    this.#used = {
      ...others,
      tool_calls: tool_calls + 1,
      tool_successes: tool_successes + (isError ? 0 : 1),
      tool_failures: tool_failures + (isError ? 1 : 0),
    };
  }

  /** Asks whether the budget allows more; ends the attempt if not. */
  async mayGoOn(): Promise<boolean> {
    const may = await this.waitFor(() => this.#host.mayGoOn(this.stats));
    if (may === false) this.fail("Its budget is used up, and nobody gave it more.");
    return may === true && !this.isOver;
  }

  /** For a person. That takes no time of the step; nothing comes back if the step ended meanwhile, or the world broke. */
  async waitFor<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
    if (this.signal.aborted) return undefined;
    try {
      return await this.time.apart(() => Promise.race([ask(), this.stopped]));
    } catch (error) {
      this.breakOff(error);
      return undefined;
    }
  }

  /** The world around the step does not work: nobody can say what became of the step. */
  breakOff(error: unknown): void {
    this.#broken ??= { error };
    this.#stop.abort();
  }

  async #keepTime(): Promise<void> {
    const { time } = this.assignment.limits;
    if (await this.time.reaches(time, this.signal)) {
      this.fail(`It was not done after ${Math.round(time / 1000)} seconds.`);
    }
  }
}
