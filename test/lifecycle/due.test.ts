import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { due } from "../../src/lifecycle/due.ts";
import type { PlanCommand, PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan, PlanState } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import {
  ANN,
  approve,
  as,
  decision,
  given,
  HOST,
  later,
  minutes,
  no,
  planOf,
  propose,
  START,
  sendBack,
  T0,
  tell,
} from "../builders.ts";
import { runs } from "../runs.ts";
import { everyCommand } from "./every-command.ts";
import { STATES } from "./every-state.ts";

const DAY = 24 * 60;
const PLAN = planOf("a");
const IN_TIME = { review_timeout_minutes: 30, stale_after_days: 7 };
const proposed = given({ command: propose(PLAN), terms: IN_TIME });
const REVIEW: PlanCommand = { type: "expire_request", request_id: "PLAN-0000abcd/review-1" };
const at = (count: number, executor_timeout_minutes = 0) => ({
  at: minutes(count),
  stale_after_days: 7,
  executor_timeout_minutes,
});

describe("what is due", () => {
  it("is nothing before its time", () => {
    expect(due(proposed, at(29))).toEqual([]);
    expect(due({ status: "absent" }, at(1e6))).toEqual([]);
  });

  it("is the end of an unanswered review, once", () => {
    expect(due(proposed, at(30))).toEqual([REVIEW]);
    const expired = later(proposed, as(HOST, REVIEW, at(30)));
    expect(expired).toMatchObject({ status: "proposed", proposal: proposed.proposal });
    expect(due(expired, at(31))).toEqual([]);
  });

  it("is the end of a plan nobody spoke of for days, and then nothing else", () => {
    expect(due(proposed, at(7 * DAY))).toEqual([{ type: "go_stale" }]);
    const stale = later(proposed, as(HOST, { type: "go_stale" }, at(7 * DAY)));
    expect(stale).toMatchObject({ status: "cancelled", why: "stale", days: 7, by: HOST });
    expect(stale.requests["PLAN-0000abcd/review-1"]?.closing).toMatchObject({ how: "expired" });
    expect(due(stale, at(1e6))).toEqual([]);
  });

  it("counts from the last word", () => {
    const spoken = later(proposed, { command: sendBack(1), terms: { at: minutes(6 * DAY) } });
    expect(due(spoken, at(7 * DAY))).toEqual([]);
    expect(due(spoken, at(13 * DAY))).toEqual([{ type: "go_stale" }]);
  });

  it("is never what the configuration switched off", () => {
    const patient = given(propose(PLAN));
    expect(due(patient, { ...at(1e6), stale_after_days: 0 })).toEqual([]);
    expect(tell(patient, { type: "go_stale" }, { by: HOST, at: minutes(1e6) }).decided).toMatchObject(no("not_due"));
  });

  it("is never an approved plan's cancellation", () => {
    const approved = later(proposed, approve(PLAN));
    expect(due(approved, at(1e6))).toEqual([]);
    expect(due(later(approved, START), at(1e6))).toEqual([]);
  });

  it("is the stall of a run without a sign of life", () => {
    const executing = later(proposed, approve(PLAN), START);
    const began = executing.updated_at;
    const sinceStart = (count: number) => minutes((Date.parse(began) - Date.parse(T0)) / 60_000 + count);
    const look = (count: number, lastSign?: string) =>
      due(executing, { ...at(0, 30), at: sinceStart(count) }, lastSign);
    expect(look(29)).toEqual([]);
    expect(look(30)).toEqual([{ type: "stall" }]);
    expect(look(30, sinceStart(1))).toEqual([]);
    expect(look(30, T0)).toEqual([{ type: "stall" }]);
    expect(due(executing, at(1e6, 0))).toEqual([]);
    expect(due(later(executing, { type: "pause" }), at(1e6, 30))).toEqual([]);
  });
});

