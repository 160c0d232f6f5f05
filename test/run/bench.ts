import type { Desk } from "../../src/desk/desk.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Answer } from "../../src/lifecycle/request.ts";
import { NO_STATS, type StepStats } from "../../src/lifecycle/step-result.ts";
import type { Plan, Step } from "../../src/plan/plan.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { type ExecutorOptions, execute, type RunEnd } from "../../src/run/execute.ts";
import { newLease } from "../../src/run/lease.ts";
import type { RunNews } from "../../src/run/run-news.ts";
import { type RunSettings, runSettings } from "../../src/run/run-settings.ts";
import type { Assignment, StepClaim, StepHost } from "../../src/run/step-runner.ts";
import { type Fixture, fixture, must } from "../desk/fixture.ts";
import { NO_TRACKING } from "./no-tracking.ts";

export type Act = (assignment: Assignment, host: StepHost) => Promise<StepClaim> | StepClaim;

export const claim = (status: StepClaim["status"], more: Partial<StepClaim> = {}): StepClaim => ({
  ...{ status, output: status === "completed" ? "done" : "", stats: NO_STATS },
  ...more,
});
export const DONE = claim("completed");
export const stats = (more: Partial<StepStats>): StepStats => ({ ...NO_STATS, ...more });

/** A step that goes on until somebody stops it. */
export const untilStopped: Act = (_, { signal }) =>
  new Promise((resolve) => {
    const stop = () => resolve(claim("interrupted"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
  });

export interface Carrying {
  acts?: Record<string, Act>;
  settings?: Partial<RunSettings>;
  verify?: ExecutorOptions["verify"];
  canWait?: boolean;
  signal?: AbortSignal;
  witness?: ExecutorOptions["witness"];
  apart?: ExecutorOptions["apart"];
}

/** A project with a signed plan, and somebody who carries it out. */
export class RunBench {
  readonly f: Fixture;
  readonly id: string;
  /** Starts and ends of steps, as runners saw them. */
  readonly seen: string[] = [];
  readonly news: RunNews[] = [];
  readonly #listeners = new Set<() => void>();

  static async signed(plan: Omit<Plan, "id">): Promise<RunBench> {
    const f = fixture();
    const proposed = must(await f.desk.propose(plan, f.person));
    const { id, proposal } = proposed.plan;
    must(await f.desk.send(id, { type: "approve", revision: 1, digest: proposal.digest }, f.person));
    return new RunBench(f, id);
  }

  constructor(f: Fixture, id: string) {
    this.f = f;
    this.id = id;
  }

  get desk(): Desk {
    return this.f.desk;
  }

  get person(): Person {
    return this.f.person;
  }

  async carryOut({
    acts = {},
    settings,
    verify,
    canWait = true,
    signal,
    witness = NO_TRACKING,
    apart,
  }: Carrying = {}): Promise<RunEnd> {
    const lease = newLease();
    const taken = must(await acquireRun(this.desk, this.id, lease));
    return execute(taken, {
      desk: this.desk,
      settings: { ...runSettings(this.desk.configuration.config), ...settings },
      runnerOf: (step) => ({ run: (assignment, host) => this.#run(acts[step.id], assignment, host) }),
      verify: verify ?? (async () => ({ ok: true, said: "" })),
      witness,
      ...(apart && { apart }),
      canWait,
      signal: signal ?? new AbortController().signal,
      tell: (news) => {
        this.news.push(news);
        for (const listener of this.#listeners) listener();
      },
    });
  }

  async #run(act: Act = () => DONE, assignment: Assignment, host: StepHost): Promise<StepClaim> {
    const { id } = assignment.step;
    this.seen.push(`${id} starts`);
    for (const listener of this.#listeners) listener();
    const claimed = await act(assignment, host);
    this.seen.push(`${id} ${claimed.status}`);
    return claimed;
  }

  /** Comes back as soon as it is so. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    for (;;) {
      if (await isSo()) return;
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#listeners.delete(listener);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(listener, 50);
        this.#listeners.add(listener);
      });
    }
  }

  async plan(): Promise<LivePlan> {
    const found = must(await this.desk.plan(this.id));
    if (found.kind !== "standing") throw new Error(`The plan is ${found.kind}.`);
    return found.state;
  }

  async steps(): Promise<Record<string, string>> {
    const { run } = await this.plan();
    return Object.fromEntries([...(run?.steps ?? [])].map(([id, { status }]) => [id, status]));
  }

  send(command: PlanCommand) {
    return this.desk.send(this.id, command, this.person);
  }

  /** Answers what is asked next. */
  async answer(given: Answer) {
    await this.until(async () => (await inbox(this.desk)).some(({ kind }) => kind === given.kind));
    const request = (await inbox(this.desk)).find(({ kind }) => kind === given.kind);
    return must(await answer(this.desk, request?.id ?? "", given, this.person));
  }
}

export const step = (id: string, more: Partial<Step> = {}): Step => ({ id, title: id, ...more });
