import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decide } from "../../src/lifecycle/decide.ts";
import { offers } from "../../src/lifecycle/offers.ts";
import type { PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import { runs } from "../runs.ts";
import { ACTORS, spell, walk } from "./walk.ts";

const OFFERED: PlanCommandType[] = [
  ...["approve", "request_changes", "reject", "reopen", "start", "decide", "settle_divergence", "pause", "resume"],
  ...["queue", "unqueue", "roll_back"],
  ...["retry", "skip_step", "retry_step", "fail_step", "fail", "withdraw", "cancel", "archive", "restore"],
  ...["choose_model"],
] as PlanCommandType[];
const FALSE_HOPES = [
  ...["wrong_state", "person_needed", "not_an_approver", "requester_excluded", "already_signed"],
  ...["budget_open", "diverged", "model_open"],
];

describe("whatever has happened to a plan", () => {
  it("what is offered is not then denied for what the plan or the viewer is, and what is not offered is refused", () => {
    fc.assert(
      fc.property(walk, fc.constantFrom(...ACTORS), fc.nat(99), (steps, by, chance) => {
        for (const { after: state, terms } of steps) {
          const offered = offers(state, by, terms.approvers);
          for (const type of OFFERED) {
            const decided = decide(state, spell(type, state, { wrong: 1, a: chance, b: 1 }), { ...terms, by });
            const answer = decided.ok ? "yes" : decided.refusal.kind;
            const isWrong = offered.includes(type) ? FALSE_HOPES.includes(answer) : by.kind === "person" && decided.ok;
            if (isWrong)
              throw new Error(`${by.name} is ${offered.includes(type) ? "" : "not "}offered to ${type}: ${answer}`);
          }
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it("every offer is one that surfaces know", () => {
    fc.assert(
      fc.property(walk, (steps) => {
        for (const { after, terms } of steps) {
          for (const type of offers(after, terms.by, terms.approvers)) expect(OFFERED).toContain(type);
        }
      }),
    );
  });
});
