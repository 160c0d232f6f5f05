import type { AssistantMessage } from "@earendil-works/pi-ai";
import { NO_STATS, type StepStats } from "../../lifecycle/step-result.ts";
import type { Clock } from "../../run/clock.ts";
import type { Assignment, StepClaim, StepHost, StepProgress } from "../../run/step-runner.ts";
import { WorkTime } from "./work-time.ts";

/** How it ended, without its cost. */
export type Ending = Pick<StepClaim, "status" | "output" | "error" | "asks" | "deviations">;

/** One attempt at a step: its usage so far, its result, and everything that ends it. */
export class StepAttempt {
  readonly assignment: Assignment;
  readonly time: WorkTime;
  /** Processes that its commands left running, and that ended with their sandbox. */
  readonly left: string[] = [];
  readonly #host: StepHost;
  readonly #stop = new AbortController();
  /** Resolves when the attempt is over. */
  readonly stopped = new Promise<undefined>((resolve) => {
    this.#stop.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  #used: Omit<StepStats, "duration_seconds"> = NO_STATS;
  #ending: Ending | undefined;
  #broken: { error: unknown } | undefined;
  readonly #unkept = new Set<string>();

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

  /** Aborted when the attempt is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Set as soon as it is known; the first ending holds. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Nothing more may start. */
  get isOver(): boolean {
    return this.#ending !== undefined || this.signal.aborted;
  }

  get stats(): StepStats {
    return { ...NO_STATS, ...this.#used, duration_seconds: this.time.worked / 1000 };
  }

  /** The agent has given its final report; calls in progress may finish. */
  finish(ending: Ending): void {
    this.#ending ??= ending;
  }

  /** The agent's report was not final after all. An aborted attempt stays over. */
  reopen(): void {
    if (!this.signal.aborted) this.#ending = undefined;
  }

  /** Aborts whatever is in progress. */
  end(ending: Ending): void {
    this.finish(ending);
    this.#stop.abort();
  }

  fail(error: string): void {
    this.end({ status: "failed", output: "", error });
  }

  /** Everything has ended; a time limit no longer matters. */
  close(): void {
    this.#stop.abort();
  }

  /** A command of it created these, and they are not kept. */
  leave(unkept: readonly string[]): void {
    for (const path of unkept) this.#unkept.add(path);
  }

  /** The claim. Throws errors from outside the step. */
  claim(): StepClaim {
    return { ...this.#claim(), ...(this.#unkept.size > 0 && { unkept: [...this.#unkept] }) };
  }

  #claim(): StepClaim {
    // An agent that was stopped cannot report its step as done: a check decides that.
    if (this.#host.signal.aborted)
      return { status: "interrupted", output: this.#ending?.output ?? "", error: "It was stopped.", stats: this.stats };
    if (this.#broken) throw this.#broken.error;
    const ending = this.#ending ?? { status: "failed", output: "", error: "It ended for an unknown reason." };
    return { ...ending, stats: this.stats };
  }

  tell(progress: StepProgress): void {
    const { subagent_id, step } = this.assignment;
    // Observers of several steps can tell them apart.
    const tags = { subagent_id, subagent_step_id: step.id };
    try {
      this.#host.tell({ ...progress, ...tags });
    } catch {
      // An observer may miss an event; the step is not affected.
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

  /** Asks whether the budget allows more; otherwise ends the attempt. */
  async mayGoOn(): Promise<boolean> {
    const may = await this.waitFor(() => this.#host.mayGoOn(this.stats));
    if (may === false) this.fail("Its budget is used up, and no person raised it.");
    return may === true && !this.isOver;
  }

  /** Its model thinks: nothing of it changes files. */
  thinks(): Promise<void> {
    return this.#host.thinks();
  }

  /** One of its tools is about to change files. */
  works(): Promise<void> {
    return this.#host.works();
  }

  /**
   * Waits for a person, which does not count towards the step's time. Undefined if the step ended in between, or on
   * an error.
   */
  async waitFor<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
    if (this.signal.aborted) return undefined;
    try {
      return await this.time.pausedDuring(() => Promise.race([ask(), this.stopped]));
    } catch (error) {
      this.breakOff(error);
      return undefined;
    }
  }

  /** An error outside the step: the result of the step is unknown. */
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
