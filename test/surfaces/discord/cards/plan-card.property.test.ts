import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANYONE } from "../../../../src/lifecycle/approvers.ts";
import { PLAN_STATUSES } from "../../../../src/lifecycle/plan-state.ts";
import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import { commandsPage } from "../../../../src/surfaces/discord/cards/commands-message.ts";
import { detailsPage } from "../../../../src/surfaces/discord/cards/details-message.ts";
import { planCard } from "../../../../src/surfaces/discord/cards/plan-card.ts";
import { confirmApprovalCard } from "../../../../src/surfaces/discord/cards/reply-card.ts";
import { requestCard } from "../../../../src/surfaces/discord/cards/request-card.ts";
import { minutes, planOf } from "../../../builders.ts";
import { runs } from "../../../runs.ts";
import { breakouts, markdownIn } from "./live-text.ts";
import { livesOf, oddPlan, oddText } from "./odd-plan.ts";
import { problemsOf } from "./problems-of.ts";

const HAN = "漢字 ".repeat(3_300);

/** As heavy as can be: three bytes for nearly every character, and all that can be chosen from menus. */
const HEAVY: Plan = {
  ...planOf(
    ...Array.from({ length: 200 }, (_, n) => ({
      id: `s${n}`,
      title: HAN,
      ...(n > 195 && { decision_id: `d${n - 196}` }),
    })),
  ),
  ...{ title: HAN, summary: HAN, questions: [HAN, HAN] },
  decisions: Array.from({ length: 4 }, (_, n) => ({
    ...{ decision_id: `d${n}`, header: HAN, question: HAN, multi_select: n % 2 === 1 },
    options: Array.from({ length: 25 }, (_, at) => ({ label: `${at} ${HAN}`, description: HAN })),
  })),
};

describe("any plan, in every status", () => {
  it("is a message within all limits, with its details and requests, and none of its words takes effect", {
    timeout: 120_000,
  }, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(oddPlan, oddText, fc.boolean(), (plan, words, hasPicture) => {
        const comparison = compareRevisions(planOf("before"), { ...plan, steps: plan.steps.slice(0, 9) });
        const step = plan.steps[words.length % plan.steps.length]?.id;
        for (const state of livesOf(plan, words)) {
          const requests = Object.values(state.requests);
          seen.add(state.status);
          for (const { kind, closing } of requests) seen.add(`${kind} ${closing?.how ?? "open"}`);
          const card = planCard({
            ...{ plan: state, approvers: { ...ANYONE, quorum: 3, exclude_requester: true }, at: minutes(500) },
            tree: hasPicture
              ? {
                  kind: "changed",
                  files: plan.steps.map(({ title }) => ({ path: title, how: "added" })),
                  isStaged: true,
                }
              : { kind: "unknown", because: words },
            reliesOnChanged: plan.steps.map(({ id, title }) => ({ step: id, files: [title, words] })),
            previous: { revision: 1, comparison },
            ...(hasPicture && {
              picture: new Uint8Array(9),
              page: "https://plans.example/p/project-123456/PLAN-0a1b2c3d",
            }),
          });
          const others = requests.map((request) => requestCard(request, state));
          const commands = [0, 3].map((from) => commandsPage(state, from).card);
          const asked = confirmApprovalCard(state, words, { talks: true });
          for (const message of [card, detailsPage(state, step).card, ...commands, asked, ...others]) {
            expect(problemsOf(message)).toEqual([]);
            expect(markdownIn(message.components).flatMap(breakouts)).toEqual([]);
          }
        }
      }),
      { numRuns: runs(20), endOnFailure: true, examples: [[HEAVY, HAN, true]] },
    );
    for (const status of PLAN_STATUSES) expect(seen).toContain(status);
    for (const kind of ["review open", "amendment open", "budget open", "decision open"]) expect(seen).toContain(kind);
  });
});
