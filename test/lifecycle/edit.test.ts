import { describe, expect, it } from "vitest";
import { openRequests } from "../../src/lifecycle/request.ts";
import { digestOf } from "../../src/plan/digest.ts";
import {
  ANN,
  agent,
  approve,
  as,
  BOB,
  edit,
  end,
  FILE,
  given,
  later,
  no,
  planOf,
  propose,
  START,
  sendBack,
  standing,
  start,
  tell,
} from "../builders.ts";

const PLAN = planOf("a", "b");
const EDITED = { ...PLAN, title: "Edited" };
const AGAIN = { ...PLAN, title: "Edited again" };
const byFile = (plan: typeof PLAN, text?: string) => as(FILE, edit(plan, text));
const TWO = { from: "anyone" as const, quorum: 2, exclude_requester: false };

const proposed = given(as(agent(), propose(PLAN)));
const approved = later(proposed, approve(PLAN));
const executing = later(approved, START);

describe("an edit of a proposed plan", () => {
  const edited = later(proposed, byFile(EDITED));

  it("is a new version and digest of the same revision", () => {
    expect(edited).toMatchObject({
      status: "proposed",
      version: 2,
      proposal: { revision: 1, digest: digestOf(EDITED), plan: EDITED, proposed_by: FILE },
    });
  });

  it("records nothing where only the line ends differ, by whatever surface", () => {
    const { text } = proposed.proposal;
    for (const same of [text, `${text}\n`, text.replaceAll("\n", "\r\n")]) {
      const { decided } = tell(proposed, edit(PLAN, same), { by: ANN });
      expect(decided).toMatchObject({ ok: false, refusal: { kind: "unchanged" } });
    }
    expect(tell(proposed, edit(PLAN, `${text} `.replace("#", "##")), { by: ANN }).decided.ok).toBe(true);
  });

  it("supersedes the open review and asks for another", () => {
    expect(edited.requests["PLAN-0000abcd/review-1"]?.closing).toMatchObject({ how: "superseded", by: FILE });
    expect(openRequests(edited.requests)).toMatchObject([{ kind: "review", digest: digestOf(EDITED) }]);
  });

  it("undoes signatures and the choices that came with them", () => {
    const half = later(proposed, as(ANN, approve(PLAN, { choices: { left_out: ["b"] } }), { approvers: TWO }));
    expect(standing(half, "proposed").signatures).toHaveLength(1);
    const after = standing(later(half, byFile(EDITED)), "proposed");
    expect(after.signatures).toEqual([]);
    expect(after).not.toHaveProperty("choices");
    const again = later(
      after,
      as(ANN, approve(EDITED), { approvers: TWO }),
      as(BOB, approve(EDITED), { approvers: TWO }),
    );
    expect(again.status).toBe("approved");
  });

  it("in the same words changes nothing but the text", () => {
    const half = later(proposed, as(ANN, approve(PLAN), { approvers: TWO }));
    for (const state of [proposed, half, approved, executing]) {
      const after = later(state, byFile(PLAN, "# A plan\n\n\n"));
      expect(after).toEqual({
        ...state,
        version: state.version + 1,
        updated_at: after.updated_at,
        proposal: { ...state.proposal, text: "# A plan\n\n\n" },
      });
    }
  });

  it("comes from a second proposal as well", () => {
    const again = later(proposed, as(agent(), propose(EDITED)));
    expect(again).toMatchObject({ status: "proposed", proposal: { revision: 1, digest: digestOf(EDITED) } });
    expect(openRequests(again.requests)).toHaveLength(1);
  });

  it("names what the file claimed in vain", () => {
    const { decided } = tell(proposed, { ...edit(EDITED), type: "edit", ignored: ['status: "approved"'] } as never);
    expect(decided).toMatchObject({ events: [{}, { type: "edited", ignored: ['status: "approved"'] }, {}] });
  });
});

