import { describe, expect, it } from "vitest";
import { openRequests } from "../../src/lifecycle/request.ts";
import { digestOf } from "../../src/plan/digest.ts";
import {
  ANN,
  agent,
  approve,
  as,
  BOB,
  edit,
  given,
  later,
  no,
  person,
  planOf,
  propose,
  sendBack,
  standing,
  tell,
} from "../builders.ts";

const PLAN = planOf("a", { id: "b", depends_on: ["a"] }, "c");
const OTHER = { ...PLAN, title: "Another" };
const proposed = given(as(agent(), propose(PLAN, { requester: BOB })));

describe("a proposal", () => {
  it("waits for its review, and remembers who asked for it", () => {
    expect(proposed).toMatchObject({
      status: "proposed",
      version: 1,
      requester: BOB,
      proposal: { revision: 1, digest: digestOf(PLAN), plan: PLAN, text: "# A plan", proposed_by: agent() },
      signatures: [],
      archived: false,
    });
    expect(openRequests(proposed.requests)).toMatchObject([
      { id: "PLAN-0000abcd/review-1", kind: "review", revision: 1, digest: digestOf(PLAN), opened_by: agent() },
    ]);
  });

  it("made by somebody for nobody else is their own", () => {
    expect(given(as(agent(), propose(PLAN))).requester).toEqual(agent());
  });
});

describe("an approval", () => {
  it("holds the very text that was signed, what was chosen, and who signed", () => {
    const choices = { left_out: ["c", "b", "c"], executor_model: "small" };
    const state = standing(later(proposed, as(ANN, approve(PLAN, { choices, notes: "mind the gap" }))), "approved");
    expect(state.approval).toEqual({
      signed: proposed.proposal,
      choices: { left_out: ["b", "c"], executor_model: "small" },
      signatures: [{ by: ANN, at: state.updated_at, notes: "mind the gap" }],
    });
    expect(state.approval.signed.digest).toBe(digestOf(state.approval.signed.plan));
  });

  it("answers the review, so that everybody sees who did", () => {
    const state = later(proposed, as(ANN, approve(PLAN)));
    expect(openRequests(state.requests)).toEqual([]);
    expect(state.requests["PLAN-0000abcd/review-1"]?.closing).toMatchObject({
      by: ANN,
      how: "answered",
      answer: { kind: "review", verdict: "approved" },
    });
  });

  it("of another revision is refused with both numbers", () => {
    const second = later(proposed, sendBack(1), propose(OTHER));
    expect(tell(second, approve(OTHER, { revision: 1 })).decided).toMatchObject(
      no("stale_revision", { revision: 2, given: 1 }),
    );
  });

  it("of text that changed after it was shown is refused with both digests", () => {
    const edited = later(proposed, edit(OTHER));
    expect(tell(edited, approve(PLAN)).decided).toMatchObject(
      no("stale_digest", { digest: digestOf(OTHER), given: digestOf(PLAN) }),
    );
  });

  it("still counts after the review stopped waiting", () => {
    const shown = given({ command: propose(PLAN), terms: { review_timeout_minutes: 30 } });
    const [request] = openRequests(shown.requests);
    const expired = later(shown, {
      command: { type: "expire_request", request_id: request?.id ?? "" },
      terms: { at: request?.expires_at ?? "" },
    });
    expect(expired).toMatchObject({ status: "proposed" });
    expect(later(expired, approve(PLAN)).status).toBe("approved");
  });
});

describe("steps left out", () => {
  const leaveOut = (...left_out: string[]) => tell(proposed, approve(PLAN, { choices: { left_out } })).decided;

  it("must not be needed by a step that stays", () => {
    expect(leaveOut("a")).toMatchObject(no("left_out_needed", { step: "b", needs: ["a"] }));
    expect(leaveOut("a", "b")).toMatchObject({ ok: true });
    expect(leaveOut("b")).toMatchObject({ ok: true });
  });

  it("must leave something to do", () => {
    expect(leaveOut("a", "b", "c")).toMatchObject(no("left_out_needed"));
  });

  it("must be steps of the plan", () => {
    expect(leaveOut("z")).toMatchObject(no("unknown_step"));
    expect(leaveOut("constructor")).toMatchObject(no("unknown_step"));
  });
});

