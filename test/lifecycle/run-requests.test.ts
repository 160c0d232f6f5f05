import { describe, expect, it } from "vitest";
import { formOf } from "../../src/acts/request-form.ts";
import { amendedStep } from "../../src/lifecycle/amendment.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { due } from "../../src/lifecycle/due.ts";
import { offers } from "../../src/lifecycle/offers.ts";
import type { PlanCommand, RunAnswer } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { isRunRequest, openRequests } from "../../src/lifecycle/request.ts";
import { requestQuestion } from "../../src/lifecycle/request-question.ts";
import type { Step } from "../../src/plan/plan.ts";
import {
  ANN,
  amend,
  approve,
  as,
  BOB,
  choose,
  decision,
  edit,
  end,
  FILE,
  given,
  HOST,
  hitBudget,
  LEASE,
  later,
  no,
  person,
  planOf,
  propose,
  retryStep,
  START,
  skip,
  start,
  tell,
  terms,
} from "../builders.ts";

const PLAN = {
  ...planOf(
    { id: "a", tools: ["edit"], files: ["src/**"] },
    { id: "b", depends_on: ["a"] },
    { id: "c", decision_id: "colour" },
  ),
  decisions: [decision("colour")],
};
const approved = given(propose(PLAN), approve(PLAN));
const executing = later(approved, START);
const busy = later(executing, start("a"));
const asking = later(busy, amend("a"));

const opened = (state: LivePlan) => openRequests(state.requests).filter(({ kind }) => kind !== "decision");
const last = (state: LivePlan) => opened(state).at(-1)?.id ?? "";
const answer = (state: LivePlan, given: RunAnswer): PlanCommand => ({
  type: "answer",
  request_id: last(state),
  answer: given,
});

describe("an amendment", () => {
  it("is asked for by a step that is at work, and by no other", () => {
    expect(opened(asking)).toMatchObject([
      { kind: "amendment", step_id: "a", tool: "write", adds: { tools: ["write"] } },
    ]);
    expect(tell(executing, amend("a")).decided).toMatchObject(no("wrong_step_state"));
  });

  it("adds to the step for as long as the signature holds, and says who added it", () => {
    const added = later(asking, answer(asking, { kind: "amendment", choice: "add" }));
    expect(added.run?.amendments).toMatchObject([{ step_id: "a", tools: ["write"], by: ANN }]);
    const [step] = PLAN.steps as [Step];
    expect(amendedStep(step, added.run?.amendments)).toMatchObject({ tools: ["edit", "write"], files: ["src/**"] });
    const again = later(added, end("a", "failed"), { type: "fail", reason: "x" }, { type: "retry" }, START);
    expect(again.run?.amendments).toHaveLength(1);
  });

  it("allowed once adds nothing", () => {
    const once = later(asking, answer(asking, { kind: "amendment", choice: "once" }));
    expect(once.run?.amendments).toBeUndefined();
    expect(opened(once)).toEqual([]);
  });

  it("cannot add what nobody asked for", () => {
    const bare = later(busy, { ...amend("a"), adds: {} } as PlanCommand);
    expect(tell(bare, answer(bare, { kind: "amendment", choice: "add" })).decided).toMatchObject(no("wrong_answer"));
  });

  it("is answered once, by an approver", () => {
    const command = answer(asking, { kind: "amendment", choice: "add" });
    const only = { approvers: { from: ["bob"], quorum: 1, exclude_requester: false } };
    expect(tell(asking, command, { by: ANN, ...only }).decided).toMatchObject(no("not_an_approver"));
    const added = later(asking, as(BOB, command, only));
    expect(tell(added, command).decided).toMatchObject(no("request_closed"));
  });

  describe("of a plan for which several stand", () => {
    const two = { approvers: { from: "anyone", quorum: 2, exclude_requester: false } } as const;
    const signed = given(propose(PLAN), as(ANN, approve(PLAN), two), as(BOB, approve(PLAN), two));
    const wants = later(signed, START, start("a"), as(HOST, amend("a"), two));
    const add = answer(wants, { kind: "amendment", choice: "add" });

    it("adds nothing by the word of one, whatever the settings say by now", () => {
      expect(tell(wants, add, two).decided).toMatchObject(no("quorum_needed", { quorum: 2 }));
      expect(tell(wants, add).decided).toMatchObject(no("quorum_needed", { quorum: 2 }));
      expect(tell(asking, answer(asking, { kind: "amendment", choice: "add" }), two).decided).toMatchObject(
        no("quorum_needed"),
      );
    });

    it("is allowed once by one of them, and that is all that is offered", () => {
      const [request] = opened(wants);
      if (request === undefined || !isRunRequest(request)) throw new Error("nothing is asked");
      expect(formOf(request).choices.map(({ word }) => word)).toEqual(["once", "refuse"]);
      expect(formOf(request).facts.at(-1)?.text).toContain("have the next revision approved");
      const once = later(wants, as(BOB, answer(wants, { kind: "amendment", choice: "once" }), two));
      expect(once.run?.amendments).toBeUndefined();
    });
  });

  it("is not answered by who wrote what was signed, also after the file was edited", () => {
    const fourEyes = { approvers: { ...ANYONE, exclude_requester: true } };
    const cat = person("cat");
    const written = given(as(BOB, propose(PLAN, { requester: ANN })), as(cat, approve(PLAN), fourEyes));
    const wants = later(written, START, start("a"), amend("a"), as(FILE, edit({ ...PLAN, title: "Another" })));
    const command = answer(later(written, START, start("a"), amend("a")), { kind: "amendment", choice: "add" });
    expect(tell(wants, command, { by: BOB, ...fourEyes }).decided).toMatchObject(no("requester_excluded"));
    expect(tell(wants, skip("b"), { by: BOB, ...fourEyes }).decided).toMatchObject(no("requester_excluded"));
    expect(tell(wants, choose("colour", "red"), { by: BOB, ...fourEyes }).decided).toMatchObject(
      no("requester_excluded"),
    );
    expect(offers(wants, BOB, fourEyes.approvers)).not.toContain("skip_step");
    expect(later(wants, as(cat, command, fourEyes)).run?.amendments).toHaveLength(1);
  });

  it("is no longer asked for when its step has ended", () => {
    expect(opened(later(asking, end("a")))).toEqual([]);
    expect(opened(later(asking, end("a", "interrupted")))).toEqual([]);
  });
});