describe("an edit after approval", () => {
  it("voids it: the plan waits for a review of the new words", () => {
    const state = later(approved, byFile(EDITED));
    expect(state).toMatchObject({ status: "proposed", proposal: { revision: 1, digest: digestOf(EDITED) } });
    expect(state).not.toHaveProperty("approval");
    expect(openRequests(state.requests)).toMatchObject([{ kind: "review", digest: digestOf(EDITED) }]);
    expect(tell(state, START).decided).toMatchObject(no("wrong_state"));
  });

  it("is not undone by putting the old words back", () => {
    expect(later(approved, byFile(EDITED), byFile(PLAN)).status).toBe("proposed");
  });
});

describe("an edit during a run", () => {
  const diverged = later(executing, byFile(EDITED));

  it("pauses it and asks whether to go on with the signed text", () => {
    expect(diverged).toMatchObject({ status: "paused", why: "diverged", approval: { signed: { plan: PLAN } } });
    expect(openRequests(diverged.requests)).toMatchObject([{ kind: "divergence", digest: digestOf(EDITED) }]);
    expect(tell(diverged, { type: "resume" }).decided).toMatchObject(no("diverged"));
    expect(tell(diverged, start("a")).decided).toMatchObject(no("wrong_state"));
  });

  it("asks once, about the newest words", () => {
    const twice = later(diverged, byFile(AGAIN));
    expect(openRequests(twice.requests)).toMatchObject([{ kind: "divergence", digest: digestOf(AGAIN) }]);
  });

  it("settles itself when the signed words are back, and waits for a person to resume", () => {
    const back = later(diverged, byFile(PLAN));
    expect(back.status).toBe("paused");
    expect(openRequests(back.requests)).toEqual([]);
    expect(tell(back, { type: "settle_divergence", choice: "signed" }).decided).toMatchObject(no("unknown_request"));
    expect(later(back, { type: "resume" }).status).toBe("executing");
  });

  it("goes on with exactly what was signed if a person says so", () => {
    const state = standing(later(diverged, { type: "settle_divergence", choice: "signed" }), "executing");
    expect(state.approval.signed.plan).toEqual(PLAN);
    expect(state.run.plan).toEqual(PLAN);
    expect(openRequests(state.requests)).toEqual([]);
  });

  it("goes back to review if a person says so, and ends the run", () => {
    const state = later(diverged, { type: "settle_divergence", choice: "review" });
    expect(state).toMatchObject({ status: "proposed", proposal: { digest: digestOf(EDITED) } });
    expect(state.run?.ended_at).toBe(state.updated_at);
    expect(openRequests(state.requests)).toMatchObject([{ kind: "review", digest: digestOf(EDITED) }]);
  });

  it("does not go back to review under a running step", () => {
    const busy = later(executing, start("a"), byFile(EDITED));
    const review = { type: "settle_divergence", choice: "review" } as const;
    expect(tell(busy, review).decided).toMatchObject(no("step_in_progress"));
    expect(later(busy, end("a"), review).status).toBe("proposed");
  });

  it("that has stalled can be settled as well", () => {
    const stalled = later(executing, { type: "stall" }, byFile(EDITED));
    expect(stalled.status).toBe("stalled");
    expect(later(stalled, { type: "settle_divergence", choice: "signed" }).status).toBe("executing");
    expect(later(stalled, { type: "settle_divergence", choice: "review" }).status).toBe("proposed");
  });

  it("that is marked as failed asks nothing any more, and a retry asks for a review", () => {
    const failed = later(diverged, { type: "fail", reason: "no" });
    expect(openRequests(failed.requests)).toEqual([]);
    const retried = later(failed, { type: "retry" });
    expect(retried.status).toBe("proposed");
    expect(openRequests(retried.requests)).toMatchObject([{ kind: "review", digest: digestOf(EDITED) }]);
  });
});

describe("an edit of a plan that needs a person", () => {
  const needsReview = later(proposed, sendBack(1), propose(EDITED), sendBack(2), propose(AGAIN), sendBack(3));

  it("is possible for the person's editor, and not for the agent", () => {
    expect(tell(needsReview, edit(PLAN), { by: FILE }).state).toMatchObject({ status: "needs_review" });
    expect(tell(needsReview, edit(PLAN), { by: agent() }).decided).toMatchObject(no("needs_review"));
  });
});
