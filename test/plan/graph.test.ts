import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dependants, edgePath, examine, type Node, waitsFor } from "../../src/plan/graph.ts";
import { quickest } from "../quickest.ts";

/** `graph("a", "b: a", "c: a b")` */
function graph(...lines: string[]): Node[] {
  return lines.map((line) => {
    const [id = "", after = ""] = line.split(": ");
    return { id, depends_on: after.split(" ").filter(Boolean) };
  });
}

describe("the graph of a plan", () => {
  it("puts every step after all it waits for, and else keeps the order of the plan", () => {
    expect(examine(graph("d: b c", "a", "c: a", "b: a", "e")).order).toEqual(["a", "c", "b", "d", "e"]);
  });

  it("groups into waves what can be done at the same time", () => {
    expect(examine(graph("a", "b: a", "c: a", "d: b c", "e")).waves).toEqual([["a", "e"], ["b", "c"], ["d"]]);
  });

  it.each([
    ["of two", ["a: b", "b: a"], [["a", "b", "a"]]],
    ["of three, from its earliest step", ["x", "b: c", "c: a", "a: b"], [["b", "c", "a", "b"]]],
    [
      "two that have nothing in common",
      ["a: b", "b: a", "c: d", "d: c"],
      [
        ["a", "b", "a"],
        ["c", "d", "c"],
      ],
    ],
    [
      "two that share a step",
      ["a: b", "b: a c", "c: b"],
      [
        ["a", "b", "a"],
        ["b", "c", "b"],
      ],
    ],
    ["once, when a dependency is written twice", ["a: b b", "b: a"], [["a", "b", "a"]]],
    ["behind steps that only wait for it", ["z: a", "a: b", "b: a"], [["a", "b", "a"]]],
  ])("names a cycle %s", (_, lines, cycles) => {
    const found = examine(graph(...lines)).cycles;
    expect(found.toSorted()).toEqual(cycles.toSorted());
  });

  it("leaves steps that wait for a cycle out of the order, and no others", () => {
    expect(examine(graph("a: b", "b: a", "c: b", "d")).order).toEqual(["d"]);
  });

  it("finds missing and self dependencies and duplicate ids, with their places", () => {
    const { missing, selves, duplicates } = examine(graph("a: a x", "b: a", "b: y"));
    expect(missing.map(edgePath)).toEqual(["steps[0].depends_on[1]", "steps[2].depends_on[0]"]);
    expect(selves.map(edgePath)).toEqual(["steps[0].depends_on[0]"]);
    expect(duplicates).toEqual([2]);
  });

  it("lets the early step that waits for a late one close the cycle", () => {
    const { closing } = examine(graph("a: c", "b: a", "c: b"));
    expect(closing.map(edgePath)).toEqual(["steps[0].depends_on[0]"]);
  });

  it("knows what a step waits for and who waits for it, however far away", () => {
    const steps = graph("a", "b: a", "c: b", "d: c a", "e");
    expect(waitsFor(steps, "d")).toEqual(["a", "b", "c"]);
    expect(dependants(steps, "a")).toEqual(["b", "c", "d"]);
    expect(waitsFor(steps, "e")).toEqual([]);
    expect(dependants(steps, "nobody")).toEqual([]);
    expect(waitsFor(graph("a: b", "b: a"), "a")).toEqual(["b"]);
  });

  it("is not confused by steps named like parts of objects", () => {
    expect(examine(graph("__proto__: constructor", "constructor")).order).toEqual(["constructor", "__proto__"]);
  });

  const random = fc
    .integer({ min: 1, max: 12 })
    .chain((size) =>
      fc
        .array(fc.array(fc.nat({ max: size }), { maxLength: 4 }), { minLength: size, maxLength: size })
        .map((lists) =>
          lists.map((list, position): Node => ({ id: `s${position}`, depends_on: list.map((target) => `s${target}`) })),
        ),
    );

  it("orders exactly the steps that can ever start, each after all it waits for", () => {
    fc.assert(
      fc.property(random, (steps) => {
        const { order, waves, cycles } = examine(steps);
        const known = new Set(steps.map((step) => step.id));
        const done = new Set<string>();
        for (const id of order) {
          const waits = steps.find((step) => step.id === id)?.depends_on ?? [];
          expect(waits.filter((other) => other !== id && known.has(other) && !done.has(other))).toEqual([]);
          done.add(id);
        }
        expect(waves.flat().toSorted()).toEqual(order.toSorted());
        expect(order.length === steps.length).toBe(cycles.length === 0);
      }),
    );
  });

  it("names only cycles that are there, and enough of them that without their closing edges none is left", () => {
    fc.assert(
      fc.property(random, (steps) => {
        const { cycles, closing } = examine(steps);
        for (const cycle of cycles) {
          expect(cycle[0]).toBe(cycle.at(-1));
          expect(new Set(cycle).size).toBe(cycle.length - 1);
          for (const [at, id] of cycle.slice(0, -1).entries()) {
            expect(steps.find((step) => step.id === id)?.depends_on).toContain(cycle[at + 1]);
          }
        }
        expect(new Set(cycles.map(String)).size).toBe(cycles.length);
        const open = steps.map((step, position) => ({
          id: step.id,
          depends_on: (step.depends_on ?? []).filter(
            (_, entry) => !closing.some((edge) => edge.position === position && edge.entry === entry),
          ),
        }));
        expect(examine(open).cycles).toEqual([]);
      }),
    );
  });

  it("examines 10,000 steps in well under a second, in a chain, in a ring, and in a tangle", () => {
    const size = 10_000;
    const shapes = [
      (position: number) => (position === 0 ? [] : [position - 1]),
      (position: number) => [(position + 1) % size],
      (position: number) => [(position * 7919) % size, (position * 104_729) % size, size - 1],
    ];
    for (const shape of shapes) {
      const steps = Array.from({ length: size }, (_, position) => ({
        id: `s${position}`,
        depends_on: shape(position).map((target) => `s${target}`),
      }));
      expect(quickest(() => examine(steps), 1000)).toBeLessThan(1000);
    }
  });
});
