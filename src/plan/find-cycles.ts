import type { Edge, Links, Node } from "./dependency-links.ts";
import type { StepId } from "./plan.ts";

export interface Cycles {
  /** Each independent cycle once, from its earliest step back to it: `["a", "b", "c", "a"]`, each waits for the next. */
  cycles: StepId[][];
  /** Without these edges no cycle remains: each closes one, walking from the first step to those that wait for it. */
  closing: Edge[];
}

// A hostile plan can have more cycles than a message can list: naming stops at this many ids, closing edges do not.
const NAMED_AT_MOST = 1_000_000;

/**
 * Depth first from every step in plan order, towards the steps that wait for it; an edge back into the path closes a
 * cycle. In that direction the closing edge makes an early step wait for a late one: the likely mistake.
 */
export function findCycles(steps: readonly Node[], links: Links): Cycles {
  const found: Cycles = { cycles: [], closing: [] };
  const seen = new Uint8Array(steps.length);
  const next = new Uint32Array(steps.length);
  const depth = new Int32Array(steps.length).fill(-1);
  const path: number[] = [];
  let named = 0;

  function enter(position: number): void {
    seen[position] = 1;
    depth[position] = path.push(position) - 1;
  }

  for (const start of steps.keys()) {
    if (seen[start] === 0) enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const edges = links.edges[at] ?? [];
      const entry = next[at] ?? 0;
      next[at] = entry + 1;
      const edge = edges[entry];
      if (edge === undefined) {
        depth[at] = -1;
        path.pop();
        continue;
      }
      if (seen[edge.position] === 0) enter(edge.position);
      const from = depth[edge.position] ?? -1;
      if (from === -1 || from === path.length - 1) continue;
      found.closing.push(edge);
      // The same dependency written twice closes the same cycle.
      if (edges[entry - 1]?.position === edge.position) continue;
      named += path.length - from;
      if (named <= NAMED_AT_MOST) found.cycles.push(nameCycle(steps, path.slice(from)));
    }
  }
  return found;
}

/** The path goes from a step to those that wait for it; people read it the other way, from the earliest step on. */
function nameCycle(steps: readonly Node[], path: readonly number[]): StepId[] {
  const waits = path.toReversed();
  const first = waits.indexOf(waits.reduce((a, b) => Math.min(a, b)));
  const turned = [...waits.slice(first), ...waits.slice(0, first), waits[first] ?? 0];
  return turned.map((position) => steps[position]?.id ?? "");
}
