import type { Step, StepId } from "./plan.ts";

/** The fields of a step that the graph needs. */
export type Node = Pick<Step, "id" | "depends_on">;

/** `depends_on[entry]` of the step at `position`. */
export interface Edge {
  position: number;
  entry: number;
}

/** The dependencies by position in the plan, and those without a target. */
export interface Links {
  /** By position: the positions it waits for, and the edges of those that wait for it. */
  waitsFor: number[][];
  waiting: number[][];
  edges: Edge[][];
  missing: Edge[];
  selves: Edge[];
  /** Positions of steps whose id an earlier step has; a dependency refers to the first. */
  duplicates: number[];
}

export function link(steps: readonly Node[]): Links {
  const positions = new Map<StepId, number>();
  const links: Links = { waitsFor: [], waiting: [], edges: [], missing: [], selves: [], duplicates: [] };
  for (const [position, { id }] of steps.entries()) {
    if (positions.has(id)) links.duplicates.push(position);
    else positions.set(id, position);
    links.waitsFor.push([]);
    links.waiting.push([]);
    links.edges.push([]);
  }
  for (const [position, step] of steps.entries()) {
    for (const [entry, dependency] of (step.depends_on ?? []).entries()) {
      const target = positions.get(dependency);
      if (dependency === step.id) links.selves.push({ position, entry });
      else if (target === undefined) links.missing.push({ position, entry });
      else {
        links.waitsFor[position]?.push(target);
        links.waiting[target]?.push(position);
        links.edges[target]?.push({ position, entry });
      }
    }
  }
  return links;
}
