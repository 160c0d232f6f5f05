import { describe, expect, it } from "vitest";
import { openRequests } from "../../src/lifecycle/request.ts";
import { agent, approve, as, given, later, no, planOf, propose, sendBack, tell } from "../builders.ts";

const revision = (number: number) => ({ ...planOf("a"), title: `Revision ${number}` });
const again = (number: number) => as(agent(), propose(revision(number)));
const WITHDRAW = as(agent(), { type: "withdraw" });

const third = given(again(1), sendBack(1), again(2), sendBack(2), again(3));
const exhausted = later(third, sendBack(3));

describe("revisions", () => {
  it("are numbered, and keep what was said of the earlier ones", () => {
    expect(third).toMatchObject({ status: "proposed", proposal: { revision: 3 } });
    expect(third.reviews.map((review) => [review.revision, review.feedback])).toEqual([
      [1, "not revision 1"],
      [2, "not revision 2"],
    ]);
  });

  it("end after the third: a person is asked, and the agent cannot propose again", () => {
    expect(exhausted.status).toBe("needs_review");
    expect(openRequests(exhausted.requests)).toMatchObject([{ kind: "review", revision: 3 }]);
    expect(tell(exhausted, propose(revision(4)), { by: agent() }).decided).toMatchObject(no("needs_review"));
  });

  it("after the third can still be approved or rejected", () => {
    const approved = later(exhausted, approve(revision(3), { revision: 3 }));
    expect(approved.status).toBe("approved");
    expect(openRequests(approved.requests)).toEqual([]);
    expect(later(exhausted, { type: "reject", revision: 3 }).status).toBe("rejected");
  });

  it("are granted one at a time by reopening", () => {
    const reopened = later(exhausted, { type: "reopen" });
    expect(reopened).toMatchObject({ status: "changes_requested", review: { feedback: "not revision 3" } });
    expect(openRequests(reopened.requests)).toEqual([]);
    const fourth = later(reopened, again(4));
    expect(fourth).toMatchObject({ status: "proposed", proposal: { revision: 4 } });
    const over = later(fourth, sendBack(4));
    expect(over.status).toBe("needs_review");
    expect(later(over, { type: "reopen" }, again(5), sendBack(5)).status).toBe("needs_review");
  });

  it("are used up by withdrawals too", () => {
    const withdrawn = given(again(1), WITHDRAW, again(2), WITHDRAW, again(3), WITHDRAW);
    expect(withdrawn.status).toBe("needs_review");
    expect(openRequests(withdrawn.requests)).toMatchObject([{ kind: "review", revision: 3 }]);
  });

  it("are not the very text that was sent back, nor the one that waits already", () => {
    const first = given(again(1));
    expect(tell(first, propose(revision(1))).decided).toMatchObject(no("unchanged"));
    expect(tell(later(first, sendBack(1)), propose(revision(1))).decided).toMatchObject(no("unchanged"));
    expect(tell(later(first, WITHDRAW), propose(revision(1))).decided).toMatchObject(no("unchanged"));
    const reopened = later(exhausted, { type: "reopen" });
    expect(tell(reopened, propose(revision(3))).decided).toMatchObject(no("unchanged"));
  });
});
