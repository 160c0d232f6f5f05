import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { bootId } from "../../src/desk/boot-id.ts";
import { Desk } from "../../src/desk/desk.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Answer } from "../../src/lifecycle/request.ts";
import type { Plan, Step } from "../../src/plan/plan.ts";
import { acquireRun } from "../../src/run/acquire-run.ts";
import { execute, type RunEnd } from "../../src/run/execute.ts";
import type { RunNews } from "../../src/run/run-news.ts";
import { type RunSettings, runSettings } from "../../src/run/run-settings.ts";
import type { Assignment, StepClaim, StepHost } from "../../src/run/step-runner.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { Chance } from "../desk/chance.ts";
import { type Fixture, fixture, must } from "../desk/fixture.ts";
import { claim, DONE } from "./bench.ts";
import { NO_TRACKING } from "./no-tracking.ts";

export interface RandomRunOptions {
  seed: number;
  size: number;
  max_parallel_steps: number;
  on_failure: RunSettings["on_failure"];
  on_interrupted: RunSettings["on_interrupted"];
  /** How many executors die at some write. */
  crashes: number;
  /** How often a person interferes. */
  meddling: number;
}

/** A step as it really was begun. */
export interface Begun {
  step: string;
  attempt: number;
  subagent: string;
  /** How many ran then, this one included. */
  together: number;
}

/** Milliseconds without any news after which it hangs. */
const PATIENCE = 20_000;
const EXECUTORS = 60;

class Died extends Error {}

/** The desk of a process that is killed at one of its writes: right before it, or right after. */
class MortalDesk extends Desk {
  #left = Number.POSITIVE_INFINITY;
  #isWritten = false;
  isDead = false;

  diesAt(writes: number, isWritten: boolean): void {
    this.#left = writes;
    this.#isWritten = isWritten;
  }

