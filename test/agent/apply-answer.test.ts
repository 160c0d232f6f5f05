import { describe, expect, it } from "vitest";
import { applyAnswer } from "../../src/agent/apply-answer.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";

type Sent = { type: string };

/** The members that follow from an answer, and nothing of pi. */
function sessionAt(
  plan: Partial<LivePlan>,
  phase: "submitted" | "executing",
  more: Partial<PlanSession> = {},
  agent = {},
) {
  const done: string[] = [];
  const note = (what: string) => async () => {
    done.push(what);
    return { ok: true };
  };
  const session = {
    agent: {
      isHere: true,
      startsApproved: true,
      ...agent,
      state: async () => ({ phase, plan_id: "PLAN-0000abcd" }),
      plan: async () => ({ id: "PLAN-0000abcd", proposal: { plan: { title: "T" } }, ...plan }),
      send: async ({ type }: Sent) => note(type)(),
    },
    run: { start: note("start"), catchUp: note("catch up") },
    isHeld: false,
    apply: note("apply"),
    rest: (why: string) => done.push(`rest: ${why}`),
    leave: async (how: string) => note(`leave ${how}`)(),
    say: (words: string) => done.push(`say: ${words.split("\n")[0]}`),
    ...more,
  } as unknown as PlanSession;
  return { session, done };
}

const ANN = { kind: "person", surface: "cli", id: "ann", name: "Ann", person: "ann" } as const;
const APPROVED = { status: "approved", approval: { signatures: [{ by: ANN, at: "2026-01-01T00:00:00Z" }] } };

describe("an answer that was given anywhere", () => {
  it("begins an approved plan", async () => {
    const { session, done } = sessionAt(APPROVED as never, "submitted");
    await applyAnswer(session);
    expect(done).toEqual(["begin", "apply", "start", "apply"]);
  });

  it.each([
    [{}, { startsApproved: false }],
    [{ isHeld: true }, {}],
  ])("begins nothing with %j and the agent %j", async (more, agent) => {
    const { session, done } = sessionAt(APPROVED as never, "submitted", more, agent);
    await applyAnswer(session);
    expect(done).toEqual(["apply"]);
  });

  it("lets a rejected agent rest before it is free", async () => {
    const review = { by: ANN, revision: 1, feedback: "no" };
    const { session, done } = sessionAt({ status: "rejected", review } as never, "submitted");
    await applyAnswer(session);
    expect(done).toEqual([
      "rest: PLAN-0000abcd was rejected.",
      "leave rejected",
      "say: Ann rejected PLAN-0000abcd: no",
      "apply",
    ]);
  });

  it("does nothing in a process that does not have the agent", async () => {
    const { session, done } = sessionAt(APPROVED as never, "submitted");
    (session.agent as { isHere: boolean }).isHere = false;
    await applyAnswer(session);
    expect(done).toEqual(["apply"]);
  });
});
