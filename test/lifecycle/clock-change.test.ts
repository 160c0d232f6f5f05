import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Boot,
  clockChange,
  isClockBehind,
  type Moment,
  newBoot,
  type Timed,
} from "../../src/lifecycle/clock-change.ts";
import { clockWords } from "../../src/lifecycle/clock-words.ts";
import { due } from "../../src/lifecycle/due.ts";
import { evolve } from "../../src/lifecycle/evolve.ts";
import { lastAlive } from "../../src/lifecycle/last-alive.ts";
import type { LivePlan, PlanState } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { HOST, planOf, propose, tell } from "../builders.ts";
import { runs } from "../runs.ts";
import { STATES } from "./every-state.ts";

const NOON = "2026-06-01T12:00:00.000Z";
const at = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString();
const HOUR = 3600;

describe("a change of the clock", () => {
  const known: Timed = { updated_at: NOON, boots: { a: 1000 } };
  const a = (seconds: number): Boot => ({ id: "a", at: 1000 + seconds });
  const b: Boot = { id: "b", at: 5 };
  const TABLE: [what: string, Timed, Moment, ReturnType<typeof clockChange>][] = [
    ["time that passes is none", known, { at: at(HOUR), boot: a(0) }, undefined],
    ["a week of sleep is none", known, { at: at(168 * HOUR), boot: a(0) }, undefined],
    ["a small correction is none", known, { at: at(9), boot: a(9) }, undefined],
    ["a forward one is known by the boot", known, { at: at(HOUR), boot: a(HOUR) }, { by_seconds: HOUR }],
    ["and one back", known, { at: at(-HOUR), boot: a(-HOUR) }, { by_seconds: -HOUR }],
    ["one back, after which time has passed", known, { at: at(60), boot: a(-HOUR) }, { by_seconds: -HOUR }],
    ["another boot, later, is none", known, { at: at(HOUR), boot: b }, undefined],
    ["a wait for the lock is none", known, { at: at(-30), boot: a(0) }, undefined],
    ["another boot, behind", known, { at: at(-HOUR), boot: b }, { by_seconds: -HOUR, unknown: true }],
    ["no boot, behind", { updated_at: NOON }, { at: at(-HOUR) }, { by_seconds: -HOUR, unknown: true }],
    ["no record", {}, { at: NOON, boot: b }, undefined],
    [
      "a record from before there was Countersign",
      { updated_at: "2020-01-01T00:00:00.000Z" },
      { at: "2026-01-01T00:00:00.000Z", boot: b },
      { by_seconds: 2192 * 24 * HOUR, unknown: true },
    ],
  ];

  it.each(TABLE)("%s", (_, state, moment, change) => {
    expect(clockChange(state, moment)).toEqual(change);
  });

  it("is looked for by a mere look only where this boot has written nothing", () => {
    expect(isClockBehind(known, { at: at(-HOUR), boot: b })).toBe(true);
    expect(isClockBehind(known, { at: at(-HOUR), boot: a(-HOUR) })).toBe(false);
    expect(isClockBehind(known, { at: at(HOUR), boot: b })).toBe(false);
  });

  it("is told in words", () => {
    expect(clockWords({ by_seconds: 2 * HOUR })).toBe("set forward by 2 h");
    expect(clockWords({ by_seconds: -90 })).toBe("set back by 1 min");
    expect(clockWords({ by_seconds: -90, unknown: true })).toBe("behind the record before by 1 min");
    expect(clockWords({ by_seconds: 90, unknown: true })).toBe("not set when the record before was written");
  });
});

describe("the last sign of an executor", () => {
  it.each([
    ["a record, without heartbeats", at(0), undefined, at(0)],
    ["the heartbeat after it", at(0), at(5), at(5)],
    ["the record after the heartbeat", at(5), at(0), at(5)],
    ["the heartbeat, if the record is of a clock that is ahead", at(HOUR), at(0), at(0)],
  ])("is %s", (_, record, sign, last) => {
    expect(lastAlive(record, sign, at(10))).toBe(last);
  });
});

