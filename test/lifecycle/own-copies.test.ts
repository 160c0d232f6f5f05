import { describe, expect, it } from "vitest";
import { INACTIVE } from "../../src/lifecycle/agent-phase.ts";
import { evolve } from "../../src/lifecycle/evolve.ts";
import { evolveAgent } from "../../src/lifecycle/evolve-agent.ts";
import { OwnCopies } from "../../src/lifecycle/own-copies.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { opening, type RequestEvent } from "../../src/lifecycle/request.ts";
import { approve, given, HOST, later, planOf, propose, START, start, T0 } from "../builders.ts";

describe("a collection", () => {
  it("is copied once, and the copy is changed from then on", () => {
    const copies = new OwnCopies();
    const list = Object.freeze(["a"]);
    const longer = copies.append(list, "b");
    expect(copies.append(longer, "c")).toBe(longer);
    expect(longer).toEqual(["a", "b", "c"]);
    const record: Record<string, number> = Object.freeze({ a: 1 });
    const larger = copies.put(record, "b", 2);
    expect(copies.put(larger, "a", 3)).toBe(larger);
    expect(larger).toEqual({ a: 3, b: 2 });
  });

  it("that another replay has copied is copied again", () => {
    const first = new OwnCopies().put<number>({}, "a", 1);
    new OwnCopies().put(first, "b", 2);
    expect(first).toEqual({ a: 1 });
  });

  it("takes any word for a key", () => {
    const record = new OwnCopies().put<{ polluted: boolean }>({}, "__proto__", { polluted: true });
    expect(Object.keys(record)).toEqual(["__proto__"]);
    expect("polluted" in record).toBe(false);
  });
});

const PLAN = planOf("a");
const proposed = given(propose(PLAN));
const busy = later(proposed, approve(PLAN), START, start("a"));
const { digest } = proposed.proposal;
const question = (version: number) =>
  opening(
    { kind: "question", question: "Which?" },
    { journal: PLAN.id, version, at: T0, by: HOST, minutes: undefined },
  );

interface Growth {
  from: LivePlan;
  events(version: number): PlanEvent[];
  collection(state: LivePlan): object | undefined;
}

/** What grows with a journal, and the events that it grows by. */
const GROWING: Record<string, Growth> = {
  requests: { from: busy, events: asked, collection: ({ requests }) => requests },
  reviews: {
    from: proposed,
    events: () => [
      { type: "changes_requested", revision: 1, feedback: "smaller" },
      { type: "withdrawn", revision: 1, feedback: "not now" },
      { type: "proposed", plan: PLAN, text: "", digest, revision: 2, requester: HOST },
      { type: "rejected", revision: 2, feedback: "no" },
    ],
    collection: ({ reviews }) => reviews,
  },
  amendments: {
    from: busy,
    events: () => [{ type: "amended", step_id: "a", files: ["b"] }],
    collection: ({ run }) => run?.amendments,
  },
  "raised budgets": {
    from: busy,
    events: (version) => [{ type: "budget_raised", of: "plan", what: "tokens", to: version }],
    collection: ({ run }) => run?.raised,
  },
  rollbacks: {
    from: busy,
    events: () => [{ type: "rolled_back", steps: [], to: "before" }],
    collection: ({ run }) => run?.rolled_back,
  },
};

function asked(version: number): RequestEvent[] {
  const open = question(version);
  return [open, { type: "request_closed", request_id: open.request.id, how: "cancelled" }];
}

describe("a replay makes one copy, however long the journal is,", () => {
  const ROUNDS = 100;
  const versions = Array.from({ length: ROUNDS }, (_, index) => index + 10);
  const occasion = (version: number) => ({ journal: PLAN.id, version, at: T0, by: HOST });

  it.each(Object.entries(GROWING))("of %s", (_name, { from, events, collection }) => {
    const copies = new OwnCopies();
    const made = new Set<object | undefined>();
    let state = from;
    for (const version of versions) {
      for (const event of events(version)) {
        state = evolve(state, event, occasion(version), copies) as LivePlan;
        made.add(collection(state));
      }
    }
    expect(made.size).toBe(1);
    expect(Object.keys(collection(state) ?? {}).length).toBeGreaterThanOrEqual(ROUNDS);
  });

  it("of what an agent asks", () => {
    const copies = new OwnCopies();
    const made = new Set<object>();
    let state = INACTIVE;
    for (const version of versions) {
      for (const event of asked(version)) {
        state = evolveAgent(state, event, occasion(version), copies);
        made.add(state.requests);
      }
    }
    expect(made.size).toBe(1);
    expect(Object.keys(state.requests)).toHaveLength(ROUNDS);
    expect(INACTIVE.requests).toEqual({});
  });
});
