import { describe, expect, it } from "vitest";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { STEP_STATUSES, type StepStatus } from "../../src/lifecycle/step-state.ts";
import {
  approve,
  decision,
  end,
  given,
  later,
  planOf,
  propose,
  retryStep,
  START,
  skip,
  standing,
  start,
  tell,
} from "../builders.ts";

// Step x after step w; one plan in which x waits for nothing else, and one in which it waits for a decision.
const PLAIN = planOf("w", { id: "x", depends_on: ["w"] });
const ASKING = { ...planOf("w", { id: "x", depends_on: ["w"], decision_id: "d" }), decisions: [decision("d")] };

const begun = (plan: typeof PLAIN) => given(propose(plan), approve(plan), START, start("w"), end("w"));
const pending = begun(PLAIN);
const asking = begun(ASKING);
const busy = later(pending, start("x"));

const STATES: Record<StepStatus, LivePlan[]> = {
  pending: [pending, asking],
  needs_decision: [later(asking, { type: "await_decision", step_id: "x" })],
  in_progress: [busy],
  interrupted: [later(busy, end("x", "interrupted"))],
  completed: [later(busy, end("x"))],
  failed: [later(busy, end("x", "failed"))],
  blocked: [given(propose(PLAIN), approve(PLAIN), START, start("w"), end("w", "failed"))],
  skipped: [later(pending, skip("x"))],
};

const COMMANDS: Record<string, PlanCommand> = {
  start: start("x"),
  "wait for a decision": { type: "await_decision", step_id: "x" },
  complete: end("x"),
  fail: end("x", "failed"),
  interrupt: end("x", "interrupted"),
  skip: skip("x"),
  retry: retryStep("x"),
};

// Written by hand: what a command makes of a step. What is not here is refused, and changes nothing.
const TABLE: Record<StepStatus, Record<string, StepStatus>> = {
  pending: { start: "in_progress", "wait for a decision": "needs_decision", skip: "skipped" },
  needs_decision: { skip: "skipped" },
  in_progress: { complete: "completed", fail: "failed", interrupt: "interrupted" },
  interrupted: { complete: "completed", fail: "failed", skip: "skipped", retry: "pending" },
  completed: {},
  failed: { skip: "skipped", retry: "pending" },
  blocked: { skip: "skipped" },
  skipped: {},
};

const statusOf = (state: LivePlan) => state.run?.steps.get("x")?.status;

describe.each(STEP_STATUSES)("a step that is %s", (status) => {
  it("is what its witnesses are", () => {
    expect(STATES[status].map(statusOf)).toEqual(STATES[status].map(() => status));
  });

  it.each(Object.keys(COMMANDS))("answers the word to %s as the table says", (name) => {
    const told = STATES[status].map((state) => tell(state, COMMANDS[name] as PlanCommand));
    const reached = told.filter(({ decided }) => decided.ok).map(({ state }) => statusOf(standing(state, "executing")));
    const expected = TABLE[status][name];
    expect(new Set(reached)).toEqual(new Set(expected === undefined ? [] : [expected]));
    const kinds = told.flatMap(({ decided }) => (decided.ok ? [] : [decided.refusal.kind]));
    for (const kind of kinds) expect(REASONS).toContain(kind);
  });
});

const REASONS = ["wrong_step_state", "dependencies_unfinished", "decision_open"];
