import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { personOf } from "../../src/lifecycle/actor.ts";
import { evolve, evolveAll } from "../../src/lifecycle/evolve.ts";
import { OwnCopies } from "../../src/lifecycle/own-copies.ts";
import type { Occasion, PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { ABSENT, ENDS, PLAN_STATUSES, type PlanState, type PlanStatus } from "../../src/lifecycle/plan-state.ts";
import { isRunRequest, openRequests } from "../../src/lifecycle/request.ts";
import { STEP_STATUSES } from "../../src/lifecycle/step-state.ts";
import { digestOf } from "../../src/plan/digest.ts";
import { dependants } from "../../src/plan/graph.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { runs } from "../runs.ts";
import { seedFrom } from "../seed.ts";
import { type Step, walk } from "./walk.ts";

/** What every state must have besides what every plan has; nothing more, and nothing undefined. */
const DATA: Record<PlanStatus, { needs: string[]; may?: string[] }> = {
  proposed: { needs: ["signatures"], may: ["choices"] },
  needs_review: { needs: ["signatures"], may: ["choices"] },
  changes_requested: { needs: ["review"] },
  approved: { needs: ["approval"], may: ["queued"] },
  executing: { needs: ["approval", "run"] },
  stalled: { needs: ["approval", "run"] },
  paused: { needs: ["approval", "run", "why"], may: ["now"] },
  failed: { needs: ["approval", "run", "reason"], may: ["summary"] },
  completed: { needs: ["approval", "run"], may: ["summary"] },
  rejected: { needs: ["review"] },
  cancelled: { needs: ["by", "why"], may: ["note", "days", "approval"] },
};
const LIFE = [
  ...["id", "version", "created_at", "updated_at", "requester", "proposal", "allowed_revisions", "reviews"],
  ...["requests", "selections", "archived"],
];

type Law = (step: Step) => void;
const live = (state: PlanState) => (state.status === "absent" ? undefined : state);
const isEnd = (state: PlanState) => state.status !== "absent" && ENDS.includes(state.status);

const LAWS: Record<string, Law> = {
  "every state has exactly the data of its status": ({ after }) => {
    if (after.status === "absent") return;
    const { needs, may = [] } = DATA[after.status];
    const known = new Set(["status", "run", "voided", ...LIFE, ...needs, ...may]);
    const missing = [...LIFE, ...needs].filter((key) => after[key as keyof typeof after] === undefined);
    const foreign = Object.entries(after).filter(([key, value]) => !known.has(key) || value === undefined);
    if (missing.length + foreign.length > 0) expect({ missing, foreign }).toEqual({ missing: [], foreign: [] });
  },

  "an ended plan stays ended": ({ before, after }) => {
    if (isEnd(before)) expect(after.status).toBe(before.status);
  },

  "an ended plan waits for nobody": ({ after }) => {
    if (isEnd(after)) expect(openRequests(live(after)?.requests ?? {})).toEqual([]);
  },

  "there is at most one open review, and it is of the text that is there": ({ after }) => {
    const reviews = openRequests(live(after)?.requests ?? {}).filter((request) => request.kind === "review");
    expect(reviews.length).toBeLessThanOrEqual(1);
    if (reviews[0]) expect(["proposed", "needs_review"]).toContain(after.status);
    if (reviews[0]) expect(reviews[0]).toMatchObject({ digest: live(after)?.proposal.digest });
  },

  "whatever is open can be answered where the plan stands": ({ after }) => {
    const kinds = new Set(openRequests(live(after)?.requests ?? {}).map(({ kind }) => kind));
    if (kinds.has("divergence")) expect(["paused", "stalled"]).toContain(after.status);
    if (kinds.has("decision")) {
      expect(["approved", "executing", "paused", "stalled", "failed"]).toContain(after.status);
    }
    for (const request of openRequests(live(after)?.requests ?? {}).filter(isRunRequest)) {
      expect(["executing", "paused", "stalled"]).toContain(after.status);
      const steps = live(after)?.run?.steps;
      if (request.kind === "amendment") expect(steps?.get(request.step_id)?.status).toBe("in_progress");
      if (request.kind === "interruption") expect(steps?.get(request.step_id)?.status).toBe("interrupted");
    }
  },

  "only whoever holds the lease starts and ends steps": ({ before, command, terms, decided }) => {
    const held = live(before)?.run?.lease?.id;
    if (!decided.ok || !["start_step", "end_step", "await_decision", "complete"].includes(command.type)) return;
    expect(terms.lease).toBe(held);
  },

  "a run that waits for a budget starts nothing": ({ after }) => {
    const isOpen = openRequests(live(after)?.requests ?? {}).some(({ kind }) => kind === "budget");
    if (isOpen) expect(after.status).not.toBe("executing");
  },

  "a plan is approved by signatures of persons, under the words that are there": ({ before, after, decided }) => {
    if (after.status !== "approved" || before.status === "approved") return;
    const { approval, proposal } = after;
    const { revision, digest } = proposal;
    expect(approval.signed).toMatchObject({ revision, digest });
    expect(approval.signatures.length).toBeGreaterThan(0);
    for (const { by } of approval.signatures) expect(by.kind).toBe("person");
    if (before.status === "failed") return;
    expect(decided).toMatchObject({
      events: expect.arrayContaining([expect.objectContaining({ type: "signed", revision, digest })]),
    });
  },

  "a quorum is as many different persons": ({ before, after, terms }) => {
    if (after.status !== "approved" || before.status === "approved" || before.status === "failed") return;
    const persons = new Set(after.approval.signatures.map(({ by }) => personOf(by)));
    expect(persons.size).toBe(after.approval.signatures.length);
    expect(persons.size).toBeGreaterThanOrEqual(terms.approvers.quorum);
  },

  "what is signed is what the digest says, and what runs is what is signed": ({ after }) => {
    if (!("approval" in after) || after.approval === undefined) return;
    expect(after.approval.signed.digest).toBe(digest(after.approval.signed.plan));
    if (["executing", "paused", "stalled", "failed", "completed"].includes(after.status)) {
      expect(after.run?.plan).toEqual(after.approval.signed.plan);
    }
  },

  "running follows approval alone": ({ before, after }) => {
    if (after.status === "executing" && before.status !== "executing") {
      expect(["approved", "paused", "stalled"]).toContain(before.status);
    }
  },

  "a step is blocked exactly while something it waits for has failed": ({ after }) => {
    if (!("run" in after) || after.run === undefined || !("approval" in after) || after.status === "approved") return;
    const { plan, steps } = after.run;
    const finished = (id: string) => ["completed", "skipped"].includes(steps.get(id)?.status ?? "");
    const unfinished = plan.steps.filter(({ id }) => !finished(id));
    const behind = new Set(
      unfinished.filter(({ id }) => steps.get(id)?.status === "failed").flatMap(({ id }) => dependants(unfinished, id)),
    );
    for (const { id } of plan.steps) {
      const status = steps.get(id)?.status ?? "nowhere";
      const isWrong = behind.has(id) ? ["pending", "needs_decision"].includes(status) : status === "blocked";
      if (isWrong || status === "nowhere") throw new Error(`step ${id} is ${status}`);
    }
  },

  "answers are options of questions that were signed": ({ after }) => {
    if (!("approval" in after) || after.approval === undefined) return;
    for (const [id, selections] of Object.entries(after.selections)) {
      const asked = after.approval.signed.plan.decisions?.find((decision) => decision.decision_id === id);
      for (const label of selections) expect(asked?.options.map((option) => option.label)).toContain(label);
    }
  },

  "a refusal changes nothing, and gives its reason": ({ before, after, decided }) => {
    if (decided.ok) return expect(decided.events).not.toEqual([]);
    expect(after).toBe(before);
    expect(decided.refusal.message).not.toBe("");
  },
};

const digests = new WeakMap<Plan, string>();
function digest(plan: Plan): string {
  const known = digests.get(plan) ?? digestOf(plan);
  digests.set(plan, known);
  return known;
}

/** Of a whole life. */
const OF_WALKS: Record<string, (steps: Step[]) => void> = {
  "replaying what was recorded gives the same state": (steps) => {
    const journal = happenings(steps).map((happened) => JSON.stringify(happened));
    const records = journal.map((line) => JSON.parse(line) as { events: PlanEvent[]; occasion: Occasion });
    const replayed = records.reduce<PlanState>(
      (state, { events, occasion }) => events.reduce((now, event) => evolve(now, event, occasion), state),
      ABSENT,
    );
    expect(replayed).toEqual(steps.at(-1)?.after);
  },

  "no state changes when later ones are made from it": (steps) => {
    const states = new Map<PlanState, string>();
    let state: PlanState = ABSENT;
    for (const { events, occasion } of happenings(steps)) {
      for (const event of events) {
        state = evolve(state, event, occasion);
        states.set(state, JSON.stringify(state));
      }
    }
    for (const [earlier, then] of states) expect(JSON.stringify(earlier)).toBe(then);
  },

  "a replay that keeps its copies gives the same state, and changes none that it goes on from": (steps) => {
    const from = steps[Math.floor(steps.length / 2)]?.before ?? ABSENT;
    const then = JSON.stringify(from);
    const copies = new OwnCopies();
    const replayed = happenings(steps.slice(Math.floor(steps.length / 2))).reduce(
      (state, { events, occasion }) => evolveAll(state, events, occasion, copies),
      from,
    );
    expect(JSON.stringify(from)).toBe(then);
    expect(replayed).toEqual(steps.at(-1)?.after);
  },

  "at most three revisions are proposed unless a person reopens, and then one more": (steps) => {
    const happened = steps.flatMap(({ decided }) => (decided.ok ? decided.events.map(({ type }) => type) : []));
    let allowed = 3;
    for (const type of happened) {
      if (type === "reopened") allowed++;
      if (type === "proposed") allowed--;
      expect(allowed).toBeGreaterThanOrEqual(0);
    }
  },
};

function happenings(steps: Step[]): { events: PlanEvent[]; occasion: Occasion }[] {
  return steps.flatMap(({ decided, occasion }) => (decided.ok ? [{ events: decided.events, occasion }] : []));
}

function follows(...names: string[]) {
  return fc.property(walk, (steps) => {
    for (const name of names) {
      OF_WALKS[name]?.(steps);
      const law = LAWS[name];
      if (law) for (const step of steps) law(step);
    }
  });
}

// Commands that throw in `decide`, or whose events throw in `evolve`, end the walk and with it each of these tests.
describe("whatever anybody asks of a plan, in whatever order", () => {
  const NAMES = [...Object.keys(LAWS), ...Object.keys(OF_WALKS)];
  const RUNS = { numRuns: runs(2000) };
  // The seed leads every law along the same walks: they are walked once for all of them, and once more for each only if
  // one does not hold, to tell which and where.
  let isEachKept: boolean | undefined;

  it.each(NAMES)("%s", { timeout: 300_000 }, (name) => {
    isEachKept ??= !fc.check(follows(...NAMES), { ...RUNS, endOnFailure: true }).failed;
    if (!isEachKept) fc.assert(follows(name), RUNS);
  });

  it("leads to every status of plans and of steps", () => {
    const missing = new Set<string>([...PLAN_STATUSES, ...STEP_STATUSES.map((status) => `step ${status}`)]);
    for (let round = 0; round < 20 && missing.size > 0; round++) {
      for (const { after } of fc.sample(walk, { numRuns: 100, seed: seedFrom() + round }).flat()) {
        missing.delete(after.status);
        if ("run" in after) for (const step of after.run?.steps?.values() ?? []) missing.delete(`step ${step.status}`);
      }
    }
    expect([...missing]).toEqual([]);
  });
});
