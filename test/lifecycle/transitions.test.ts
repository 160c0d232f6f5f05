import { describe, expect, it } from "vitest";
import type { PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import { PLAN_STATUSES, type PlanStatus } from "../../src/lifecycle/plan-state.ts";
import { minutes, tell } from "../builders.ts";
import { everyCommand } from "./every-command.ts";
import { STATES } from "./every-state.ts";

type Row = Partial<Record<PlanStatus | "absent", PlanStatus[]>>;

const ITSELF = (...statuses: PlanStatus[]): Row => Object.fromEntries(statuses.map((status) => [status, [status]]));
const TO = (to: PlanStatus, ...from: PlanStatus[]): Row => Object.fromEntries(from.map((status) => [status, [to]]));

// Written by hand from the lifecycle in the specification, never computed: from where a command is possible, and where
// it leads. An empty list: possible, but nothing is waiting there. What is not here is refused as `wrong_state`.
const TABLE: Record<PlanCommandType, Row> = {
  propose: { absent: ["proposed"], proposed: ["proposed"], changes_requested: ["proposed"] },
  edit: {
    // Of an ended plan only the file can be edited, and that is only taken down.
    ...ITSELF("proposed", "changes_requested", "needs_review", "paused", "stalled", "failed"),
    approved: ["proposed"],
    executing: ["paused"],
  },
  approve: TO("approved", "proposed", "needs_review"),
  request_changes: { proposed: ["changes_requested", "needs_review"] },
  reject: TO("rejected", "proposed", "needs_review"),
  withdraw: { proposed: ["changes_requested", "needs_review"] },
  reopen: { needs_review: ["changes_requested"] },
  cancel: {
    ...TO("cancelled", "proposed", "changes_requested", "needs_review", "approved"),
    ...TO("cancelled", "executing", "paused", "stalled", "failed"),
  },
  decide: ITSELF("approved", "executing", "paused", "stalled", "failed"),
  settle_divergence: { paused: ["executing", "proposed"], stalled: ["executing", "proposed"] },
  choose_model: { ...ITSELF("approved", "stalled", "failed"), paused: ["paused", "executing"] },
  expire_request: {
    ...ITSELF("proposed", "needs_review", "approved", "executing", "paused", "stalled", "failed"),
    changes_requested: [],
  },
  go_stale: TO("cancelled", "proposed", "changes_requested", "needs_review"),
  queue: ITSELF("approved"),
  unqueue: ITSELF("approved"),
  start: { approved: ["executing"] },
  take_lease: ITSELF("executing", "paused", "stalled", "cancelled"),
  release_lease: { ...ITSELF("paused", "stalled", "failed", "completed", "cancelled"), executing: ["paused"] },
  rerun_step: ITSELF("executing"),
  amend: ITSELF("executing", "paused"),
  hit_budget: { executing: ["paused"], paused: ["paused"] },
  miss_model: { executing: ["paused"], paused: ["paused"] },
  answer: { ...ITSELF("executing", "stalled"), paused: ["executing", "paused"] },
  record_call: ITSELF("executing", "paused", "stalled", "failed", "completed", "cancelled"),
  roll_back: ITSELF("paused", "stalled", "failed", "completed", "cancelled"),
  pause: { executing: ["paused"] },
  resume: { paused: ["executing"], stalled: ["executing"] },
  stall: { executing: ["stalled"] },
  start_step: ITSELF("executing"),
  await_decision: ITSELF("executing"),
  end_step: ITSELF("executing", "paused", "stalled", "cancelled"),
  skip_step: ITSELF("executing", "paused", "stalled", "failed"),
  retry_step: { ...ITSELF("executing", "paused", "stalled"), failed: ["approved", "proposed"] },
  fail_step: ITSELF("executing", "paused", "stalled"),
  complete: { executing: ["completed"] },
  fail: TO("failed", "executing", "paused", "stalled"),
  retry: { failed: ["approved", "proposed"] },
  archive: ITSELF("completed", "rejected", "cancelled"),
  restore: ITSELF("completed", "rejected", "cancelled"),
};

/** Late enough for whatever can be due. */
const LATE = { at: minutes(100 * 24 * 60), stale_after_days: 30 };

const STATUSES = ["absent", ...PLAN_STATUSES] as const;
const COMMANDS = Object.keys(TABLE) as PlanCommandType[];

function outcomes(status: PlanStatus | "absent", type: PlanCommandType) {
  const states = STATES[status].map((state) => ("requests" in state ? expiring(state) : state));
  return states.flatMap((state) => everyCommand(state)[type].map((command) => tell(state, command, LATE)));
}

/** Everything that waits has a time at which it stops waiting. */
function expiring<State extends { requests: object }>(state: State): State {
  const requests = Object.entries(state.requests).map(([id, request]) => [id, { ...request, expires_at: minutes(90) }]);
  return { ...state, requests: Object.fromEntries(requests) };
}

describe.each(STATUSES)("a plan that is %s", (status) => {
  it("is what its witnesses are", () => {
    for (const state of STATES[status]) expect(state.status).toBe(status);
  });

  it.each(COMMANDS)("answers %s as the table says", (type) => {
    const expected = TABLE[type][status];
    const told = outcomes(status, type);
    const reached = told.filter(({ decided }) => decided.ok).map(({ state }) => state.status);
    expect([...new Set(reached)].sort()).toEqual([...(expected ?? [])].sort());
    const kinds = told.flatMap(({ decided }) => (decided.ok ? [] : [decided.refusal.kind]));
    if (expected !== undefined) expect(kinds).not.toContain("wrong_state");
    else if (status === "needs_review" && type === "propose") expect(kinds).toEqual(["needs_review"]);
    else expect(new Set(kinds)).toEqual(new Set(["wrong_state"]));
  });
});
