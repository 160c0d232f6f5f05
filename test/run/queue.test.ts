import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanBefore, type QueuedPlan, queueOrder, waitsFor } from "../../src/run/queue.ts";
import { queueMove } from "../../src/run/queue-moves.ts";
import { processorTime } from "../quickest.ts";

const id = (name: string) => `PLAN-${name.repeat(8).slice(0, 8)}`;
const [A, B, C, D] = [id("a"), id("b"), id("c"), id("d")] as const;

const queued = (plan: string, more: Partial<QueuedPlan> = {}): QueuedPlan => ({
  ...{ id: plan, title: plan, priority: 0, at: "2026-01-01T00:00:00.000Z", after: [] },
  ...more,
});

/** Those in the queue are approved; others stand as they are said to. */
function standings(plans: readonly QueuedPlan[], others: Record<string, PlanBefore> = {}) {
  const known = new Map(Object.entries(others));
  for (const { id: plan, after } of plans) known.set(plan, { status: "approved", after });
  return (plan: string) => known.get(plan);
}

function order(plans: readonly QueuedPlan[], others: Record<string, PlanBefore> = {}) {
  return queueOrder(plans, standings(plans, others));
}

describe("the order of the queue", () => {
  it("is by priority, then by how long a plan waits, then by its id", () => {
    const plans = [
      queued(A, { at: "2026-01-02T00:00:00.000Z" }),
      queued(C, { at: "2026-01-01T00:00:00.000Z" }),
      queued(B, { at: "2026-01-01T00:00:00.000Z" }),
      queued(D, { priority: 1, at: "2026-01-03T00:00:00.000Z" }),
    ];
    expect(order(plans).map((entry) => [entry.position, entry.id])).toEqual([
      [1, D],
      [2, B],
      [3, C],
      [4, A],
    ]);
  });

  it("lets a plan wait for the plans it comes after, whatever its priority", () => {
    const plans = [queued(A, { priority: 9, after: [B] }), queued(B, { after: [D] }), queued(C)];
    const found = order(plans, { [D]: { status: "completed", after: [] } });
    expect(found.map((entry) => entry.id)).toEqual([B, A, C]);
    expect(found[0]?.waits_for).toEqual([]);
    expect(found[1]?.waits_for).toEqual([{ plan: B, because: "queued", words: `${B}, which is in the queue` }]);
  });

  it.each([
    [undefined, "unknown", `${D}, which is not in this project`],
    ["failed", "failed", `${D}, which has failed`],
    ["cancelled", "ended", `${D}, which was cancelled`],
    ["rejected", "ended", `${D}, which was rejected`],
    ["approved", "not_run", `${D}, which is approved but not in the queue`],
    ["needs_review", "not_run", `${D}, which has no revisions left`],
    ["paused", "not_run", `${D}, which is paused`],
  ] as const)("puts last what waits for a plan that is %s, and says so", (status, because, words) => {
    const plans = [queued(A, { priority: 5, after: [D] }), queued(B)];
    const found = order(plans, status ? { [D]: { status, after: [] } } : {});
    expect(found.map((entry) => entry.id)).toEqual([B, A]);
    expect(found[1]?.waits_for).toEqual([{ plan: D, because, words }]);
  });

  it("counts on what runs now to end", () => {
    const plans = [queued(A, { priority: 5, after: [D] }), queued(B)];
    const found = order(plans, { [D]: { status: "executing", after: [] } });
    expect(found.map((entry) => [entry.id, entry.waits_for.length])).toEqual([
      [A, 1],
      [B, 0],
    ]);
  });

  it("does not count on what was begun and left", () => {
    const found = order([queued(A, { after: [D] })], { [D]: { status: "executing", after: [], isLeft: true } });
    expect(found[0]?.waits_for[0]).toMatchObject({
      because: "not_run",
      words: expect.stringContaining("no process runs it"),
    });
  });

  it("finds plans that wait for each other, also over plans that are not in the queue", () => {
    const plans = [queued(A, { after: [D] }), queued(B, { after: [B] }), queued(C, { after: [A] })];
    const found = order(plans, { [D]: { status: "approved", after: [A] } });
    expect(found.map((entry) => entry.waits_for[0])).toEqual([
      { plan: D, because: "cycle", words: `${D}, which waits for it in turn (${D}, ${A})` },
      { plan: B, because: "cycle", words: "itself" },
      { plan: A, because: "queued", words: `${A}, which is in the queue` },
    ]);
  });

  it("sees no circle through what is completed", () => {
    const before = (plan: string): PlanBefore => ({ status: plan === D ? "completed" : "approved", after: [A] });
    expect(waitsFor({ id: A, after: [D] }, before)).toEqual([]);
  });

  const names = ["a", "b", "c", "d", "e", "f"].map(id);
  const plans = fc
    .array(
      fc.record({
        id: fc.constantFrom(...names),
        priority: fc.integer({ min: -2, max: 2 }),
        at: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
        after: fc.subarray(names, { maxLength: 2 }),
      }),
    )
    .map((list) => [...new Map(list.map((plan) => [plan.id, queued(plan.id, plan)])).values()]);

  it("is the same however the plans come in, holds each once, and keeps what comes before in front", () => {
    fc.assert(
      fc.property(plans, fc.infiniteStream(fc.nat()), (list, chance) => {
        const found = order(list);
        const keys = new Map(list.map(({ id: plan }) => [plan, chance.next().value]));
        const shuffled = list.toSorted((a, b) => (keys.get(a.id) ?? 0) - (keys.get(b.id) ?? 0));
        expect(order(shuffled)).toEqual(found);
        expect(found.map((entry) => entry.id).sort()).toEqual(list.map((plan) => plan.id).sort());
        expect(found.map((entry) => entry.position)).toEqual(found.map((_, index) => index + 1));
        const isStuck = (entry: (typeof found)[number]): boolean =>
          entry.waits_for.some(({ because, plan }) => {
            const other = found.find((one) => one.id === plan);
            return because !== "queued" || other === undefined || other.position > entry.position || isStuck(other);
          });
        const stuck = found.map(isStuck);
        expect(stuck).toEqual(stuck.toSorted((a, b) => Number(a) - Number(b)));
        for (const [index, entry] of found.entries()) {
          const next = found[index + 1];
          if (stuck[index] || next === undefined || stuck[index + 1]) continue;
          const isInOrder = entry.priority > next.priority || (entry.priority === next.priority && entry.at <= next.at);
          // Only what had to wait for the one in front of it may come later than its priority says.
          if (!isInOrder) expect(next.waits_for.map(({ plan }) => plan)).toContain(entry.id);
        }
      }),
    );
  });

  it("orders thousands of plans in a chain in no time", () => {
    const many = Array.from({ length: 1_000 }, (_, n) => {
      const name = (of: number) => `PLAN-${String(of).padStart(8, "0")}`;
      return queued(name(n), { priority: n, after: n === 0 ? [] : [name(n - 1)] });
    });
    const at = processorTime();
    expect(order(many).at(-1)?.id).toBe("PLAN-00000999");
    expect(processorTime() - at).toBeLessThan(2_000);
  });
});

