import { HOST } from "../../../../src/lifecycle/actor.ts";
import type { RunningPlan } from "../../../../src/lifecycle/plan-state.ts";
import type { RequestState } from "../../../../src/lifecycle/request.ts";
import type { StepState } from "../../../../src/lifecycle/step-state.ts";
import { StepStates } from "../../../../src/lifecycle/step-states.ts";
import type { Digest } from "../../../../src/plan/digest.ts";
import type { Plan, Step } from "../../../../src/plan/plan.ts";

export interface Given {
  title?: string;
  steps: (Step & { state?: Partial<StepState> })[];
  requests?: RequestState[];
  status?: "executing" | "stalled";
}

/** A plan in the middle of its run, as the pure parts see it. */
export function runningPlan({ title = "T", steps, requests = [], status = "executing" }: Given): RunningPlan {
  const at = "2026-01-01T00:00:00.000Z";
  const plan: Plan = { id: "PLAN-0000abcd", title, steps: steps.map(({ state: _, ...step }) => step) };
  const digest = "sha256:0" as Digest;
  const proposal = { revision: 1, digest, plan, text: "", proposed_by: HOST, at };
  const states = steps.map(({ id, state }) => [id, { status: "pending", attempts: 0, ...state }] as const);
  return {
    ...{ id: plan.id, version: 1, created_at: at, updated_at: at, requester: HOST, proposal, allowed_revisions: 3 },
    ...{ reviews: [], selections: {}, archived: false, status },
    requests: Object.fromEntries(requests.map((request) => [request.id, request])),
    approval: { signed: proposal, choices: {}, signatures: [] },
    run: { id: "run", executor: HOST, started_at: at, plan, left_out: [], steps: StepStates.from(states) },
  };
}

export function decision(more: Partial<Extract<RequestState, { kind: "decision" }>> = {}): RequestState {
  return {
    ...{ id: "PLAN-0000abcd/decision-2", kind: "decision", opened_at: "2026-01-01T00:00:00.000Z", opened_by: HOST },
    ...{ decision_id: "when", header: "When", question: "When?", options: ["now", "later"], multi_select: false },
    ...more,
  };
}
