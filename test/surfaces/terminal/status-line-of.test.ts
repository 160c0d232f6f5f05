import { describe, expect, it } from "vitest";
import type { AgentState } from "../../../src/lifecycle/agent-phase.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../../src/lifecycle/request.ts";
import {
  limitsNow,
  type StatusLineFacts,
  statusLineOf,
} from "../../../src/surfaces/terminal/status-line/status-line-of.ts";
import { statusLineText } from "../../../src/surfaces/terminal/status-line/status-line-text.ts";
import { approve, decision, given, givenAgent, later, planOf, propose, START, start, T0 } from "../../builders.ts";

const plan_id = "PLAN-0000abcd";
const FACTS: StatusLineFacts = { sandboxed: true, level: "enforce", waiting: 0, rate_limited: false };
const NONE = { cost: 0, tokens: 0 };
const PLAN = {
  ...planOf("a", { id: "b", max_tokens: 20_000 }, { id: "c", decision_id: "word" }),
  decisions: [decision("word")],
};

const gathering = givenAgent({ type: "enter", task: "Say two" });
const submitted = givenAgent({ type: "enter" }, { type: "submit", plan_id });
const executing = givenAgent(
  { type: "enter" },
  { type: "submit", plan_id },
  { type: "begin", approved_by: { kind: "person", surface: "cli", id: "ann", name: "ann" }, approved_at: T0 },
);
const running = (step: string) => later(given(propose(PLAN), approve(PLAN)), START, start(step));

function said(state: AgentState, plan?: LivePlan, more: Partial<StatusLineFacts> = {}): string | undefined {
  return statusLineText(statusLineOf(state, plan, { ...FACTS, ...more }));
}

describe("what the status line tells of a session", () => {
  it("follows its phase", () => {
    expect(said(givenAgent())).toBeUndefined();
    expect(said(gathering)).toBe("planning · read-only, sandboxed · Say two");
    expect(said(gathering, undefined, { sandboxed: false })).toContain("no sandbox");
    expect(said(submitted, given(propose(PLAN)))).toContain(`${plan_id} waits for review: /plan`);
    expect(said(submitted, given(propose(PLAN), approve(PLAN)))).toContain("is approved: /plan resume");
    expect(said(executing, running("a"))).toMatch(/^executing/);
    expect(said(executing, later(running("a"), { type: "pause" }))).toMatch(/^⏸ paused/);
  });

  it("counts the subagents at work, and says when nobody carries the plan out any more", () => {
    expect(said(executing, running("a"), { subagents: 2 })).toContain("step 1/3 a · 2 subagents · A plan");
    expect(said(executing, running("a"), { isAbandoned: true })).toMatch(/^⏸ paused/);
  });

  it("says which step of how many runs", () => {
    expect(said(executing, running("b"))).toContain("step 2/3 b");
    expect(said(executing, later(given(propose(PLAN), approve(PLAN)), START))).not.toContain("step");
  });

  it("counts decisions of the plan once, and what else waits in the project", () => {
    expect(said(executing, running("a"), { waiting: 1 })).toMatch(/1 decision pending · step/);
    expect(said(executing, running("a"), { waiting: 3 })).toMatch(/1 decision pending · 2 wait for you: \/plans/);
    expect(said(gathering, undefined, { waiting: 1 })).toContain("1 waits for you: /plans");
  });

  it("says what a run has cost, and the limit where there is one", () => {
    const run = { dollars: 0.12, tokens: 34_000 };
    const spent = { run, limits: NONE };
    expect(said(executing, running("a"), { spent })).toContain("step 1/3 a · $0.12 · ");
    expect(said(executing, running("a"), { spent: { ...spent, run: { dollars: 0, tokens: 9 } } })).not.toContain("$");
    expect(said(executing, running("a"), { spent: { run, limits: { cost: 2, tokens: 0 } } })).toContain(
      "$0.12 of $2.00",
    );
    const tight = { run, limits: { cost: 0, tokens: 34_000 } };
    expect(said(executing, running("a"), { spent: tight })).toContain("! 34k of 34k tokens spent");
  });

  it("says how much of its own limit a step has used, before that of the run", () => {
    const spent = { run: { dollars: 1, tokens: 90_000 }, step: { dollars: 0.1, tokens: 12_000 }, limits: NONE };
    expect(said(executing, running("b"), { spent })).toContain("12k of 20k tokens");
    expect(said(executing, running("a"), { spent })).toContain("$1.00");
  });

  it("says the limits that a person raised", () => {
    const raised = (of: "plan" | { step_id: string }) => ({ of, what: "tokens", used: 21_000, limit: 20_000 }) as const;
    const before = later(running("b"), { type: "hit_budget", ...raised({ step_id: "b" }) });
    const [request] = openRequests(before.requests).filter(({ kind }) => kind === "budget");
    const answered = {
      type: "answer",
      request_id: request?.id ?? "",
      answer: { kind: "budget", choice: "go_on" },
    } as const;
    const plan = later(before, answered);
    const step = plan.run?.plan.steps.find(({ id }) => id === "b");
    const limits = plan.run && limitsNow(plan.run, NONE, step);
    expect(limits).toEqual({ cost: 0, tokens: 0, step: 41_000 });
    const spent = { run: { dollars: 1, tokens: 0 }, step: { dollars: 0, tokens: 22_000 }, limits: limits ?? NONE };
    expect(said(executing, plan, { spent })).toContain("22k of 41k tokens");
  });

  it("warns of a full context and of rate limits", () => {
    const warned = said(executing, running("a"), { context_percent: 96, rate_limited: true });
    expect(warned).toMatch(/^executing · ! rate limit, waiting · !! context 96 %/);
  });
});
