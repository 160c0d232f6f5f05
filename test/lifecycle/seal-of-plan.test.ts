import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import { sealOfPlan } from "../../src/lifecycle/seal-of-plan.ts";
import { approve, as, BOB, edit, given, planOf, propose, sendBack } from "../builders.ts";

const plan = planOf("a");
const two = { approvers: { from: "anyone" as const, quorum: 2, exclude_requester: false } };
const half = given(propose(plan), as(BOB, approve(plan), two));
const seal = (state: LivePlan) => sealOfPlan(state, 2);

describe("the seal of a plan", () => {
  it("fills with its signatures", () => {
    expect(seal(given(propose(plan)))).toMatchObject({ share: 0, isVoid: false, words: "Not signed" });
    expect(seal(given(propose(plan), sendBack(1)))).toMatchObject({ share: 0, isVoid: false });
    expect(seal(half)).toMatchObject({ share: 0.5, words: "1 of 2 signed" });
    expect(seal(given(propose(plan), approve(plan)))).toMatchObject({ share: 1, words: "Signed" });
  });

  it("is that of the signed text, and another one once the text changed: void until it is signed again", () => {
    const signed = given(propose(plan), approve(plan));
    const changed = given(propose(plan), approve(plan), edit(planOf("a", "b")));
    expect(seal(signed).digest).toBe(seal(half).digest);
    expect(seal(changed)).toMatchObject({ isVoid: true, words: "The signature is void: the text changed" });
    expect(seal(changed).digest).not.toBe(seal(half).digest);
  });

  it("is void if the text was rejected or cancelled, and stays in ink if it was signed before", () => {
    expect(seal(given(propose(plan), { type: "reject", revision: 1, feedback: "no" }))).toMatchObject({
      isVoid: true,
      words: "Rejected",
    });
    expect(seal(given(propose(plan), { type: "cancel" }))).toMatchObject({ isVoid: true });
    expect(seal(given(propose(plan), approve(plan), { type: "cancel" }))).toMatchObject({ share: 1, isVoid: false });
  });
});
