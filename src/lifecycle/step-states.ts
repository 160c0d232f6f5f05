import type { StepId } from "../plan/plan.ts";
import type { StepState, StepStatus } from "./step-state.ts";

const SIZE = 64;

/**
 * The state of every step, in the order of the plan. A change returns a new value that shares unchanged parts with
 * this one, so that it costs the same for ten thousand steps as for ten.
 */
export class StepStates implements Iterable<[StepId, StepState]> {
  /** The position of each step. A Map, because `constructor` is a valid id and every object inherits it. */
  readonly places: ReadonlyMap<StepId, number>;
  readonly parts: readonly (readonly StepState[])[];
  readonly counts: Readonly<Partial<Record<StepStatus, number>>>;

  static from(entries: Iterable<readonly [StepId, StepState]>): StepStates {
    const all = [...new Map(entries)];
    const parts: StepState[][] = [];
    for (const [index, [, state]] of all.entries()) {
      if (index % SIZE === 0) parts.push([]);
      parts.at(-1)?.push(state);
    }
    const counts: Partial<Record<StepStatus, number>> = {};
    for (const [, { status }] of all) counts[status] = (counts[status] ?? 0) + 1;
    return new StepStates(new Map(all.map(([id], index) => [id, index])), parts, counts);
  }

  private constructor(places: StepStates["places"], parts: StepStates["parts"], counts: StepStates["counts"]) {
    this.places = places;
    this.parts = parts;
    this.counts = counts;
  }

  get size(): number {
    return this.places.size;
  }

  get(id: StepId): StepState | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.parts[Math.floor(place / SIZE)]?.[place % SIZE];
  }

  count(...statuses: StepStatus[]): number {
    return statuses.reduce((sum, status) => sum + (this.counts[status] ?? 0), 0);
  }

  /** The steps with this status, in the order of the plan. */
  that(...statuses: StepStatus[]): StepId[] {
    if (this.count(...statuses) === 0) return [];
    return [...this].filter(([, { status }]) => statuses.includes(status)).map(([id]) => id);
  }

  /** Ignores a step that the plan does not have. */
  with(id: StepId, state: StepState): StepStates {
    const place = this.places.get(id);
    const before = this.get(id);
    if (place === undefined || before === undefined) return this;
    const part = Math.floor(place / SIZE);
    const parts = [...this.parts];
    parts[part] = (parts[part] ?? []).with(place % SIZE, state);
    return new StepStates(this.places, parts, moved(this.counts, before.status, state.status));
  }

  values(): StepState[] {
    return this.parts.flat();
  }

  *[Symbol.iterator](): Generator<[StepId, StepState]> {
    for (const [id, place] of this.places) {
      const state = this.parts[Math.floor(place / SIZE)]?.[place % SIZE];
      if (state !== undefined) yield [id, state];
    }
  }

  toJSON(): Record<StepId, StepState> {
    return Object.fromEntries(this);
  }
}

/** A status without steps has no key, so that equal counts are equal objects. */
function moved(counts: StepStates["counts"], from: StepStatus, to: StepStatus): StepStates["counts"] {
  if (from === to) return counts;
  const left = (counts[from] ?? 0) - 1;
  const { [from]: _, ...others } = counts;
  return { ...others, ...(left > 0 && { [from]: left }), [to]: (counts[to] ?? 0) + 1 };
}
