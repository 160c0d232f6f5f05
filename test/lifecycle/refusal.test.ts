import { describe, expect, it } from "vitest";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { Decided, RefusalKind } from "../../src/lifecycle/refusal.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import type { Plan } from "../../src/plan/plan.ts";
import {
  ANN,
  agent,
  amend,
  approve,
  as,
  BOB,
  choose,
  decision,
  edit,
  end,
  given,
  givenAgent,
  hitBudget,
  LEASE,
  later,
  missModel,
  planOf,
  propose,
  START,
  sendBack,
  skip,
  start,
  tell,
  tellAgent,
  type Under,
} from "../builders.ts";

const PLAN: Plan = {
  ...planOf("a", { id: "b", depends_on: ["a"] }, { id: "c", decision_id: "colour" }),
  decisions: [decision("colour")],
};
const OTHER: Plan = { ...PLAN, title: "Another" };
const ONLY_BOB = { from: ["bob"], quorum: 1, exclude_requester: false };
const TWO = { from: "anyone" as const, quorum: 2, exclude_requester: false };

const proposed = given(propose(PLAN));
const approved = later(proposed, approve(PLAN));
const executing = later(approved, START);
const busy = later(executing, start("a"));
const diverged = later(executing, edit(OTHER));
const ended = later(proposed, { type: "cancel" });
const asked = givenAgent({ type: "ask", question: "Which?" });
const answer = { type: "answer", request_id: "planner/question-1", answer: { kind: "question", text: "x" } } as const;

const of = (state: Parameters<typeof tell>[0], given: Under | Under["command"]) =>
  "command" in given ? tell(state, given.command, given.terms).decided : tell(state, given).decided;

/** One way to every reason there is: the compiler misses the one that is missing. */
const WAYS: Record<RefusalKind, () => Decided<unknown>> = {
  wrong_state: () => of(proposed, START),
  person_needed: () => of(proposed, as(agent(), approve(PLAN))),
  access_needed: () => of(proposed, as({ ...ANN, access: "viewer" }, approve(PLAN))),
  not_an_approver: () => of(proposed, as(ANN, approve(PLAN), { approvers: ONLY_BOB })),
  requester_excluded: () => of(proposed, as(ANN, approve(PLAN), { approvers: { ...TWO, exclude_requester: true } })),
  already_signed: () => {
    const once = later(proposed, as(ANN, approve(PLAN), { approvers: TWO }));
    return of(once, as(ANN, approve(PLAN), { approvers: TWO }));
  },
  quorum_needed: () => {
    const asking = later(busy, amend("a"));
    const request_id = openRequests(asking.requests).at(-1)?.id ?? "";
    const add: PlanCommand = { type: "answer", request_id, answer: { kind: "amendment", choice: "add" } };
    return of(asking, as(BOB, add, { approvers: TWO }));
  },
  choices_differ: () => {
    const once = later(proposed, as(ANN, approve(PLAN), { approvers: TWO }));
    return of(once, as(BOB, approve(PLAN, { choices: { left_out: ["b"] } }), { approvers: TWO }));
  },
  stale_revision: () => of(proposed, approve(PLAN, { revision: 2 })),
  stale_digest: () => of(proposed, approve(OTHER)),
  unchanged: () => of(proposed, propose(PLAN)),
  needs_review: () =>
    of(later(proposed, sendBack(1), propose(OTHER), sendBack(2), propose(PLAN), sendBack(3)), propose(OTHER)),
  feedback_missing: () => of(proposed, { type: "request_changes", revision: 1, feedback: " " }),
  wrong_comment: () =>
    of(proposed, {
      type: "request_changes",
      revision: 1,
      feedback: "",
      quotes: [{ field: "Title", quote: "A", text: "?" }],
    }),
  quote_not_found: () =>
    of(proposed, {
      type: "request_changes",
      revision: 1,
      feedback: "",
      quotes: [{ field: "summary", quote: "as fast as light", text: "?" }],
    }),
  reason_missing: () => of(executing, skip("a", " ")),
  unknown_step: () => of(executing, start("z")),
  left_out_needed: () => of(proposed, approve(PLAN, { choices: { left_out: ["a"] } })),
  unknown_decision: () => of(approved, choose("size", "red")),
  unknown_option: () => of(approved, choose("colour", "green")),
  wrong_number_of_options: () => of(approved, choose("colour", "red", "blue")),
  unknown_request: () => of(proposed, { type: "expire_request", request_id: "PLAN-0000abcd/review-9" }),
  request_closed: () => of(approved, { type: "expire_request", request_id: "PLAN-0000abcd/review-1" }),
  wrong_answer: () => tellAgent(asked, { ...answer, answer: { kind: "confirmation", allow: true } }).decided,
  not_due: () => of(proposed, { command: { type: "go_stale" }, terms: { stale_after_days: 30 } }),
  steps_unfinished: () => of(executing, { type: "complete" }),
  step_in_progress: () => of(busy, { type: "fail", reason: "enough" }),
  wrong_step_state: () => of(busy, start("a")),
  dependencies_unfinished: () => of(executing, start("b")),
  decision_open: () => of(executing, start("c")),
  already_archived: () => of(later(ended, { type: "archive" }), { type: "archive" }),
  not_archived: () => of(ended, { type: "restore" }),
  lost_lease: () => of(later(approved, { ...START, lease: LEASE } as Under["command"]), start("a")),
  not_queued: () => of(approved, { type: "unqueue" }),
  not_started: () => of(ended, { type: "release_lease" }),
  budget_open: () => of(later(executing, hitBudget), { type: "resume" }),
  model_open: () => of(later(executing, missModel), { type: "resume" }),
  diverged: () => of(diverged, { type: "resume" }),
  already_planning: () => tellAgent(givenAgent({ type: "enter" }), { type: "enter" }).decided,
  not_planning: () => tellAgent(asked, { type: "revise" }).decided,
};

