import type { Step, StepId } from "../plan/plan.ts";
import { wavesOf } from "./waves.ts";

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
  const behind = new Map<number, Uint32Array>();
  const links = wavesOf(steps)
    .flat()
    .flatMap((to) => {
      const direct = before[to] ?? new Set();
      const further = behindAll(before, direct, behind);
      const own = [...direct].filter((from) => !has(further, from)).map((from) => ({ from, to }));
      for (const from of direct) add(further, from);
      behind.set(to, further);
      return own;
    });
  return links.sort((a, b) => a.to - b.to);
}

/**
 * All that these steps wait for, a bit for each: of thousands of steps nearly all may wait for each other. Steps that wait for a
 * cycle have no order.
 */
function behindAll(
  before: readonly ReadonlySet<number>[],
  steps: ReadonlySet<number>,
  behind: ReadonlyMap<number, Uint32Array>,
): Uint32Array {
  const all = new Uint32Array(Math.ceil(before.length / BITS));
  for (const step of steps) {
    const known = behind.get(step);
    if (known === undefined) {
      const found = new Set<number>();
      collect(before, step, found);
      for (const one of found) add(all, one);
      continue;
    }
    for (let at = 0; at < all.length; at++) all[at] = (all[at] ?? 0) | (known[at] ?? 0);
  }
  return all;
}

const BITS = 32;

function has(bits: Uint32Array, step: number): boolean {
  return ((bits[Math.floor(step / BITS)] ?? 0) & (1 << (step % BITS))) !== 0;
}

function add(bits: Uint32Array, step: number): void {
  const at = Math.floor(step / BITS);
  bits[at] = (bits[at] ?? 0) | (1 << (step % BITS));
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
