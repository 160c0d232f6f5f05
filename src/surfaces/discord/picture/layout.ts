import type { Step } from "../../../plan/plan.ts";

/** The positions of a graph's boxes and arrows. */
export interface Layout {
  width: number;
  height: number;
  /** By the index of the step. */
  boxes: readonly Box[];
  arrows: readonly Arrow[];
  /** Groups of boxes, drawn behind them. */
  frames: readonly Box[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Arrow = readonly Point[];

export interface Point {
  x: number;
  y: number;
}

export const BOX = { width: 240, height: 66 } as const;
export const MARGIN = 24;

/** An arrow from a step to one that waits for it, by their indexes. */
export interface Link {
  from: number;
  to: number;
}

/** The dependencies of the steps, without those that others imply. */
export function linksOf(steps: readonly Step[]): Link[] {
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const before = steps.map(({ depends_on = [] }, index) => {
    const found = depends_on.flatMap((id) => places.get(id) ?? []);
    return new Set(found.filter((place) => place !== index));
  });
  return before.flatMap((direct, to) => {
    const further = new Set<number>();
    for (const place of direct) collect(before, place, further);
    return [...direct].filter((from) => !further.has(from)).map((from) => ({ from, to }));
  });
}

/** All direct and indirect dependencies of a step; cycles end. */
function collect(before: readonly ReadonlySet<number>[], start: number, found: Set<number>): void {
  const open = [...(before[start] ?? [])];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue;
    found.add(place);
    open.push(...(before[place] ?? []));
  }
}
