import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionOf, digestOf } from "../../src/plan/digest.ts";
import { Plan, Step } from "../../src/plan/plan.ts";
import { runs } from "../runs.ts";
import { plan, planWith } from "./arbitrary-plan.ts";

const UNSIGNED = ["id", "planner_model", "executor_model", "priority", "base_commit"];

describe("a digest", () => {
  it("is the same for the same plan on every machine", () => {
    expect(digestOf(planWith())).toBe("sha256:1f7668e7500c04e27b633520440291efb915020a82adb05408ad6ba54399ca6c");
  });

  it("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(plan, (any) => {
        expect(digestOf(turned(any) as Plan)).toBe(digestOf(any));
      }),
    );
  });

  it("takes empty for absent", () => {
    const empty = planWith({
      goal: "",
      questions: [],
      context: {},
      steps: [{ ...planWith().steps[0], tools: [] } as Step],
    });
    expect(digestOf(empty)).toBe(digestOf(planWith()));
  });

  it("does not depend on what is not signed", () => {
    fc.assert(
      fc.property(plan, plan, (one, other) => {
        const moved = { ...one };
        for (const key of UNSIGNED) Object.assign(moved, { [key]: other[key as keyof Plan] });
        expect(digestOf(moved)).toBe(digestOf(one));
      }),
    );
  });

  it("changes with every change of anything that is signed", () => {
    fc.assert(
      fc.property(plan, fc.nat(), (any, chance) => {
        const definition = definitionOf(any);
        const places = leaves(definition);
        const place = places[chance % places.length] ?? [];
        const changed = structuredClone(definition);
        change(changed, place);
        expect(digestOf({ ...changed, id: any.id })).not.toBe(digestOf(any));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("is different for any two plans with different definitions", () => {
    fc.assert(
      fc.property(plan, plan, (one, other) => {
        const equal = JSON.stringify(turned(definitionOf(one), 1)) === JSON.stringify(turned(definitionOf(other), 1));
        expect(digestOf(one) === digestOf(other)).toBe(equal);
      }),
    );
  });

  it("tells lone surrogates from each other and from what they are replaced with elsewhere", () => {
    const titles = ["\ud800", "\ud801", "\udc00", "\ufffd", "\\ud800", "?"];
    expect(new Set(titles.map((title) => digestOf(planWith({ title })))).size).toBe(titles.length);
  });

  it("covers every field of a plan and of a step that is not named here", () => {
    const full = fc.sample(plan, { numRuns: 500, seed: 1 });
    const signed = new Set(full.flatMap((any) => Object.keys(definitionOf(any))));
    expect([...signed].sort()).toEqual(
      Object.keys(Plan.properties)
        .filter((key) => !UNSIGNED.includes(key))
        .sort(),
    );
    const fields = new Set(full.flatMap((any) => definitionOf(any).steps.flatMap((step) => Object.keys(step))));
    expect([...fields].sort()).toEqual(Object.keys(Step.properties).sort());
  });
});

/** The same data with its keys in the opposite order; with a direction, sorted. */
function turned(value: unknown, sorted = 0): unknown {
  if (Array.isArray(value)) return value.map((item) => turned(item, sorted));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, turned(item, sorted)] as const);
  return Object.fromEntries(sorted ? entries.sort(([a], [b]) => (a < b ? -1 : 1)) : entries.reverse());
}

type Place = (string | number)[];

function leaves(value: unknown, place: Place = []): Place[] {
  if (value === null || typeof value !== "object") return [place];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => leaves(item, [...place, key]));
}

function change(value: unknown, place: Place): void {
  const last = place.at(-1);
  let at = value as Record<string | number, unknown>;
  for (const key of place.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  if (last === undefined) return;
  const old = at[last];
  const changed =
    typeof old === "string" ? `${old}x` : typeof old === "number" ? (old === 0 ? 1 : -old) : old === null ? 0 : !old;
  Object.defineProperty(at, last, { value: changed, enumerable: true });
}
