import { indexPath, keyPath } from "./data-path.ts";
import { type Edge, type Links, link, type Node } from "./dependency-links.ts";
import { type Cycles, findCycles } from "./find-cycles.ts";
import { MinHeap } from "./min-heap.ts";
import type { StepId } from "./plan.ts";

export type { Edge, Node };

export interface Graph extends Cycles, Pick<Links, "missing" | "selves" | "duplicates"> {
  /**
   * Every step after all that it waits for, otherwise in the order of the plan. Without steps that wait for a cycle.
   */
  order: StepId[];
  /** Steps that can run at the same time: a step is in the first wave after all that it waits for. */
  waves: StepId[][];
}

/** The dependency graph of the steps. Linear and without recursion, so that no chain is too long. */
export function examine(steps: readonly Node[]): Graph {
  const links = link(steps);
  const { missing, selves, duplicates } = links;
  return { ...arrange(steps, links), ...findCycles(steps, links), missing, selves, duplicates };
}

/** Every step that must be completed before this one, in the order of the plan. */
export function waitsFor(steps: readonly Node[], id: StepId): StepId[] {
  return reach(steps, id, link(steps).waitsFor);
}

/** Every step that cannot start before this one is completed, in the order of the plan. */
export function dependants(steps: readonly Node[], id: StepId): StepId[] {
  return reach(steps, id, link(steps).waiting);
}

/** The path of a dependency in the plan: `steps[2].depends_on[0]`. */
export function edgePath({ position, entry }: Edge): string {
  return indexPath(keyPath(indexPath("steps", position), "depends_on"), entry);
}

function arrange(steps: readonly Node[], links: Links): Pick<Graph, "order" | "waves"> {
  const open = links.waitsFor.map((targets) => targets.length);
  const order: StepId[] = [];
  const waves: StepId[][] = [];
  const ready = new MinHeap();
  const wave = new Uint32Array(steps.length);
  for (const [position, count] of open.entries()) if (count === 0) ready.add(position);
  for (let position = ready.take(); position !== undefined; position = ready.take()) {
    order.push(idAt(steps, position));
    for (const waiting of links.waiting[position] ?? []) {
      wave[waiting] = Math.max(wave[waiting] ?? 0, (wave[position] ?? 0) + 1);
      open[waiting] = (open[waiting] ?? 0) - 1;
      if (open[waiting] === 0) ready.add(waiting);
    }
  }
  for (const [position, count] of open.entries()) {
    if (count !== 0) continue;
    const number = wave[position] ?? 0;
    while (waves.length <= number) waves.push([]);
    waves[number]?.push(idAt(steps, position));
  }
  return { order, waves };
}

function reach(steps: readonly Node[], id: StepId, neighbours: readonly number[][]): StepId[] {
  const start = steps.findIndex((step) => step.id === id);
  const seen = new Set([start]);
  // A set may grow while it is iterated.
  for (const position of seen) for (const neighbour of neighbours[position] ?? []) seen.add(neighbour);
  seen.delete(start);
  return [...seen].sort((a, b) => a - b).map((position) => idAt(steps, position));
}

function idAt(steps: readonly Node[], position: number): StepId {
  return steps[position]?.id ?? "";
}
