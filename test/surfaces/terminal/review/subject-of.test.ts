import { describe, expect, it } from "vitest";
import type { PastText } from "../../../../src/desk/revisions.ts";
import { ANYONE } from "../../../../src/lifecycle/approvers.ts";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import { digestOf } from "../../../../src/plan/digest.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import { type ReviewFacts, subjectOf } from "../../../../src/surfaces/terminal/review/subject-of.ts";
import { ANN, agent, approve, as, edit, given, person, planOf, propose, T0 } from "../../../builders.ts";

const FACTS: ReviewFacts = {
  tree: { kind: "unchanged" },
  reliesOnChanged: [],
  warnings: [],
  offered: ["approve"],
  models: [],
  sandbox: true,
};

const before = planOf("one", "two", "three");
const after = planOf("one", { id: "two", verify: "npm test" });

function past(revision: number, plan: Plan): PastText {
  return { revision, version: revision, digest: digestOf(plan), plan, text: "", at: T0, by: agent() };
}

function revised(): LivePlan {
  const comments = { one: "why?", two: "needs a check", three: "not needed" };
  const review = as(person("ana", { surface: "discord" }), {
    type: "request_changes",
    revision: 1,
    feedback: "smaller",
    comments,
    quotes: [{ field: "title", quote: before.title, text: "of what?" }],
  });
  return given(as(agent(), propose(before)), review, as(agent(), propose(after)));
}

describe("the subject of a review", () => {
  it("compares with the revision before", () => {
    const subject = subjectOf(revised(), [past(1, before), past(2, after)], FACTS);
    expect(subject).toMatchObject({ id: after.id, revision: 2, digest: digestOf(after), previous: { revision: 1 } });
    expect(subject.previous?.comparison.steps.removed.map(({ item }) => item.id)).toEqual(["three"]);
  });

  it("tells of each comment whether its place is as it was, changed, or gone", () => {
    const { feedback } = subjectOf(revised(), [past(1, before), past(2, after)], FACTS);
    expect(feedback).toEqual([
      {
        by: "ana (discord)",
        revision: 1,
        verdict: "changes_requested",
        words: "smaller",
        comments: [
          { step: "one", on: "step one", words: "why?", state: "open" },
          { step: "two", on: "step two", words: "needs a check", state: "addressed" },
          { on: "step three", words: "not needed", state: "lost" },
          { on: "title", quote: before.title, words: "of what?", state: "open" },
        ],
      },
    ]);
  });

  it("has nothing to compare a first text with", () => {
    const subject = subjectOf(given(as(agent(), propose(before))), [past(1, before)], FACTS);
    expect(subject).not.toHaveProperty("previous");
    expect(subject).not.toHaveProperty("signed");
  });

  it("compares an edited first text with the one before the edit", () => {
    const state = given(as(agent(), propose(before)), as(ANN, edit(after)));
    const subject = subjectOf(state, [past(1, before), past(1, after)], FACTS);
    expect(subject.previous).toMatchObject({ revision: 1, comparison: { same: false } });
  });

  it("knows who has signed already, and what they chose", () => {
    const terms = { approvers: { ...ANYONE, quorum: 2 } };
    const choices = { left_out: ["three"] };
    const state = given(as(agent(), propose(before)), as(ANN, approve(before, { choices }), terms));
    expect(subjectOf(state, [past(1, before)], FACTS).signed).toEqual({ by: ["ann"], choices });
  });
});
