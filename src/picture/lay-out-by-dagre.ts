import type { Step } from "../plan/plan.ts";
import { BOX, type Box, type Layout, linksOf, MARGIN, type Point } from "./layout.ts";
import { waveNumbers, wavesOf } from "./waves.ts";

/** The caller loads it, so that a bundle may leave it out. */
export type Dagre = Pick<typeof import("@dagrejs/dagre"), "Graph" | "layout">;

/** Boxes in layers, arrows with few crossings; undefined for a graph that would be too long or too wide. */
export function layOutByDagre({ Graph, layout }: Dagre, steps: readonly Step[]): Layout | undefined {
  const count = steps.length;
  const links = linksOf(steps);
  if (count > MOST.steps || links.length > MOST.links) return undefined;
  for (const rankdir of ["TB", "LR"] as const) {
    const graph = new Graph();
    graph.setGraph({ rankdir, nodesep: 28, ranksep: 44, marginx: MARGIN, marginy: MARGIN });
    graph.setDefaultEdgeLabel(() => ({}));
    for (let index = 0; index < count; index++) graph.setNode(String(index), { ...BOX });
    for (const { from, to } of links) graph.setEdge(String(from), String(to));
    layout(graph);
    const { width = 0, height = 0 } = graph.graph();
    if (width > height * WIDEST || height > width * TALLEST || Math.max(width, height) > LONGEST) continue;
    const waves = waveNumbers(wavesOf(steps));
    const nodes = steps.map(({ id }, index) => {
      const { x = 0, y = 0 } = graph.node(String(index));
      return { id, wave: waves[index] ?? 0, x: x - BOX.width / 2, y: y - BOX.height / 2, ...BOX };
    });
    const edges = links.flatMap(({ from, to }) => {
      const { points = [] } = graph.edge(String(from), String(to));
      const [start, end] = [nodes[from], nodes[to]];
      if (start === undefined || end === undefined) return [];
      const ends = endsOf(start, end, rankdir);
      // A straight line between neighbours; a longer one goes around the boxes.
      const line = points.length > 3 ? [ends[0], ...points.slice(1, -1), ends[1]] : ends;
      return [{ from: start.id, to: end.id, points: line }];
    });
    return asNumbered({ width, height, frames: [], nodes, edges }, rankdir);
  }
  return undefined;
}

/** Mirrors the picture if most neighbours would otherwise be in descending order. */
function asNumbered(layout: Layout, rankdir: "TB" | "LR"): Layout {
  const [along, across] = rankdir === "TB" ? (["y", "x"] as const) : (["x", "y"] as const);
  let wrong = 0;
  for (const [index, box] of layout.nodes.entries())
    for (const other of layout.nodes.slice(index + 1))
      if (Math.abs(other[along] - box[along]) < 1) wrong += Math.sign(box[across] - other[across]);
  if (wrong <= 0) return layout;
  const end = rankdir === "TB" ? layout.width : layout.height;
  const depth = rankdir === "TB" ? BOX.width : BOX.height;
  return {
    ...layout,
    nodes: layout.nodes.map((node) => ({ ...node, [across]: end - node[across] - depth })),
    edges: layout.edges.map(({ points, ...edge }) => ({
      ...edge,
      points: points.map((point) => ({ ...point, [across]: end - point[across] })),
    })),
  };
}

function endsOf(from: Box, to: Box, rankdir: "TB" | "LR"): [Point, Point] {
  return rankdir === "TB"
    ? [
        { x: from.x + from.width / 2, y: from.y + from.height },
        { x: to.x + to.width / 2, y: to.y },
      ]
    : [
        { x: from.x + from.width, y: from.y + from.height / 2 },
        { x: to.x, y: to.y + to.height / 2 },
      ];
}

/** Larger graphs take too long to lay out, and are unreadable. */
const MOST = { steps: 40, links: 90 };
/** A picture of another shape is shown too small to read. */
const WIDEST = 2.6;
const TALLEST = 2;
const LONGEST = 1900;