describe("a budget that is used up", () => {
  const spent = later(busy, hitBudget);

  it("pauses the run, and lets what runs go on", () => {
    expect(spent).toMatchObject({ status: "paused", why: "budget" });
    expect(later(spent, end("a")).run?.steps.get("a")?.status).toBe("completed");
    expect(tell(spent, start("b")).decided).toMatchObject(no("wrong_state"));
    expect(tell(spent, { type: "resume" }).decided).toMatchObject(no("budget_open"));
  });

  it("is raised by as much again when a person says so", () => {
    const more = later(spent, answer(spent, { kind: "budget", choice: "go_on" }));
    expect(more).toMatchObject({ status: "executing", run: { raised: [{ of: "plan", what: "tokens", to: 220 }] } });
  });

  it("stays as it is when a person stops it", () => {
    const stopped = later(spent, answer(spent, { kind: "budget", choice: "stop" }));
    expect(stopped.status).toBe("paused");
    expect(stopped.run?.raised).toBeUndefined();
  });

  it("is asked about once", () => {
    expect(tell(spent, hitBudget).decided).toMatchObject(no("budget_open"));
  });
});

describe("a step that is left because its budget is used up", () => {
  const own = { ...hitBudget, of: { step_id: "a" } } as PlanCommand;
  const leaves = (over: PlanCommand) => later(busy, over, end("a", "interrupted"));
  const kinds = (state: LivePlan) => opened(state).map(({ kind }) => kind);
  const budgetOf = (state: LivePlan) => opened(state).find(({ kind }) => kind === "budget")?.id ?? "";
  const says = (state: LivePlan, choice: "go_on" | "stop"): PlanCommand => ({
    ...{ type: "answer", request_id: budgetOf(state), answer: { kind: "budget", choice } },
  });

  it.each([
    ["its own", own],
    ["the run's", hitBudget],
  ])("keeps the question about %s, and asks what becomes of the step", (_, over) => {
    const left = leaves(over);
    expect(kinds(left)).toEqual(["budget", "interruption"]);
    const more = later(left, says(left, "go_on"));
    expect(more.status).toBe("executing");
    expect(kinds(more)).toEqual(["interruption"]);
    const again = later(more, answer(more, { kind: "interruption", choice: "again" }), start("a"));
    expect(again.run?.steps.get("a")).toMatchObject({ status: "in_progress", attempts: 2 });
  });

  it("does not go on with the step before both are answered", () => {
    const left = leaves(own);
    const again = later(left, answer(left, { kind: "interruption", choice: "again" }));
    expect(kinds(again)).toEqual(["budget"]);
    expect(tell(again, { type: "resume" }).decided).toMatchObject(no("budget_open"));
    expect(later(again, says(again, "go_on")).status).toBe("executing");
  });

  it("fails when a person gives it no more", () => {
    const stopped = later(leaves(own), says(leaves(own), "stop"));
    expect(stopped.run?.steps.get("a")?.status).toBe("failed");
    expect(kinds(stopped)).toEqual([]);
  });
});