/** What a program needs to go on after a refusal. */
const FACTS: Partial<Record<RefusalKind, object>> = {
  wrong_state: { status: "proposed", allowed_from: ["approved"] },
  already_signed: { signatures: 1, quorum: 2 },
  choices_differ: { chosen: {} },
  stale_revision: { revision: 1, given: 2 },
  left_out_needed: { step: "b", needs: ["a"] },
  not_due: { due: "2026-01-31T00:00:00.000Z" },
  steps_unfinished: { steps: { a: "pending", b: "pending", c: "pending" } },
  wrong_step_state: { step: "a", from: "in_progress", to: "in_progress" },
  dependencies_unfinished: { waiting: ["a"] },
  decision_open: { decision_id: "colour" },
  already_planning: { phase: "gathering" },
  not_planning: { phase: "inactive" },
};

const HINTS: Partial<Record<RefusalKind, string>> = {
  unknown_decision: "It has: colour.",
  unknown_option: "Options: red, blue.",
};

describe("a refusal", () => {
  it.each(Object.keys(WAYS) as RefusalKind[])("says %s, in words and with its facts", (kind) => {
    const decided = WAYS[kind]();
    if (decided.ok) throw new Error("it was accepted");
    expect(decided.refusal.kind).toBe(kind);
    expect(decided.refusal.message).toMatch(/^\S.{10,}\.$/);
    if (FACTS[kind]) expect(decided.refusal.facts).toEqual(FACTS[kind]);
    if (HINTS[kind]) expect(decided.refusal.hint).toBe(HINTS[kind]);
  });

  it("of a stale digest names both", () => {
    const decided = WAYS.stale_digest();
    expect(decided).toMatchObject({ refusal: { facts: { digest: proposed.proposal.digest } } });
    expect(decided).not.toMatchObject({ refusal: { facts: { given: proposed.proposal.digest } } });
  });

  it("of a step that cannot start names all it waits for", () => {
    const plan = planOf("a", "b", { id: "c", depends_on: ["a", "b"] });
    const state = given(propose(plan), approve(plan), START, start("b"), end("b", "interrupted"));
    expect(of(state, start("c"))).toMatchObject({ refusal: { facts: { waiting: ["a", "b"] } } });
  });
});
