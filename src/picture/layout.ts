import type { Step, StepId } from "../plan/plan.ts";

/** The positions of a plan's steps and of the lines between them, as data: each surface draws with it as it likes. */
export interface Layout {
  width: number;
  height: number;
  /** In the order of the plan. */
  nodes: readonly PlacedStep[];
  edges: readonly PlacedEdge[];
  /** Groups of steps, drawn behind them. */
  frames: readonly Box[];
}

export interface PlacedStep extends Box {
  id: StepId;
  /** 0 for steps that wait for nothing, 1 for those that wait only for them, and so on. */
  wave: number;
}

/** A dependency, or without ids the way from one group of steps to the next. */
export interface PlacedEdge {
  from?: StepId;
  to?: StepId;
  points: readonly Point[];
}

export interface Box extends Size {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The box of a step where a picture is read on its own; a page may use another. */
export const BOX: Size = { width: 240, height: 66 };
export const MARGIN = 24;

/** A dependency between two steps, by their indexes. */
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
