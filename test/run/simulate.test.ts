import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { columns } from "../../src/plan/wrap.ts";
import { overlap } from "../../src/run/overlap.ts";
import { type SimulationTerms, simulate } from "../../src/run/simulate.ts";
import { simulationText } from "../../src/run/simulation-text.ts";
import { stepsLeft } from "../../src/run/steps-left.ts";
import { approve, end, given, later, planOf, propose, START, start } from "../builders.ts";

const terms = (more: Partial<SimulationTerms> = {}): SimulationTerms => ({ max_parallel_steps: 8, ...more });
const ids = (steps: readonly Step[], more: Partial<SimulationTerms> = {}) =>
  simulate(steps, terms(more)).waves.map((wave) => wave.map(({ step }) => step.id));

describe("a simulation", () => {
  const { steps } = planOf(
    { id: "look", mode: "research", tools: ["read", "grep"] },
    { id: "api", files: ["src/api/**"], depends_on: ["look"], tools: ["edit"], estimate: { tokens: 1000, minutes: 9 } },
    { id: "page", files: ["src/page/**"], depends_on: ["look"], model: "small", decision_id: "colour" },
    { id: "form", files: ["src/page/form/**"], depends_on: ["look"] },
    { id: "ship", run: "make ship", depends_on: ["api", "page", "form"] },
  );

  it("has steps together that may be, and says why others are not", () => {
    const { waves } = simulate(steps, terms());
    expect(waves.map((wave) => wave.map(({ step }) => step.id))).toEqual([
      ["look"],
      ["api", "page"],
      ["form"],
      ["ship"],
    ]);
    expect(waves[2]?.[0]?.held).toEqual({ by: "page", because: "both may write src/page/form/**" });
  });

  it("has steps together in one directory, unless the sandbox cannot keep them apart", () => {
    const { steps: near } = planOf({ id: "a", files: ["out/a"] }, { id: "b", files: ["out/b"] });
    expect(ids(near)).toEqual([["a", "b"]]);
    const { waves } = simulate(near, terms({ inseparable: ({ id }) => (id === "b" ? "it is full" : undefined) }));
    expect(waves[1]?.[0]?.held).toEqual({ by: "a", because: "both write in out, and it is full" });
  });

  it("keeps to the limit", () => {
    expect(ids(steps, { max_parallel_steps: 1 })).toEqual([["look"], ["api"], ["page"], ["form"], ["ship"]]);
    const { steps: free } = planOf(...["a", "b", "c", "d", "e"].map((id) => ({ id, mode: "research" as const })));
    expect(ids(free, { max_parallel_steps: 2 })).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });

  it("tells steps that would never start", () => {
    const { steps: round } = planOf({ id: "a", depends_on: ["b"] }, { id: "b", depends_on: ["a"] }, "c");
    expect(simulate(round, terms())).toMatchObject({ never: ["a", "b"], waves: [[{ step: { id: "c" } }]] });
  });

  it("sums up tools, models, decisions, and what it would take: estimates first, guesses by mode else", () => {
    const price = (model: string) => (model === "small" ? { input: 1, output: 1 } : undefined);
    const simulation = simulate(steps, terms({ model: "big", price }));
    expect(simulation).toMatchObject({
      tools: ["read", "grep", "edit"],
      models: ["big", "small"],
      decisions: ["colour"],
    });
    expect(simulation.estimate).toMatchObject({ tokens: 40_000 + 1000 + 60_000 + 60_000, guessed: 4, unpriced: 3 });
    expect(simulation.estimate.cost).toBeCloseTo(0.06);
    // The longest of each wave: 4, then 9 beside 6, then 6, then 1.
    expect(simulation.estimate.minutes).toBe(20);
  });

  it("leaves out what is done", () => {
    const plan = planOf("one", { id: "two", depends_on: ["one"] }, "three");
    const state = later(given(propose(plan), approve(plan)), START, start("one"), end("one"));
    expect(stepsLeft(state).map(({ step }) => step.id)).toEqual(["two", "three"]);
    expect(ids(stepsLeft(state).map(({ step }) => step))).toEqual([["two"], ["three"]]);
    expect(stepsLeft(given(propose(plan))).length).toBe(3);
  });

  it("never has a step before what it waits for, nor beside one that it could disturb, nor too many", () => {
    const files = fc.constantFrom<string[] | undefined>(undefined, ["a/**"], ["b/**"], ["a/b/**", "c"], ["d/**"]);
    const step = fc.record({ files, mode: fc.constantFrom("code" as const, "research" as const), waits: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (drawn, most) => {
        const all = drawn.map(
          ({ files: own, mode, waits }, at): Step => ({
            ...{ id: `s${at}`, title: "x", mode },
            ...(own && { files: own }),
            ...(at > 0 && waits < 20 && { depends_on: [`s${waits % at}`] }),
          }),
        );
        const { waves, never } = simulate(all, terms({ max_parallel_steps: most }));
        expect(never).toEqual([]);
        expect(waves.flat()).toHaveLength(all.length);
        const done = new Set<string>();
        for (const wave of waves) {
          expect(wave.length).toBeLessThanOrEqual(most);
          for (const { step: one } of wave) {
            for (const before of one.depends_on ?? []) expect(done).toContain(before);
            for (const { step: other } of wave) if (other !== one) expect(overlap(one, other)).toBeUndefined();
          }
          for (const { step: one } of wave) done.add(one.id);
        }
      }),
    );
  });

  it("of thousands of steps that disturb each other is done in a moment", () => {
    const many = Array.from({ length: 2_000 }, (_, at): Step => ({ id: `s${at}`, title: "x" }));
    expect(ids(many)).toHaveLength(2_000);
  });
});