describe("a step that was interrupted", () => {
  const lost = later(busy, { type: "end_step", step_id: "a", outcome: "interrupted", notes: "killed", ask: true });

  it("asks a person what becomes of it", () => {
    expect(opened(lost)).toMatchObject([{ kind: "interruption", step_id: "a", why: "killed" }]);
  });

  it.each([
    ["again", "pending"],
    ["failed", "failed"],
    ["skip", "skipped"],
  ] as const)("becomes what %s says: %s", (choice, status) => {
    const settled = later(lost, answer(lost, { kind: "interruption", choice }));
    expect(settled.run?.steps.get("a")?.status).toBe(status);
    expect(opened(settled)).toEqual([]);
    expect(settled.requests[last(lost)]?.closing).toMatchObject({ how: "answered", by: ANN });
  });

  it("is marked as failed alone, also where nobody was asked; what needs it is blocked", () => {
    const unasked = later(busy, end("a", "interrupted"));
    for (const state of [lost, unasked]) {
      const failed = later(state, { type: "fail_step", step_id: "a", reason: "it hung" });
      expect(failed.run?.steps.get("a")).toMatchObject({ status: "failed", notes: "it hung" });
      expect(failed.run?.steps.get("b")?.status).toBe("blocked");
      expect(opened(failed)).toEqual([]);
    }
    expect(tell(busy, { type: "fail_step", step_id: "a" }).decided).toMatchObject(no("wrong_step_state"));
    expect(tell(busy, { type: "fail_step", step_id: "x" }).decided).toMatchObject(no("unknown_step"));
  });

  it("is no longer asked about when somebody has said it otherwise", () => {
    expect(opened(later(lost, retryStep("a")))).toEqual([]);
    expect(opened(later(lost, { type: "fail", reason: "enough" }))).toEqual([]);
  });

  it("is done again or given up by anybody who steers; only an approver leaves it out", () => {
    const only = { approvers: { from: ["bob"], quorum: 1, exclude_requester: false } };
    const says = (choice: "again" | "failed" | "skip") => answer(lost, { kind: "interruption", choice });
    for (const choice of ["again", "failed"] as const)
      expect(tell(lost, says(choice), { by: ANN, ...only }).decided.ok).toBe(true);
    expect(tell(lost, says("skip"), { by: ANN, ...only }).decided).toMatchObject(no("not_an_approver"));
    const skips = skip("a");
    const refused = tell(lost, skips, { by: ANN, ...only }).decided;
    expect(refused).toMatchObject(no("not_an_approver"));
    expect(!refused.ok && refused.refusal.message).toMatch(
      /^Skipping a step changes the signed plan\. ann is not among/,
    );
    expect(tell(lost, skips, { by: BOB, ...only }).decided.ok).toBe(true);
    expect(tell(lost, retryStep("a"), { by: ANN, ...only }).decided.ok).toBe(true);
  });

  it("is carried out again by the settings only, and never without a record of it", () => {
    const again = later(lost, { type: "rerun_step", step_id: "a" }, start("a"));
    expect(again.run?.steps.get("a")).toMatchObject({ status: "in_progress", attempts: 2 });
    expect(tell(later(busy, end("a")), { type: "rerun_step", step_id: "a" }).decided).toMatchObject(
      no("wrong_step_state"),
    );
  });
});

