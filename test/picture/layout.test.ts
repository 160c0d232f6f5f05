import * as dagre from "@dagrejs/dagre";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutByDagre } from "../../src/picture/lay-out-by-dagre.ts";
import { layOutByWaves } from "../../src/picture/lay-out-by-waves.ts";
import { layOutInColumns } from "../../src/picture/lay-out-in-columns.ts";
import { type Box, type Layout, linksOf, type PlacedEdge } from "../../src/picture/layout.ts";
import { linePath } from "../../src/picture/line-path.ts";
import { placeInOrder } from "../../src/picture/place-in-order.ts";
import type { Step } from "../../src/plan/plan.ts";
import { planOf } from "../builders.ts";
import { runs } from "../runs.ts";

/** Steps that depend on earlier ones, and now and then on themselves. */
const back = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 1, max: 8 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const anySteps = fc
  .array(fc.array(back, { maxLength: 3 }), { minLength: 1, maxLength: 30 })
  .map((all) => all.map((on, n): Step => ({ id: `s${n}`, title: "x", depends_on: on.map((back) => `s${n - back}`) })));

const LAYOUTS: [string, (steps: readonly Step[]) => Layout | undefined][] = [
  ["columns", layOutInColumns],
  ["waves", layOutByWaves],
  ["dagre", (steps) => layOutByDagre(dagre, steps)],
];

const isApart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Whether a line goes through a box: along a row, or within the gap between two columns. */
function crosses({ points }: PlacedEdge, { x, y, width, height }: Box): boolean {
  return points.slice(1).some((to, index) => {
    const from = points[index] ?? to;
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return from.x < x + width && to.x > x && bottom > y && top < y + height;
  });
}

describe.each(LAYOUTS)("a layout in %s", (_, layOut) => {
  it("has each step once, inside, apart from all others, and the same every time", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const layout = layOut(steps);
        if (layout === undefined) return;
        const { nodes, edges, width, height } = layout;
        expect(nodes.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
        for (const [index, node] of nodes.entries()) {
          expect(node.x >= 0 && node.y >= 0).toBe(true);
          expect(node.x + node.width <= width && node.y + node.height <= height).toBe(true);
          expect(nodes.slice(index + 1).every((other) => isApart(node, other))).toBe(true);
        }
        const numbers = edges.flatMap(({ points }) => points.flatMap(({ x, y }) => [x, y]));
        expect(numbers.every(Number.isFinite)).toBe(true);
        expect(layOut(steps)).toEqual(layout);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe("a layout in columns", () => {
  it("draws no line through a box", () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { nodes, edges } = layOutInColumns(steps);
        for (const edge of edges)
          for (const node of nodes)
            if (node.id !== edge.from && node.id !== edge.to) expect(crosses(edge, node)).toBe(false);
      }),
      { numRuns: runs(60) },
    );
  });

  it("has a column for each wave, and a straight line where there is nothing in between", () => {
    const { nodes, edges } = layOutInColumns(
      planOf("a", { id: "b", depends_on: ["a"] }, { id: "c", depends_on: ["b"] }).steps,
    );
    expect(nodes.map(({ wave }) => wave)).toEqual([0, 1, 2]);
    expect(nodes.map(({ y }) => y)).toEqual([16, 16, 16]);
    expect(edges.map(({ from, to, points }) => [from, to, linePath(points)])).toEqual([
      ["a", "b", "M132 40H164"],
      ["b", "c", "M280 40H312"],
    ]);
  });

  it("leads a long line around the steps that it passes", () => {
    const { nodes, edges } = layOutInColumns(
      planOf("a", "b", { id: "c", depends_on: ["a"] }, { id: "d", depends_on: ["c", "b"] }).steps,
    );
    const long = edges.find(({ from }) => from === "b");
    const passed = nodes.find(({ id }) => id === "c");
    expect(long?.points).toHaveLength(4);
    expect(long?.points[1]?.x).toBe(passed?.x);
  });

  it("takes long plans: no lanes where there would be thousands of them", () => {
    const many = planOf(
      ...Array.from({ length: 200 }, (_, n) => ({ id: `s${n}`, ...(n > 0 && { depends_on: [`s${n - 1}`] }) })),
      ...Array.from({ length: 100 }, (_, n) => ({ id: `t${n}` })),
      { id: "end", depends_on: ["s199", ...Array.from({ length: 100 }, (_, n) => `t${n}`)] },
    );
    const { nodes, width } = layOutInColumns(many.steps);
    expect(nodes).toHaveLength(301);
    expect(width).toBe(201 * 148);
  });

  it("leaves out what other lines imply, also in a chain of thousands of steps, where cycles wait for each other", () => {
    const chain = Array.from({ length: 5_000 }, (_, n) => ({ id: `s${n}`, depends_on: [`s${n - 1}`, `s${n - 2}`] }));
    const cycle = ["c0", "c1"].map((id, n) => ({ id, depends_on: [`c${1 - n}`, "s4999", "s0"] }));
    const began = performance.now();
    const links = linksOf(planOf(...chain, ...cycle).steps);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(links.slice(0, 4_999)).toEqual(Array.from({ length: 4_999 }, (_, n) => ({ from: n, to: n + 1 })));
    expect(links.slice(4_999)).toEqual([]);
  });
});

describe("things in one column", () => {
  it("have the place they wish for if there is room, and share the way if there is not", () => {
    const thing = (wanted: number, weight = 1) => ({ wanted, size: 10, weight });
    expect(placeInOrder([thing(0), thing(50)], 5)).toEqual([0, 50]);
    expect(placeInOrder([thing(10), thing(10)], 5)).toEqual([2.5, 17.5]);
    expect(placeInOrder([thing(10, 3), thing(10)], 6)).toEqual([6, 22]);
  });
});
