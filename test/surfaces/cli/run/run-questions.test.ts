import { describe, expect, it } from "vitest";
import type { Desk } from "../../../../src/desk/desk.ts";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import { runQuestions } from "../../../../src/surfaces/cli/run/run-questions.ts";
import { amend, approve, given, hitBudget, later, planOf, propose, START, start } from "../../../builders.ts";

const PLAN = planOf({ id: "a", tools: ["edit"], files: ["src/**"] }, "b");
const busy = later(given(propose(PLAN), approve(PLAN)), START, start("a"));

/** Whatever reaches it was let through. */
const desk = new Proxy({} as Desk, {
  get: () => {
    throw new Error("The desk was asked.");
  },
});

describe("a question of a run", () => {
  it.each<[string, LivePlan]>([
    ["more scope", later(busy, amend("a"))],
    ["a budget", later(busy, hitBudget)],
    ["an interrupted step", later(busy, { type: "end_step", step_id: "a", outcome: "interrupted" })],
    [
      "an interrupted step that is asked about",
      later(busy, { type: "end_step", step_id: "a", outcome: "interrupted", ask: true }),
    ],
    ["a pause", later(busy, { type: "pause" })],
  ])("about %s takes nothing that is none of its choices", async (_, plan) => {
    const [question] = runQuestions(plan);
    for (const chosen of [[], [{ word: "whatever", label: "Whatever" }]]) {
      expect(await question?.give(chosen, desk, undefined as never)).toMatchObject({
        refusal: { kind: "wrong_answer" },
      });
    }
  });
});
