import type { PlanCommand, PlanCommandType, RunAnswer } from "../../src/lifecycle/plan-command.ts";
import type { PlanState } from "../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import {
  amend,
  choose,
  edit,
  end,
  hitBudget,
  LEASE,
  missModel,
  propose,
  retryStep,
  START,
  skip,
  start,
} from "../builders.ts";
import { PLAN, reworded } from "./every-state.ts";

const OF_STEPS = ["a", "b", "c"];
const NEW = reworded("something new");
const PROPOSE = propose(NEW);
const EDIT = edit(NEW);

const ANSWERS: RunAnswer[] = [
  { kind: "amendment", choice: "once" },
  { kind: "budget", choice: "go_on" },
  ...(["again", "wait", "stop"] as const).map((choice) => ({ kind: "interruption" as const, choice })),
  { kind: "model", model: "acme/one" },
];
const JUDGEMENT = {
  ...{ attempt: "out_of_scope", tool: "write", summary: "x", code: "OUT_OF_SCOPE", rule: "plan-scope" },
  ...{ reason: "not signed", blocked: true },
};

/** Every command, as somebody would give it who has just looked at this plan. */
export function everyCommand(state: PlanState): Record<PlanCommandType, PlanCommand[]> {
  const { revision, digest } =
    state.status === "absent" ? { revision: 1, digest: "sha256:none" as const } : state.proposal;
  const waiting = state.status === "absent" ? [] : openRequests(state.requests);
  const requests = waiting.length > 0 ? waiting.map(({ id }) => id) : [`${PLAN.id}/review-1`];
  return {
    propose: [PROPOSE],
    edit: [EDIT],
    approve: [{ type: "approve", revision, digest }],
    request_changes: [{ type: "request_changes", revision, feedback: "smaller steps" }],
    reject: [{ type: "reject", revision }],
    withdraw: [{ type: "withdraw" }],
    reopen: [{ type: "reopen" }],
    cancel: [{ type: "cancel" }],
    decide: [choose("colour", "blue")],
    settle_divergence: [
      { type: "settle_divergence", choice: "signed" },
      { type: "settle_divergence", choice: "review" },
    ],
    choose_model: [{ type: "choose_model", model: "acme/one" }],
    expire_request: requests.map((request_id) => ({ type: "expire_request", request_id })),
    go_stale: [{ type: "go_stale" }],
    queue: [{ type: "queue" }, { type: "queue", priority: 1, moves: true }],
    unqueue: [{ type: "unqueue" }],
    start: [START],
    take_lease: [{ type: "take_lease", lease: LEASE }],
    release_lease: [{ type: "release_lease" }],
    rerun_step: OF_STEPS.map((step_id) => ({ type: "rerun_step", step_id })),
    amend: OF_STEPS.map(amend),
    hit_budget: [hitBudget],
    miss_model: [missModel],
    answer: requests.flatMap((request_id) => ANSWERS.map((answer) => ({ type: "answer", request_id, answer }))),
    record_call: [{ type: "record_call", step_id: "a", subagent_id: "a-1", ...JUDGEMENT }],
    roll_back: [{ type: "roll_back", steps: OF_STEPS, to: "before" }],
    pause: [{ type: "pause" }],
    resume: [{ type: "resume" }],
    stall: [{ type: "stall" }],
    start_step: OF_STEPS.map(start),
    await_decision: OF_STEPS.map((step_id) => ({ type: "await_decision", step_id })),
    end_step: OF_STEPS.flatMap((id) => [end(id), end(id, "failed"), end(id, "interrupted")]),
    skip_step: OF_STEPS.map((id) => skip(id)),
    retry_step: OF_STEPS.map(retryStep),
    fail_step: OF_STEPS.map((step_id) => ({ type: "fail_step", step_id })),
    complete: [{ type: "complete" }],
    fail: [{ type: "fail", reason: "it cannot work" }],
    retry: [{ type: "retry" }],
    archive: [{ type: "archive" }],
    restore: [{ type: "restore" }],
  };
}
