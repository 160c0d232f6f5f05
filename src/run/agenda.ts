import { isFinished, type StepStatus } from "../lifecycle/step-state.ts";
import { MinHeap } from "../plan/min-heap.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";
import { type Inseparable, overlapOf, territoryOf, type WriteScope } from "./overlap.ts";

/** A step on the agenda, with its status and the steps that it waits for. */
export interface Entry {
  readonly step: Step;
  readonly position: number;
  readonly territory: WriteScope;
  readonly dependants: Entry[];
  status: StepStatus;
  /** How many of the steps before it are not finished. */
  unfinished: number;
}

/**
 * The steps of a run, indexed by what to start next. It is updated move by move, and a move costs only as much as the step
 * has dependants. An agenda built from the run gives the same answers as one that was updated.
 */
export class Agenda {
  /** Steps whose dependencies are finished, in the order of the plan. */
  readonly ready = new MinHeap();
  readonly running = new Map<StepId, Entry>();
  readonly #entries = new Map<StepId, Entry>();
  readonly #order: Entry[];
  readonly #counts = new Map<StepStatus, number>();
  readonly #inseparable: Inseparable | undefined;

  /** `inseparable` says which steps the sandbox cannot keep apart in one directory; without it, none. */
  constructor(plan: Plan, statusOf: (id: StepId) => StepStatus, inseparable?: Inseparable) {
    this.#inseparable = inseparable;
    this.#order = plan.steps.map((step, position) => ({
      step,
      position,
      territory: territoryOf(step),
      dependants: [],
      unfinished: 0,
      status: statusOf(step.id),
    }));
    for (const entry of this.#order) this.#entries.set(entry.step.id, entry);
    for (const entry of this.#order) {
      for (const id of new Set(entry.step.depends_on ?? [])) {
        const before = this.#entries.get(id);
        if (before === undefined) continue;
        before.dependants.push(entry);
        if (!isFinished(before)) entry.unfinished += 1;
      }
    }
    for (const entry of this.#order) {
      this.#count(entry.status, 1);
      this.#settle(entry);
    }
  }

  get(id: StepId): Entry | undefined {
    return this.#entries.get(id);
  }

  at(position: number): Entry | undefined {
    return this.#order[position];
  }

  count(...statuses: StepStatus[]): number {
    return statuses.reduce((sum, status) => sum + (this.#counts.get(status) ?? 0), 0);
  }

  get isFinished(): boolean {
    return this.count("completed", "skipped") === this.#order.length;
  }

  /** Why two of its steps cannot run at the same time, if so. */
  overlap(a: Entry, b: Entry): string | undefined {
    return overlapOf(a.territory, b.territory, this.#inseparable);
  }

  /** Records a step's new status. */
  move(id: StepId, to: StepStatus): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.status === to) return;
    const wasFinished = isFinished(entry);
    this.#count(entry.status, -1);
    this.#count(to, 1);
    entry.status = to;
    const change = Number(wasFinished) - Number(isFinished(entry));
    for (const dependant of change === 0 ? [] : entry.dependants) {
      dependant.unfinished += change;
      this.#settle(dependant);
    }
    this.#settle(entry);
  }

  /** A step may be in the queue twice, or no longer be ready when it is taken out: check its status then. */
  isReady(entry: Entry): boolean {
    return entry.status === "pending" && entry.unfinished === 0;
  }

  #settle(entry: Entry): void {
    if (entry.status === "in_progress") this.running.set(entry.step.id, entry);
    else this.running.delete(entry.step.id);
    if (this.isReady(entry)) this.ready.add(entry.position);
  }

  #count(status: StepStatus, by: number): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + by);
  }
}