describe("a request for changes", () => {
  const ask = (more: object) => tell(proposed, { type: "request_changes", revision: 1, feedback: "", ...more }).decided;

  it("keeps the words and the comments on steps", () => {
    const comments = { b: "too big" };
    const state = later(proposed, as(ANN, { type: "request_changes", revision: 1, feedback: "smaller", comments }));
    const review = { by: ANN, revision: 1, digest: digestOf(PLAN), verdict: "changes_requested", feedback: "smaller" };
    expect(state).toMatchObject({ status: "changes_requested", review: { ...review, comments } });
    expect(state.reviews).toHaveLength(1);
  });

  it("needs words: feedback, or a comment on a step", () => {
    expect(ask({})).toMatchObject(no("feedback_missing"));
    expect(ask({ feedback: " \n" })).toMatchObject(no("feedback_missing"));
    expect(ask({ comments: { a: "why?" } })).toMatchObject({ ok: true });
  });

  it("comments on steps of the plan only", () => {
    expect(ask({ comments: { z: "why?" } })).toMatchObject(no("unknown_step"));
    expect(ask({ comments: { constructor: "why?" } })).toMatchObject(no("unknown_step"));
  });

  it("keeps comments on quoted texts, and needs no other words then", () => {
    const quotes = [{ step_id: "b", field: "title", quote: "b", text: "too short" }];
    const state = later(proposed, as(ANN, { type: "request_changes", revision: 1, feedback: "", quotes }));
    expect(state).toMatchObject({ status: "changes_requested", review: { feedback: "", quotes } });
    expect(state.reviews[0]).not.toHaveProperty("comments");
  });

  it("quotes the text that is reviewed, in the field that it names", () => {
    const on = (quote: object) => ask({ quotes: [{ text: "why?", ...quote }] });
    expect(on({ field: "title", quote: "plan" })).toMatchObject({ ok: true });
    expect(on({ field: "title", quote: "plane" })).toMatchObject(no("quote_not_found", { field: "title" }));
    expect(on({ field: "title", quote: "plan", occurrence: 2 })).toMatchObject(no("quote_not_found"));
    expect(on({ field: "summary", quote: "plan" })).toMatchObject(no("quote_not_found"));
    expect(on({ field: "constructor", quote: "Object" })).toMatchObject(no("quote_not_found"));
    expect(on({ step_id: "z", field: "title", quote: "z" })).toMatchObject(no("unknown_step"));
    expect(on({ decision_id: "z", field: "question", quote: "z" })).toMatchObject(no("quote_not_found"));
    expect(on({ step_id: "a", decision_id: "z", field: "title", quote: "a" })).toMatchObject(no("wrong_comment"));
  });

  it("takes comments of a bounded size and known shape only", () => {
    const one = { field: "title", quote: "plan", text: "why?" };
    expect(ask({ quotes: [{ ...one, text: "" }] })).toMatchObject(no("wrong_comment"));
    expect(ask({ quotes: [{ ...one, text: "x".repeat(10_001) }] })).toMatchObject(no("wrong_comment"));
    expect(ask({ quotes: [{ ...one, quote: "x".repeat(2_001) }] })).toMatchObject(no("wrong_comment"));
    expect(ask({ quotes: [{ ...one, status: "approved" }] })).toMatchObject(no("wrong_comment"));
    expect(ask({ quotes: Array(201).fill(one) })).toMatchObject(no("wrong_comment"));
    expect(ask({ quotes: Array(200).fill(one) })).toMatchObject({ ok: true });
  });

  it("and a rejection name the revision they answer", () => {
    expect(ask({ revision: 2, feedback: "x" })).toMatchObject(no("stale_revision", { revision: 1, given: 2 }));
    expect(tell(proposed, { type: "reject", revision: 2 }).decided).toMatchObject(no("stale_revision"));
  });

  it("and a rejection answer no text that was edited since it was shown", () => {
    const edited = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
    expect(ask({ digest: edited, feedback: "x" })).toMatchObject(no("stale_digest", { given: edited }));
    const rejected = tell(proposed, { type: "reject", revision: 1, digest: edited });
    expect(rejected.decided).toMatchObject(no("stale_digest"));
  });
});

describe("a withdrawal", () => {
  it("belongs to who proposed the plan or asked for it", () => {
    for (const by of [agent(), BOB, person("bob", { surface: "web", id: "42" })]) {
      expect(tell(proposed, { type: "withdraw" }, { by }).state).toMatchObject({
        status: "changes_requested",
        review: { verdict: "withdrawn", by },
      });
    }
    for (const by of [ANN, agent("another")]) {
      expect(tell(proposed, { type: "withdraw" }, { by }).decided).toMatchObject(no("not_an_approver"));
    }
  });

  it("ends the waiting", () => {
    const state = later(proposed, as(agent(), { type: "withdraw" }));
    expect(openRequests(state.requests)).toEqual([]);
  });
});
