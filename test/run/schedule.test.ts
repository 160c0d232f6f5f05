import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFinished, STEP_STATUSES, type StepStatus } from "../../src/lifecycle/step-state.ts";
import type { Plan, Step, StepId } from "../../src/plan/plan.ts";
import { Agenda } from "../../src/run/agenda.ts";
import { overlap } from "../../src/run/overlap.ts";
import { type ScheduleLimits, schedule, whyWaiting } from "../../src/run/schedule.ts";
import { planOf } from "../builders.ts";
import { runs } from "../runs.ts";

const ONE: ScheduleLimits = { max_parallel_steps: 1, on_failure: "stop" };
const MANY: ScheduleLimits = { max_parallel_steps: 9, on_failure: "stop" };

function agendaOf(plan: Plan, statuses: Partial<Record<StepId, StepStatus>> = {}): Agenda {
  return new Agenda(plan, (id) => statuses[id] ?? "pending");
}

const started = (agenda: Agenda, limits = MANY, decided: readonly string[] = []) =>
  schedule(agenda, limits, (id) => decided.includes(id)).start;

const reader = (id: string, ...depends_on: string[]) => ({ id, mode: "research" as const, depends_on });
const writer = (id: string, ...files: string[]) => ({ id, files });

describe("what is started", () => {
  it("is the first steps of the plan, no more than may run at once", () => {
    const agenda = agendaOf(planOf(reader("a"), reader("b"), reader("c", "a")));
    expect(started(agenda, ONE)).toEqual(["a"]);
    expect(started(agenda)).toEqual(["a", "b"]);
  });

  it("is what the step that has just ended has let go", () => {
    const agenda = agendaOf(planOf(reader("a"), reader("b", "a"), reader("c", "b")));
    agenda.move("a", "in_progress");
    expect(started(agenda)).toEqual([]);
    agenda.move("a", "completed");
    expect(started(agenda)).toEqual(["b"]);
  });

  it("waits for all steps before it, also for those that are skipped", () => {
    const agenda = agendaOf(planOf("a", "b", { id: "c", depends_on: ["a", "b", "a"] }), { a: "completed" });
    expect(started(agenda, ONE)).toEqual(["b"]);
    agenda.move("b", "skipped");
    expect(started(agenda)).toEqual(["c"]);
  });

  it("asks for a decision instead of starting what waits for it", () => {
    const agenda = agendaOf(planOf({ id: "a", decision_id: "colour" }, "b"));
    expect(schedule(agenda, ONE, () => false)).toEqual({ start: ["b"], ask: ["a"] });
    expect(schedule(agenda, ONE, () => true)).toEqual({ start: ["a"], ask: [] });
  });

  it("is nothing after a failure, or what does not depend on it", () => {
    const plan = planOf("a", reader("b"), { id: "c", depends_on: ["a"] });
    const agenda = agendaOf(plan, { a: "failed", c: "blocked" });
    expect(started(agenda)).toEqual([]);
    expect(started(agenda, { ...MANY, on_failure: "continue" })).toEqual(["b"]);
  });

  it("is nothing as long as nobody knows how far a step got", () => {
    const agenda = agendaOf(planOf("a", reader("b")), { a: "interrupted" });
    expect(started(agenda, { ...MANY, on_failure: "continue" })).toEqual([]);
    agenda.move("a", "pending");
    expect(started(agenda)).toEqual(["a", "b"]);
  });

  it("does not disturb what runs, and says why it waits", () => {
    const agenda = agendaOf(planOf(writer("a", "src/auth/**"), writer("b", "src/auth/jwt.ts"), writer("c", "docs/*")));
    expect(started(agenda)).toEqual(["a", "c"]);
    agenda.move("a", "in_progress");
    expect(whyWaiting(agenda, "b")).toBe("waits for a: both may write src/auth/jwt.ts");
    expect(whyWaiting(agenda, "c")).toBeUndefined();
  });

  it("lets nobody overtake a step that waits in its way", () => {
    const agenda = agendaOf(planOf(writer("a", "src/x/*"), "any", writer("b", "src/y/*"), reader("look")));
    expect(started(agenda)).toEqual(["a", "look"]);
    agenda.move("a", "completed");
    expect(started(agenda)).toEqual(["any", "look"]);
  });

  it("can be asked for twice: nothing has moved until somebody says so", () => {
    const agenda = agendaOf(planOf(reader("a"), reader("b")));
    expect(started(agenda)).toEqual(started(agenda));
  });
});