describe("moving a plan in the queue", () => {
  /** Carries the move out, as it would be recorded: each is queued anew, a second after the one before. */
  function moved(plans: readonly QueuedPlan[], plan: string, way: "up" | "down" | "first") {
    const move = queueMove(order(plans), plan, way);
    if (typeof move === "string") return move;
    const after = move.reduce(
      (list, { id: one, priority }, second) =>
        list.map((entry) =>
          entry.id === one ? { ...entry, priority, at: `2027-01-01T00:00:0${second}.000Z` } : entry,
        ),
      [...plans],
    );
    return order(after).map((entry) => entry.id);
  }
  const three = [queued(A), queued(B), queued(C), queued(D)];

  it("goes one place, and leaves the others in their order", () => {
    expect(moved(three, C, "up")).toEqual([A, C, B, D]);
    expect(moved(three, B, "up")).toEqual([B, A, C, D]);
    expect(moved(three, B, "down")).toEqual([A, C, B, D]);
    expect(moved([queued(A, { priority: 4 }), queued(B, { priority: 1 }), queued(C)], C, "up")).toEqual([A, C, B]);
  });

  it("goes before all others, and leaves those in their order", () => {
    expect(moved(three, D, "first")).toEqual([D, A, B, C]);
    const stuck = queued(B, { priority: 9, after: [id("e")] });
    expect(moved([queued(A, { priority: 4 }), stuck, queued(C)], C, "first")).toEqual([C, A, B]);
    expect(moved(three, A, "first")).toBe(`${A} is the first already.`);
    const chain = [queued(A), queued(B), queued(C, { after: [B] })];
    expect(moved(chain, C, "first")).toBe(`${C} cannot come before ${B}: it waits for ${B}, which is in the queue.`);
  });

  it("is refused at the ends, and where a plan would come before what it waits for", () => {
    expect(moved(three, A, "up")).toBe(`${A} is the first already.`);
    expect(moved(three, D, "down")).toBe(`${D} is the last already.`);
    expect(moved(three, id("e"), "up")).toBe(`${id("e")} is not in the queue.`);
    const chain = [queued(A), queued(B, { after: [A] }), queued(C, { after: [id("e")] })];
    expect(moved(chain, B, "up")).toBe(`${B} cannot come before ${A}: it waits for ${A}, which is in the queue.`);
    expect(moved(chain, B, "down")).toBe(
      `${C} cannot come before ${B}: it waits for ${id("e")}, which is not in this project.`,
    );
  });

  it("moves any plan one place and no other, wherever it can be moved", () => {
    const lists = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(lists, fc.nat(), (priorities, chance) => {
        const plans = priorities.map((priority, n) =>
          queued(id("abcdef"[n] ?? ""), { priority, at: `2026-01-0${n + 1}T00:00:00.000Z` }),
        );
        const before = order(plans).map((entry) => entry.id);
        const at = 1 + (chance % (before.length - 1));
        const wanted = before.with(at - 1, before[at] ?? "").with(at, before[at - 1] ?? "");
        expect(moved(plans, before[at] ?? "", "up")).toEqual(wanted);
        expect(moved(plans, before[at - 1] ?? "", "down")).toEqual(wanted);
      }),
    );
  });
});