  override async record(...args: Parameters<Desk["record"]>): ReturnType<Desk["record"]> {
    if (this.isDead) throw new Died();
    this.#left -= 1;
    if (this.#left > 0) return super.record(...args);
    if (this.#isWritten) await super.record(...args);
    this.isDead = true;
    throw new Died();
  }

  override async plan(id: string): ReturnType<Desk["plan"]> {
    if (this.isDead) throw new Died();
    return super.plan(id);
  }
}

/** A random plan, carried out by executors that die and persons that meddle, until nothing more can be done. */
export class RandomRun {
  readonly begun: Begun[] = [];
  readonly known: LivePlan[] = [];
  readonly options: RandomRunOptions;
  readonly f: Fixture;
  /** Where persons sit: by the same clock as those who carry it out. */
  readonly desk: Desk;
  readonly chance: Chance;
  readonly plan: Omit<Plan, "id">;
  id = "";
  #running = 0;
  /** Persons who are about to say something. */
  readonly #busy: Promise<void>[] = [];
  #meddling: number;
  #crashes: number;

  constructor(options: RandomRunOptions) {
    this.options = options;
    this.f = fixture();
    this.desk = new Desk({ directory: this.f.project, env: this.f.env });
    afterTest(() => this.desk.close());
    this.chance = new Chance(options.seed);
    this.plan = this.#randomPlan();
    this.#meddling = options.meddling;
    this.#crashes = options.crashes;
  }

  /** Answers with how it ended. */
  async run(): Promise<LivePlan["status"]> {
    const { desk } = this;
    const { person } = this.f;
    const { plan } = must(await desk.propose(this.plan, person));
    this.id = plan.id;
    must(await desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, person));
    for (let executors = 0; executors < EXECUTORS; executors++) {
      const end = await this.#oneExecutor();
      // Some die right after their last word.
      const { status } = await this.#standing();
      if (status === "completed" || status === "cancelled") return status;
      // Persons get tired of it, too.
      if (status === "failed" && this.chance.below(3) === 0) return status;
      if (end !== undefined || status === "failed") await this.#person(desk);
    }
    throw new Error(`${EXECUTORS} executors have not carried it out.`);
  }

  /** Nothing, if it died. */
  async #oneExecutor(): Promise<RunEnd | undefined> {
    const { max_parallel_steps, on_failure, on_interrupted } = this.options;
    const { project, env } = this.f;
    const desk = new MortalDesk({ directory: project, env });
    afterTest(() => desk.close());
    if (this.#crashes > 0) {
      this.#crashes -= 1;
      desk.diesAt(1 + this.chance.below(this.plan.steps.length + 5), this.chance.below(2) === 0);
    }
    // Nobody with this number ever lives: for whoever comes next this one is gone.
    const lease = { id: randomUUID(), host: hostname(), pid: 2 ** 23, began: "0", boot: bootId() };
    const leaving = new AbortController();
    const canWait = this.chance.below(3) > 0;
    const die = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => die.reject(new Error("It hangs.")), PATIENCE);
    try {
      const taken = await acquireRun(desk, this.id, lease);
      if (!taken.ok) throw new Error(`${taken.refusal.kind}: ${taken.refusal.message}`);
      const running = execute(taken.value, {
        desk,
        settings: {
          ...runSettings(desk.configuration.config),
          ...{ max_parallel_steps, on_failure, on_interrupted },
        },
        runnerOf: () => ({ run: (assignment, host) => this.#step(assignment, host, desk, leaving) }),
        verify: async () => (this.chance.below(4) === 0 ? { ok: false, said: "no" } : { ok: true, said: "" }),
        witness: NO_TRACKING,
        canWait,
        signal: leaving.signal,
        tell: (news) => {
          timer.refresh();
          this.#hear(news, desk);
        },
      });
      return await Promise.race([running, die.promise]);
    } catch (error) {
      if (!(error instanceof Died) && !desk.isDead) throw error;
      return undefined;
    } finally {
      clearTimeout(timer);
      desk.isDead = true;
      this.#running = 0;
      // At a desk that is gone they cannot.
      await Promise.allSettled(this.#busy.splice(0));
      desk.close();
    }
  }

  async #step(
    { step, attempt, subagent_id }: Assignment,
    { signal }: StepHost,
    desk: MortalDesk,
    leaving: AbortController,
  ): Promise<StepClaim> {
    // Whatever is dead does nothing any more.
    if (desk.isDead) return claim("interrupted");
    this.#running += 1;
    this.begun.push({ step: step.id, attempt, subagent: subagent_id, together: this.#running });
    for (let turns = this.chance.below(5); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
    if (!desk.isDead && this.#meddling > 0 && this.chance.below(4) === 0) {
      this.#meddling -= 1;
      await this.#meddle(desk, leaving);
    }
    if (!desk.isDead) this.#running -= 1;
    if (signal.aborted) return claim("interrupted");
    return this.chance.below(6) === 0 ? claim("failed", { error: "by chance" }) : DONE;
  }

  #hear(news: RunNews, desk: MortalDesk): void {
    if (news.type === "changed") this.known.push(news.plan);
    if (news.type === "waiting" && news.reasons.length > 0)
      this.#busy.push(this.#person(this.chance.below(2) === 0 ? this.desk : desk).catch(() => {}));
  }

  /** Does something that nobody waited for, in the middle of a step. */
  async #meddle(own: Desk, leaving: AbortController): Promise<void> {
    const desk = this.chance.below(2) === 0 ? own : this.desk;
    const some = this.chance.pick(this.plan.steps)?.id ?? "";
    const act = this.chance.below(10);
    const command: PlanCommand | undefined =
      act < 2
        ? { type: "pause" }
        : act < 4
          ? { type: "pause", now: true }
          : act < 6
            ? { type: "skip_step", step_id: some, reason: "by chance" }
            : act < 7
              ? { type: "retry_step", step_id: some }
              : act < 8 && this.chance.below(4) === 0
                ? { type: "cancel" }
                : undefined;
    if (command === undefined) return act === 9 ? leaving.abort() : undefined;
    // Refused where it makes no sense.
    await desk.send(this.id, command, this.f.person);
  }

  /** Does whatever is asked of a person, in some order. */
  async #person(desk: Desk): Promise<void> {
    const { person } = this.f;
    for (const request of await inbox(desk)) {
      const given = this.#answerTo(request.kind);
      if (given) await answer(desk, request.id, given, person);
    }
    const state = await this.#standing();
    if (state.run === undefined) return;
    const isFirst = this.chance.below(2) === 0;
    if (isFirst && state.status === "paused") await desk.send(this.id, { type: "resume" }, person);
    for (const step_id of state.run.steps.that("interrupted")) {
      await desk.send(this.id, { type: "retry_step", step_id }, person);
    }
    if (!isFirst && state.status === "paused") await desk.send(this.id, { type: "resume" }, person);
    if (state.status === "failed") await desk.send(this.id, { type: "retry" }, person);
  }

  async #standing(): Promise<LivePlan> {
    const found = must(await this.desk.plan(this.id));
    if (found.kind !== "standing") throw new Error(`The plan is ${found.kind}.`);
    return found.state;
  }

  #answerTo(kind: string): Answer | undefined {
    if (kind === "decision") return { kind, selections: ["red"] };
    const choice = (["again", "again", "again", "failed", "skip"] as const)[this.chance.below(5)] ?? "again";
    return kind === "interruption" ? { kind, choice } : undefined;
  }

  #randomPlan(): Omit<Plan, "id"> {
    const { size } = this.options;
    const steps: Step[] = [];
    const reach = 1 + this.chance.below(8);
    for (let index = 0; index < size; index++) {
      const before = new Set(
        Array.from({ length: this.chance.below(4) }, () => index - 1 - this.chance.below(reach)).filter(
          (at) => at >= 0,
        ),
      );
      const writes = this.chance.below(3) === 0;
      steps.push({
        ...{ id: `s${index}`, title: `Step ${index}` },
        ...(before.size > 0 && { depends_on: [...before].map((at) => `s${at}`) }),
        ...(writes ? { files: [`d${this.chance.below(5)}/a.txt`] } : { mode: "research" as const }),
        ...(this.chance.below(3) === 0 && { verify: "check" }),
        ...(this.chance.below(8) === 0 && { decision_id: "colour" }),
      });
    }
    const options = [{ label: "red" }, { label: "blue" }];
    const isUsed = steps.some(({ decision_id }) => decision_id !== undefined);
    const decisions = [{ decision_id: "colour", header: "Colour", question: "Which?", options }];
    return { title: "By chance", ...(isUsed && { decisions }), steps };
  }
}