const graph: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      mode: fc.constantFrom<Step["mode"]>("research", "code", undefined),
      before: fc.array(fc.nat(40), { maxLength: 4 }),
      files: fc.option(fc.array(fc.constantFrom("a/*", "b/**", "b/c/d.ts", "e.md"), { minLength: 1, maxLength: 2 })),
      decision: fc.nat(9),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((rows) =>
    planOf(
      ...rows.map(({ mode, before, files, decision }, index) => ({
        id: `s${index}`,
        ...(mode && { mode }),
        ...(files && { files }),
        ...(decision === 0 && { decision_id: "d" }),
        depends_on: [...new Set(before.filter((at) => at < index).map((at) => `s${at}`))],
      })),
    ),
  );

const chances = fc.array(fc.record({ at: fc.nat(99), to: fc.constantFrom(...STEP_STATUSES) }), { maxLength: 60 });

describe("whatever has happened to a run", () => {
  it("an agenda that followed it says the same as one that is made anew", () => {
    fc.assert(
      fc.property(graph, chances, fc.integer({ min: 1, max: 5 }), (plan, moves, max_parallel_steps) => {
        const limits = { max_parallel_steps, on_failure: "continue" as const };
        const statuses: Record<StepId, StepStatus> = {};
        const agenda = agendaOf(plan);
        for (const { at, to } of moves) {
          const { id } = plan.steps[at % plan.steps.length] as Step;
          agenda.move(id, to);
          statuses[id] = to;
          expect(schedule(agenda, limits, () => false)).toEqual(
            schedule(agendaOf(plan, statuses), limits, () => false),
          );
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("what is started is ready, fits beside what runs, and is never more than the limit", () => {
    fc.assert(
      fc.property(graph, chances, fc.integer({ min: 1, max: 5 }), (plan, moves, max_parallel_steps) => {
        const statuses: Record<StepId, StepStatus> = {};
        for (const { at, to } of moves) statuses[(plan.steps[at % plan.steps.length] as Step).id] = to;
        const statusOf = (id: StepId) => statuses[id] ?? "pending";
        const start = started(agendaOf(plan, statuses), { max_parallel_steps, on_failure: "continue" });
        const running = plan.steps.filter(({ id }) => statusOf(id) === "in_progress");
        expect(start.length === 0 || start.length + running.length <= max_parallel_steps).toBe(true);
        const beside = [...running];
        for (const id of start) {
          const step = plan.steps.find((other) => other.id === id) as Step;
          expect(statusOf(id)).toBe("pending");
          for (const before of step.depends_on ?? []) expect(isFinished({ status: statusOf(before) })).toBe(true);
          for (const other of beside) expect(overlap(step, other)).toBeUndefined();
          beside.push(step);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it("a run that starts what it is told comes to its end, each step once", () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat(99)), (plan, max, chance) => {
        const agenda = agendaOf(plan);
        const done: StepId[] = [];
        const running: StepId[] = [];
        for (;;) {
          const { start } = schedule(agenda, { max_parallel_steps: max, on_failure: "stop" }, () => true);
          for (const id of start) agenda.move(id, "in_progress");
          running.push(...start);
          if (running.length === 0) break;
          const [id = ""] = running.splice((chance.next().value ?? 0) % running.length, 1);
          agenda.move(id, "completed");
          done.push(id);
        }
        expect(done.toSorted()).toEqual(plan.steps.map(({ id }) => id).toSorted());
        expect(agenda.isFinished).toBe(true);
      }),
      { numRuns: runs(300) },
    );
  });
});