describe("a time-out", () => {
  it("that is not due is refused, and says when it will be", () => {
    expect(tell(proposed, REVIEW, { by: HOST, ...at(29) }).decided).toMatchObject(no("not_due", { due: minutes(30) }));
    expect(tell(proposed, { type: "go_stale" }, { by: HOST, ...at(7 * DAY - 1) }).decided).toMatchObject(
      no("not_due", { due: minutes(7 * DAY) }),
    );
  });

  it("comes too late after an answer", () => {
    expect(tell(later(proposed, approve(PLAN)), REVIEW, { by: HOST, ...at(60) }).decided).toMatchObject(
      no("request_closed"),
    );
  });
});

describe("a decision's deadline", () => {
  const planBy = (more: object) => ({
    ...planOf({ id: "a", decision_id: "colour" }),
    decisions: [decision("colour", more)],
  });
  const asked = (more: object, terms = {}): LivePlan => {
    const plan = planBy(more);
    return given(propose(plan), { command: approve(plan), terms: { at: T0, ...terms } });
  };
  const expire = (state: PlanState, count: number) => {
    const [command] = due(state, at(count));
    return command ? tell(state, command, { by: HOST, ...at(count) }).state : state;
  };

  it("takes the default that was signed, in the host's name", () => {
    const state = asked({ default: ["blue"], deadline_minutes: 10 });
    expect(expire(state, 9)).toBe(state);
    const after = expire(state, 10) as LivePlan;
    expect(after.selections).toEqual({ colour: ["blue"] });
    expect(after.requests["PLAN-0000abcd/decision-2.1"]?.closing).toMatchObject({ how: "expired", by: HOST });
  });

  it("sets waiting steps going", () => {
    const state = later(asked({ default: ["blue"], deadline_minutes: 10 }), START, {
      type: "await_decision",
      step_id: "a",
    });
    expect((expire(state, 10) as LivePlan).run?.steps.get("a")?.status).toBe("pending");
  });

  it("without a default closes nothing: the request stays open, overdue, until a person answers", () => {
    const asking = asked({}, { decision_timeout_seconds: 60 });
    const state = expire(asking, 1) as LivePlan;
    expect(state).toBe(asking);
    const [open] = openRequests(state.requests);
    expect(open).toMatchObject({ kind: "decision", decision_id: "colour" });
    const command = { type: "expire_request", request_id: open?.id ?? "" } as const;
    expect(tell(state, command, { by: HOST, ...at(1) }).decided).toMatchObject(no("not_due"));
    expect(state.selections).toEqual({});
    expect(later(state, as(ANN, { type: "decide", decision_id: "colour", selections: ["red"] })).selections).toEqual({
      colour: ["red"],
    });
  });

  it.each([5e9, 1e15, Number.MAX_SAFE_INTEGER])("in %d minutes is never, not now", (deadline_minutes) => {
    const state = asked({ default: ["blue"], deadline_minutes });
    expect(openRequests(state.requests)).toHaveLength(1);
    expect(due(state, at(60))).toEqual([]);
  });
});

describe("the host alone", () => {
  const UNSIGNED = ["absent", "proposed", "changes_requested", "needs_review"] as const;
  const NOT_RUNNING = ["paused", "stalled", "failed", "completed", "rejected", "cancelled"] as const;
  const types = Object.keys(everyCommand({ status: "absent" })) as PlanCommandType[];

  it.each([
    ...UNSIGNED,
    ...NOT_RUNNING,
  ])("never gets a plan that is %s approved or running, whatever it tries", (status) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATES[status]),
        fc.array(fc.tuple(fc.constantFrom(...types), fc.nat(20), fc.nat(60 * DAY)), { maxLength: 12 }),
        (start, tries) => {
          let state: PlanState = start;
          for (const [type, index, minute] of tries) {
            const commands = everyCommand(state)[type];
            const command = commands[index % commands.length] as PlanCommand;
            state = tell(state, command, { by: HOST, ...IN_TIME, at: minutes(minute) }).state;
            expect(["approved", "executing"]).not.toContain(state.status);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
