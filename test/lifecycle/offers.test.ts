import { describe, expect, it } from "vitest";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { offers } from "../../src/lifecycle/offers.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { PLAN_STATUSES, type PlanState, type PlanStatus } from "../../src/lifecycle/plan-state.ts";
import { ANN, agent, approve, as, BOB, edit, given, hitBudget, later, planOf, propose } from "../builders.ts";
import { reworded, STATES } from "./every-state.ts";

const shown = (state: PlanState, viewer = BOB, approvers = ANYONE) => offers(state, viewer, approvers).join(" ");
const first = (status: PlanStatus): PlanState => STATES[status][0] ?? { status: "absent" };

// Written by hand, in the order surfaces show it. Ann asked for the plan, Bob is somebody else.
const FOR_BOB: Record<PlanStatus, string> = {
  proposed: "approve request_changes reject cancel",
  changes_requested: "cancel",
  needs_review: "approve reject reopen cancel",
  approved: "start queue decide cancel choose_model",
  executing: "decide pause skip_step retry_step fail cancel",
  paused: "decide resume skip_step retry_step fail cancel choose_model",
  stalled: "decide resume skip_step retry_step fail cancel choose_model",
  failed: "decide retry skip_step retry_step roll_back cancel choose_model",
  completed: "roll_back archive",
  rejected: "archive",
  cancelled: "archive",
};

const FOR_EXCLUDED_ANN: Record<PlanStatus, string> = {
  proposed: "withdraw cancel",
  changes_requested: "cancel",
  needs_review: "cancel",
  approved: "start queue cancel",
  executing: "pause retry_step fail cancel",
  paused: "resume retry_step fail cancel",
  stalled: "resume retry_step fail cancel",
  failed: "retry retry_step roll_back cancel",
  completed: "roll_back archive",
  rejected: "archive",
  cancelled: "archive",
};

describe.each(PLAN_STATUSES)("a plan that is %s", (status) => {
  it("offers a person what can be done", () => {
    expect(shown(first(status))).toBe(FOR_BOB[status]);
  });

  it("offers a requester who is excluded everything but what is the approvers'", () => {
    expect(shown(first(status), ANN, { ...ANYONE, exclude_requester: true })).toBe(FOR_EXCLUDED_ANN[status]);
  });

  it("offers an agent nothing of it", () => {
    expect(shown(first(status), agent())).toBe("");
  });
});

describe("offers", () => {
  const PLAN = planOf("a");
  const byAgent = given(as(agent(), propose(PLAN, { requester: ANN })));

  it("are nothing for what is not there", () => {
    expect(offers({ status: "absent" }, ANN, ANYONE)).toEqual([]);
  });

  it("let an agent, and who asked for it, withdraw a plan", () => {
    expect(shown(byAgent, agent())).toBe("withdraw");
    expect(shown(byAgent, agent("another"))).toBe("");
    expect(shown(byAgent, ANN)).toBe("approve request_changes reject withdraw cancel");
  });

  it("do not ask for a signature twice", () => {
    const approvers = { ...ANYONE, quorum: 2 };
    const once = later(byAgent, as(BOB, approve(PLAN), { approvers }));
    expect(shown(once, BOB, approvers)).toBe("request_changes reject cancel");
    expect(shown(once, ANN, approvers)).toContain("approve");
  });

  it("speak of a divergence before anything can be resumed", () => {
    const diverged = "decide settle_divergence skip_step retry_step fail cancel choose_model";
    expect(shown(later(first("executing"), edit(reworded("edited"))))).toBe(diverged);
    expect(shown(later(first("stalled"), edit(reworded("edited"))))).toBe(diverged);
  });

  it("do not speak of resuming while a budget is used up", () => {
    expect(shown(later(first("executing"), hitBudget))).toBe("decide skip_step retry_step fail cancel choose_model");
  });

  it("know decisions by the signed text, whatever the file says by now", () => {
    const { decisions: _, ...without } = reworded("edited");
    expect(shown(later(first("executing"), edit(without)))).toContain("decide");
    const plain = given(propose(PLAN), approve(PLAN), { type: "start", run_id: "1" });
    expect(shown(later(plain, edit(reworded("edited"))))).not.toContain("decide");
  });

  it("roll back what was done, and not what is rolled back already", () => {
    const back: PlanCommand = { type: "roll_back", steps: ["a"], to: "before" };
    for (const state of [first("completed"), first("failed")]) {
      expect(shown(state)).toContain("roll_back");
      expect(shown(later(state, back))).not.toContain("roll_back");
    }
    expect(shown(later(first("executing"), { type: "pause" }))).not.toContain("roll_back");
  });

  it("bring an archived plan back", () => {
    expect(shown(later(first("completed"), { type: "archive" }))).toBe("restore");
  });
});