describe("a plan whose clock is set", () => {
  const change = fc.record({ by_seconds: fc.integer({ min: -1e9, max: 1e9 }) });
  const states = fc.constantFrom(...Object.values(STATES).flat().filter(isLive));

  it("keeps status, signatures, answers and steps, and no request opens or closes", () => {
    fc.assert(
      fc.property(states, change, fc.boolean(), (state, by, unknown) => {
        const event = { type: "clock_set", ...by, ...(unknown && { unknown: true as const }) } as const;
        const occasion = { journal: state.id, version: state.version + 1, at: NOON, by: HOST };
        const after = evolve(state, event, occasion) as LivePlan;
        expect(timeless(after)).toEqual(timeless(state));
        const closed = (plan: LivePlan) => Object.values(plan.requests).filter(({ closing }) => closing);
        expect(closed(after)).toEqual(closed(state));
        expect(openRequests(after.requests).map(({ id }) => id)).toEqual(
          openRequests(state.requests).map(({ id }) => id),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it("never expires before its real time, however often its clock is set, and always after it", () => {
    const REVIEW = 30 * 60;
    const step = fc.record({
      pass: fc.nat(15 * 60),
      set: fc.oneof(fc.constant(0), fc.integer({ min: -1e8, max: 1e8 })),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let [real, ahead] = [0, 0];
        const moment = (): Moment => ({ at: at(real + ahead), boot: { id: "a", at: 1000 + ahead } });
        const patience = { review_timeout_minutes: REVIEW / 60, stale_after_days: 7 };
        let state = first(moment(), patience);
        for (const { pass, set } of steps) {
          real += pass;
          ahead += set;
          state = look(state, moment());
          const commands = due(state, { ...moment(), stale_after_days: 7, executor_timeout_minutes: 30 });
          // Settings of less than ten seconds at a time are not noticed; they add up to as much.
          if (real < REVIEW - 10) expect(commands).toEqual([]);
          if (real > REVIEW + 10) expect(commands).toMatchObject([{ type: "expire_request" }]);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("never expires before its real time when two machines with different clocks look at it in turn", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: -120 }),
        fc.array(fc.tuple(fc.nat(600), fc.boolean()), { maxLength: 12 }),
        (apart, looks) => {
          let real = 0;
          const ofA = (): Moment => ({ at: at(real), boot: { id: "a", at: 1000 } });
          const ofB = (): Moment => ({ at: at(real + apart), boot: { id: "b", at: 7 + apart } });
          let state = first(ofA(), { review_timeout_minutes: 30 });
          for (const [pass, isA] of looks) {
            real += pass;
            const moment = isA ? ofA() : ofB();
            state = look(state, moment);
            const commands = due(state, { ...moment, stale_after_days: 7, executor_timeout_minutes: 30 });
            if (real < 30 * 60 - 20) expect(commands).toEqual([]);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

function isLive(state: PlanState): state is LivePlan {
  return state.status !== "absent";
}

/** What a change of the clock must not touch. */
function timeless({ version, updated_at, boots, clock_set, requests, run, ...state }: LivePlan) {
  const { started_at, is_time_unknown, ...rest } = run ?? { started_at: "", is_time_unknown: undefined };
  const queued = "queued" in state && state.queued && { ...state.queued, at: "" };
  return { ...state, run: rest, queued };
}

/** A plan that was proposed at this moment. */
function first({ at: time, boot }: Moment, patience: object): LivePlan {
  const plan = planOf("a");
  const { state, decided } = tell({ status: "absent" }, propose(plan), { at: time, ...patience });
  if (!decided.ok || state.status === "absent" || boot === undefined) throw new Error("It was not proposed.");
  return { ...state, boots: { [boot.id]: boot.at } };
}

/** What the desk does under the lock before it decides anything. */
function look(state: LivePlan, moment: Moment): LivePlan {
  const set = clockChange(state, moment);
  if (set === undefined) return state;
  const boot = moment.boot ?? newBoot(state, moment);
  const occasion = { journal: state.id, version: state.version + 1, at: moment.at, by: HOST, ...(boot && { boot }) };
  return evolve(state, { type: "clock_set", ...set }, occasion) as LivePlan;
}
