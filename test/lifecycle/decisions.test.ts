import { describe, expect, it } from "vitest";
import { openRequests } from "../../src/lifecycle/request.ts";
import type { Decision } from "../../src/plan/plan.ts";
import {
  ANN,
  approve,
  as,
  BOB,
  choose,
  decision,
  edit,
  given,
  later,
  no,
  planOf,
  propose,
  START,
  skip,
  standing,
  start,
  tell,
} from "../builders.ts";

const planWith = (...decisions: Decision[]) => ({
  ...planOf({ id: "a", decision_id: "colour" }, { id: "b", decision_id: "size" }, "c"),
  decisions,
});
const COLOUR = decision("colour");
const SIZES = decision("size", { options: [{ label: "s" }, { label: "m" }, { label: "l" }], multi_select: true });
const PLAN = planWith(COLOUR, SIZES);
const approved = given(propose(PLAN), approve(PLAN));
const executing = later(approved, START);
const AWAIT = { type: "await_decision", step_id: "a" } as const;

describe("a decision", () => {
  it("is asked for with the approval, each under an id of its own", () => {
    expect(openRequests(approved.requests)).toMatchObject([
      { id: "PLAN-0000abcd/decision-2.1", decision_id: "colour", options: ["red", "blue"], multi_select: false },
      { id: "PLAN-0000abcd/decision-2.2", decision_id: "size", options: ["s", "m", "l"], multi_select: true },
    ]);
  });

  it("is answered once where its request is answered, and the second is told who was first", () => {
    const answer = { ...choose("colour", "red"), request_id: "PLAN-0000abcd/decision-2.1" };
    const answered = later(approved, as(BOB, answer));
    expect(tell(answered, answer, { by: ANN }).decided).toMatchObject({
      ok: false,
      refusal: { kind: "request_closed", facts: { closing: { by: { name: "bob" } } } },
    });
    expect(tell(answered, choose("colour", "blue"), { by: ANN }).decided.ok).toBe(true);
    const nowhere = { ...answer, request_id: "constructor" };
    expect(tell(approved, nowhere, { by: ANN }).decided).toMatchObject(no("unknown_request"));
  });

  it("is not asked for if nothing that stays waits for it", () => {
    const state = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["a"] } }));
    expect(openRequests(state.requests)).toMatchObject([{ decision_id: "size" }]);
  });

  it("is answered once for the inbox, and can be taken back later", () => {
    const state = later(approved, as(BOB, choose("colour", "red")));
    expect(state.selections).toEqual({ colour: ["red"] });
    expect(state.requests["PLAN-0000abcd/decision-2.1"]?.closing).toMatchObject({
      by: BOB,
      answer: { kind: "decision", selections: ["red"] },
    });
    expect(later(state, as(ANN, choose("colour", "blue"))).selections).toEqual({ colour: ["blue"] });
  });

  it("takes as many options as it says, each once, and only its own", () => {
    const ask = (id: string, ...selections: string[]) => tell(approved, choose(id, ...selections)).decided;
    expect(ask("colour")).toMatchObject(no("wrong_number_of_options"));
    expect(ask("colour", "red", "blue")).toMatchObject(no("wrong_number_of_options"));
    expect(ask("size")).toMatchObject(no("wrong_number_of_options"));
    expect(ask("size", "s", "s")).toMatchObject(no("wrong_number_of_options"));
    expect(ask("size", "s", "l")).toMatchObject({ ok: true });
    expect(ask("colour", "green")).toMatchObject(no("unknown_option"));
    expect(ask("constructor", "red")).toMatchObject(no("unknown_decision"));
  });

  it("holds its step back until it is taken", () => {
    expect(tell(executing, start("a")).decided).toMatchObject(no("decision_open", { decision_id: "colour" }));
    const waiting = standing(later(executing, AWAIT), "executing");
    expect(waiting.run.steps.get("a")?.status).toBe("needs_decision");
    const taken = standing(later(waiting, choose("colour", "red")), "executing");
    expect(taken.run.steps.get("a")?.status).toBe("pending");
    expect(standing(later(taken, start("a")), "executing").run.steps.get("a")?.status).toBe("in_progress");
  });

  it("is not waited for by a step that needs none, or when it is taken", () => {
    expect(tell(executing, { type: "await_decision", step_id: "c" }).decided).toMatchObject(no("wrong_step_state"));
    expect(tell(later(executing, choose("colour", "red")), AWAIT).decided).toMatchObject(no("wrong_step_state"));
    expect(tell(executing, { type: "await_decision", step_id: "z" }).decided).toMatchObject(no("unknown_step"));
  });

  it("is chosen from what was signed, whatever the file says by now", () => {
    const other = planWith(decision("colour", { options: [{ label: "green" }] }), SIZES);
    const diverged = later(executing, edit(other));
    expect(tell(diverged, choose("colour", "green")).decided).toMatchObject(no("unknown_option"));
    expect(tell(diverged, choose("colour", "red")).decided).toMatchObject({ ok: true });
  });

  it("stops waiting when the plan is completed without it", () => {
    const done = later(executing, skip("a"), skip("b"), skip("c"), { type: "complete" });
    expect(openRequests(done.requests)).toEqual([]);
  });
});

describe("an answer", () => {
  const answered = later(approved, choose("colour", "red"), choose("size", "s"));
  const OTHER_WORDS = planWith(decision("colour", { question: "Which colour must it never be?" }), SIZES);

  it("still holds after an edit that left its question as it was", () => {
    const again = later(answered, edit(OTHER_WORDS), approve(OTHER_WORDS));
    expect(again.selections).toEqual({ size: ["s"] });
    expect(openRequests(again.requests)).toMatchObject([{ kind: "decision", decision_id: "colour" }]);
  });

  it("is no answer to a question in other words, however the words changed", () => {
    const ways = [
      later(answered, edit(OTHER_WORDS)),
      later(answered, edit({ ...PLAN, title: "Another" }), edit(OTHER_WORDS)),
      later(answered, edit({ ...PLAN, title: "Another" }), { type: "withdraw" }, propose(OTHER_WORDS)),
      later(answered, edit({ ...PLAN, title: "Another" }), { type: "withdraw" }, edit(OTHER_WORDS)),
      later(answered, START, edit(OTHER_WORDS), { type: "settle_divergence", choice: "review" }),
      later(answered, START, edit(OTHER_WORDS), { type: "fail", reason: "x" }, { type: "retry" }),
    ];
    expect(ways.map(({ selections }) => selections)).toEqual(ways.map(() => ({ size: ["s"] })));
  });

  it("goes on counting in a run whose file changed", () => {
    const running = later(answered, START, edit(OTHER_WORDS), { type: "settle_divergence", choice: "signed" });
    expect(running.selections).toEqual({ colour: ["red"], size: ["s"] });
    expect(tell(running, start("a")).decided).toMatchObject({ ok: true });
  });
});