describe("a simulation in words", () => {
  it("reads well", () => {
    const { steps } = planOf(
      { id: "look", title: "Look around", mode: "research", tools: ["read", "grep"] },
      { id: "page", title: "Make the page", mode: "code", files: ["src/**"], tools: ["edit"], decision_id: "colour" },
      { id: "form", title: "Make the form", mode: "code", files: ["src/form/**"], tools: ["edit"] },
      { id: "ship", title: "Ship it", run: "make ship", depends_on: ["page", "form"], estimate: { minutes: 75 } },
    );
    const price = () => ({ input: 3, output: 15 });
    expect(simulationText("PLAN-0000abcd", simulate(steps, terms({ model: "big", price })))).toBe(`\
Dry run of PLAN-0000abcd:

1.  look: Look around
      ⌕ research · big · read, grep · about 40k tokens, $0.16, 4 min (guessed)
    page: Make the page
      ✎ code · big · edit · about 60k tokens, $0.24, 6 min (guessed)
      waits for the decision colour
2.  form: Make the form
      ✎ code · big · edit · about 60k tokens, $0.24, 6 min (guessed)
      waits for page: both may write src/form/**
3.  ship: Ship it
      runs make ship · about 1 h 15 min

Total: about 160k tokens, $0.63, 1 h 27 min (guessed for 3 of 4 steps)
Models: big
Tools: read, grep, edit
Decisions: colour`);
  });

  it("never has a line that is too wide, nor a character that nobody sees", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", " ", "漢", "é", "\n", "\u202E", "\u001b", "🎉", "-"),
      minLength: 1,
      maxLength: 90,
    });
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(text, { maxLength: 9 }),
        fc.integer({ min: 20, max: 100 }),
        (title, run, tools, width) => {
          const { steps } = planOf(
            { id: "a", title, tools, model: run },
            { id: "b", title, run },
            { id: "c", depends_on: ["c"] },
          );
          const lines = simulationText("PLAN-0000abcd", simulate(steps, terms()), width).split("\n");
          expect(lines.filter((line) => columns(line) > width)).toEqual([]);
          expect(lines.join("")).not.toMatch(/[\u202E\u001b]/);
        },
      ),
    );
  });
});
