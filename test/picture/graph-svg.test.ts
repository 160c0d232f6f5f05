import * as dagre from "@dagrejs/dagre";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SealOfPlan } from "../../src/lifecycle/seal-of-plan.ts";
import { STEP_STATUSES } from "../../src/lifecycle/step-state.ts";
import { StepStates } from "../../src/lifecycle/step-states.ts";
import { graphSubject } from "../../src/picture/graph-subject.ts";
import { graphSvg } from "../../src/picture/graph-svg.ts";
import { linksOf } from "../../src/picture/layout.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { drawGraph, graphPng } from "../../src/surfaces/discord/picture/graph-png.ts";
import { planOf } from "../builders.ts";
import { runs } from "../runs.ts";
import { oddPlan } from "../surfaces/discord/cards/odd-plan.ts";

const chain = (count: number): Plan =>
  planOf(...Array.from({ length: count }, (_, n) => ({ id: `s${n}`, ...(n > 0 && { depends_on: [`s${n - 1}`] }) })));
const flat = (count: number): Plan => planOf(...Array.from({ length: count }, (_, n) => `s${n}`));
const sides = (svg: string) => (/width="(\d+)" height="(\d+)"/.exec(svg) ?? []).slice(1).map(Number);
const statesOf = ({ steps }: Plan) =>
  StepStates.from(steps.map(({ id }, n) => [id, { status: STEP_STATUSES[n % 8] ?? "pending", attempts: 1 }]));

describe("the graph of a plan", () => {
  it("holds only marks of ours, whatever the plan says", () => {
    fc.assert(
      fc.property(oddPlan, fc.boolean(), (plan, isRun) => {
        const svg = graphSvg(graphSubject(plan, isRun ? statesOf(plan) : undefined), dagre);
        const tags = svg.match(/<[^<>]*>/g) ?? [];
        const text = svg.replace(/<[^<>]*>/g, "");
        expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
        for (const tag of tags)
          expect(tag).toMatch(/^<\/?(?:svg|rect|path|circle|text)\b(?: [a-zA-Z-]+="[^"<>&]*")*\/?>$/);
        expect(svg.isWellFormed()).toBe(true);
        expect(Math.max(...sides(svg))).toBeLessThanOrEqual(4096);
      }),
      { numRuns: runs(40) },
    );
  });

  it.each([
    ["a chain", chain],
    ["steps side by side", flat],
  ])("has a shape that can be read, from 1 to 200 steps: %s", (_, make) => {
    for (const count of [1, 5, 20, 60, 200]) {
      const [width = 0, height = 0] = sides(graphSvg(graphSubject(make(count)), dagre));
      expect(Math.max(width, height)).toBeLessThanOrEqual(4096);
      expect(width / height).toBeLessThan(2.7);
      expect(height / width).toBeLessThan(2.1);
    }
  });

  it("shows each step once, with its number, risk and status in words", () => {
    const plan = planOf({ id: "a", title: "First", risk: "high" }, { id: "b", title: "Second", depends_on: ["a"] });
    const states = StepStates.from([
      ["a", { status: "failed", attempts: 1 }],
      ["b", { status: "blocked", attempts: 0 }],
    ]);
    const svg = graphSvg(graphSubject(plan, states), dagre);
    for (const word of [">1<", ">First<", ">HIGH<", ">✗ failed<", ">2<", ">Second<", ">⊘ blocked<"])
      expect(svg.split(word)).toHaveLength(2);
  });

  it("says how a step stands in whole words, whatever else there would be to say", () => {
    const plan = planOf({ id: "a", mode: "research", risk: "high" }, { id: "b", mode: "run", depends_on: ["a"] });
    const states = StepStates.from([
      ["a", { status: "needs_decision", attempts: 0 }],
      ["b", { status: "blocked", attempts: 0 }],
    ]);
    expect(graphSvg(graphSubject(plan, states), dagre)).toContain(">? needs a decision<");
    expect(graphSvg(graphSubject(plan, states))).toContain(">⊘ blocked · run · after 1<");
  });

  it("has lower numbers first among steps side by side", () => {
    const plan = planOf(
      "a",
      { id: "b", depends_on: ["a"] },
      { id: "c", depends_on: ["a"] },
      { id: "d", depends_on: ["b", "c"] },
    );
    const svg = graphSvg(graphSubject(plan), dagre);
    const left = (number: number) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${number}<`).exec(svg)?.[1]);
    expect(left(2)).toBeLessThan(left(3));
  });

  it("is drawn without dagre too, and says then what waits for what", () => {
    expect(graphSvg(graphSubject(chain(3)))).toContain("after 2");
  });

  it("is drawn where steps wait for each other", () => {
    const svg = graphSvg(graphSubject(planOf({ id: "a", depends_on: ["b"] }, { id: "b", depends_on: ["a"] }, "c")));
    for (const id of ["a", "b", "c"]) expect(svg).toContain(`>${id}<`);
  });

  it("leaves out arrows that follow from others", () => {
    const steps = planOf("a", { id: "b", depends_on: ["a"] }, { id: "c", depends_on: ["a", "b", "c", "gone"] }).steps;
    expect(linksOf(steps)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
  });

  it("has the seal below it, as wide as the words beside it need, and alone if there are no steps to draw", () => {
    const seal: SealOfPlan = { digest: `sha256:${"0a".repeat(32)}`, share: 0.5, isVoid: false, words: "1 of 2 signed" };
    const plain = sides(graphSvg(graphSubject(flat(1)), dagre));
    const svg = graphSvg(graphSubject(flat(1), undefined, seal), dagre);
    expect(svg).toContain(">1 of 2 signed<");
    expect(svg).toContain(">0a0a 0a0a … 0a0a 0a0a<");
    expect(sides(svg)[1]).toBeGreaterThan(plain[1] ?? 0);
    expect(sides(svg)[0]).toBeGreaterThanOrEqual(400);
    expect(sides(graphSvg({ steps: [], seal }))).toEqual([560, 104]);
  });

  it("becomes a picture of bearable size", { timeout: 60_000 }, async () => {
    for (const plan of [flat(1), chain(5), flat(200)]) {
      const { png } = await drawGraph(graphSubject(plan, statesOf(plan)));
      expect(
        Buffer.from(png ?? [])
          .subarray(1, 4)
          .toString(),
      ).toBe("PNG");
      const view = Buffer.from(png ?? []);
      expect(Math.max(view.readUInt32BE(16), view.readUInt32BE(20))).toBeLessThanOrEqual(4096);
      expect(view.byteLength).toBeLessThan(4 * 1024 * 1024);
    }
  });

  it("is not drawn where it would be too large", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="10"></svg>';
    expect(await graphPng(svg)).toEqual({ missing: "the picture would be too large" });
  });
});