describe("a step that its provider refuses", () => {
  const refuse = (state: LivePlan) =>
    later(state, { type: "end_step", step_id: "a", outcome: "interrupted", notes: "429", ask: "provider" });
  const refused = refuse(busy);
  const says = (state: LivePlan, choice: "again" | "wait" | "stop") => answer(state, { kind: "interruption", choice });
  const expire = (state: LivePlan): PlanCommand => ({ type: "expire_request", request_id: last(state) });
  const at = (state: LivePlan, more = 0) =>
    new Date(Date.parse(opened(state)[0]?.expires_at ?? "") + more).toISOString();

  it("waits if a person says so, asks on until then, and runs again without a person", () => {
    const waits = later(refused, says(refused, "wait"));
    expect(opened(waits)).toMatchObject([{ step_id: "a", wait_minutes: 10, until: at(waits), expires_at: at(waits) }]);
    expect(waits.run?.steps.get("a")?.status).toBe("interrupted");
    expect(due(waits, { ...terms(), at: at(waits, -1) })).toEqual([]);
    expect(due(waits, { ...terms(), at: at(waits) })).toEqual([expire(waits)]);
    const again = later(waits, as(HOST, expire(waits), { at: at(waits) }));
    expect(again.run?.steps.get("a")?.status).toBe("pending");
    expect(opened(again)).toEqual([]);
    expect(again.requests[last(waits)]?.closing).toMatchObject({ how: "answered", by: HOST });
  });

  it("waits twice as long each time, an hour at most", () => {
    let state = refused;
    const minutes: (number | undefined)[] = [];
    for (let times = 0; times < 6; times++) {
      const [open] = opened(state);
      minutes.push(open?.kind === "interruption" ? open.wait_minutes : undefined);
      const waits = later(state, says(state, "wait"));
      state = refuse(later(waits, as(HOST, expire(waits), { at: at(waits) }), start("a")));
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it("can be answered otherwise while it waits, and an answer to the wait comes once", () => {
    const waits = later(refused, says(refused, "wait"));
    const now = later(waits, says(waits, "again"));
    expect(now.run?.steps.get("a")?.status).toBe("pending");
    expect(opened(now)).toEqual([]);
    expect(opened(later(waits, retryStep("a")))).toEqual([]);
    expect(tell(now, expire(waits), { by: HOST, at: at(waits) }).decided).toMatchObject(no("request_closed"));
    expect(tell(waits, expire(waits), { by: HOST, at: at(waits, -1) }).decided).toMatchObject(no("not_due"));
  });

  it("starts nothing in a plan that a person paused", () => {
    const waits = later(refused, says(refused, "wait"), { type: "pause" });
    const over = later(waits, as(HOST, expire(waits), { at: at(waits) }));
    expect([over.status, over.run?.steps.get("a")?.status]).toEqual(["paused", "pending"]);
  });

  it("stops the plan if a person says so, and asks the same when they resume it", () => {
    const stopped = later(refused, says(refused, "stop"));
    expect(stopped).toMatchObject({ status: "paused", why: "person" });
    expect([opened(stopped), stopped.run?.steps.get("a")?.status]).toEqual([[], "interrupted"]);
    expect(opened(later(stopped, { type: "resume" }))).toMatchObject([{ step_id: "a", why: "429", wait_minutes: 5 }]);
  });

  it("is the only one that may wait or stop", () => {
    const lost = later(busy, { type: "end_step", step_id: "a", outcome: "interrupted", notes: "killed", ask: true });
    for (const choice of ["wait", "stop"] as const)
      expect(tell(lost, says(lost, choice)).decided).toMatchObject(no("wrong_answer"));
  });
});

describe("whoever carries out a plan", () => {
  const held = later(approved, { ...START, lease: LEASE } as PlanCommand);
  const under = (command: PlanCommand, lease = LEASE.id) => as(HOST, command, { lease });

  it("acts under its lease, and nobody else does", () => {
    expect(tell(held, start("a"), { by: HOST }).decided).toMatchObject(no("lost_lease"));
    expect(tell(held, start("a"), { by: HOST, lease: "another" }).decided).toMatchObject(no("lost_lease"));
    expect(later(held, under(start("a"))).run?.steps.get("a")?.status).toBe("in_progress");
  });

  it("is taken over by one that saw it dead, and records nothing any more", () => {
    const other = { ...LEASE, id: "lease-2", pid: 8 };
    const take: PlanCommand = { type: "take_lease", lease: other, from: LEASE.id };
    const taken = later(held, under(start("a")), as(HOST, take));
    expect(tell(taken, end("a"), { by: HOST, lease: LEASE.id }).decided).toMatchObject(no("lost_lease"));
    expect(later(taken, under(end("a"), other.id)).run?.steps.get("a")?.status).toBe("completed");
    expect(tell(taken, take).decided).toMatchObject(no("lost_lease"));
  });

  it("leaves a run that waits for somebody to resume it", () => {
    const left = later(held, under({ type: "release_lease" }));
    expect(left).toMatchObject({ status: "paused", why: "left" });
    expect(left.run?.lease).toBeUndefined();
    expect(
      tell(later(held, under(start("a"))), { type: "release_lease" }, { by: HOST, lease: LEASE.id }).decided,
    ).toMatchObject(no("step_in_progress"));
  });

  it("still records how its steps ended after somebody cancelled the plan", () => {
    const cancelled = later(held, under(start("a")), { type: "cancel" });
    expect(later(cancelled, under(end("a", "interrupted"))).run?.steps.get("a")?.status).toBe("interrupted");
  });

  it("is taken over after a cancel only to end what it left at work; nothing of the plan is carried out any more", () => {
    const other = { ...LEASE, id: "lease-2", pid: 8 };
    const take: PlanCommand = { type: "take_lease", lease: other, from: LEASE.id };
    const taken = later(held, under(start("a")), { type: "cancel" }, as(HOST, take));
    expect(tell(taken, start("c"), { by: HOST, lease: other.id }).decided).toMatchObject(no("wrong_state"));
    const ended = later(taken, under(end("a", "interrupted"), other.id), under({ type: "release_lease" }, other.id));
    expect(ended).toMatchObject({ status: "cancelled" });
    expect(ended.run?.lease).toBeUndefined();
    expect(tell(ended, { type: "take_lease", lease: LEASE }, { by: HOST }).decided).toMatchObject(
      no("wrong_step_state"),
    );
  });
});

describe("a plan that was carried out", () => {
  const failed = later(
    busy,
    end("a"),
    { type: "skip_step", step_id: "c", reason: "x" },
    start("b"),
    end("b", "failed"),
    {
      type: "fail",
      reason: "b failed",
    },
  );

  it("is rolled back by a person, and its steps are to be done again", () => {
    const back = later(failed, { type: "roll_back", steps: ["a", "b"], to: "tree" });
    expect(back.run?.steps.get("a")).toMatchObject({ status: "pending", notes: "rolled back" });
    expect(back.run?.rolled_back).toMatchObject([{ steps: ["a", "b"], to: "tree", by: ANN }]);
    expect(later(back, { type: "retry" }, START, start("a")).run?.steps.get("a")?.attempts).toBe(2);
  });

  it("that is completed stays completed when it is rolled back", () => {
    const done = later(failed, { type: "retry" }, START, start("b"), end("b"), { type: "complete" });
    const back = later(done, { type: "roll_back", steps: ["b"], to: "tree" });
    expect(back.status).toBe("completed");
    expect(back.run?.steps.get("b")?.status).toBe("completed");
  });

  it("says which steps went by an answer that was changed since", () => {
    const decided = later(executing, choose("colour", "red"), start("c"), end("c"));
    expect(decided.run?.steps.get("c")?.is_outdated).toBeUndefined();
    expect(later(decided, choose("colour", "blue")).run?.steps.get("c")?.is_outdated).toBe(true);
    expect(later(decided, choose("colour", "red")).run?.steps.get("c")?.is_outdated).toBeUndefined();
  });
});

describe("the queue", () => {
  it("has an approved plan with its priority until it starts", () => {
    const queued = later(approved, { type: "queue", priority: 3 });
    expect(queued).toMatchObject({ queued: { priority: 3, by: ANN } });
    expect(later(queued, START)).not.toHaveProperty("queued");
    expect(later(queued, { type: "unqueue" })).not.toHaveProperty("queued");
  });

  it("gives another place only to a plan that is still in it", () => {
    const move = { type: "queue", priority: 4, moves: true } as const;
    const queued = later(approved, { type: "queue" });
    expect(later(queued, move)).toMatchObject({ queued: { priority: 4 } });
    for (const state of [approved, later(queued, { type: "unqueue" })])
      expect(tell(state, move, { by: ANN }).decided).toMatchObject(no("not_queued"));
  });
});

describe("the words of a run's requests", () => {
  it("ask, and offer a choice for every answer", () => {
    const spent = later(busy, hitBudget);
    const lost = later(busy, { type: "end_step", step_id: "a", outcome: "interrupted", ask: true });
    const requests = [asking, spent, lost].flatMap(opened).filter(isRunRequest);
    expect(requests.map(requestQuestion)).toEqual([
      "Step a wants to use write, outside its approved scope",
      "The run has used 120 tokens of 100 tokens",
      "Step a was interrupted; how far it got is unknown",
    ]);
    expect(requests.map((request) => formOf(request).choices.map(({ word }) => word))).toEqual([
      ["once", "add", "refuse"],
      ["go_on", "stop"],
      ["again", "failed", "skip"],
    ]);
  });
});
