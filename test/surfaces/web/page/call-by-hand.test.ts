import { describe, expect, it } from "vitest";
import { adviceLines, type NextAction } from "../../../../src/lifecycle/next-action.ts";
import { callByHand } from "../../../../src/surfaces/web/page/plan/call-by-hand.ts";

const ACTIONS: NextAction[] = [
  { move: "adopt", journals: ["PLAN-0000000a"], what: "put the journal aside" },
  { move: "adopt", about: "/old/place", what: "keep the approvals" },
  { move: "import", what: "bring the key" },
  { move: "doctor", what: "look closer" },
  { move: "approve", plan: "PLAN-0000000a", what: "approve it" },
];

describe("a plan that a page can do nothing with", () => {
  it("names whole commands for a terminal, and no act that a page would have a button for", () => {
    expect(adviceLines(ACTIONS, callByHand)).toEqual([
      "To put the journal aside: countersign key adopt PLAN-0000000a, in a terminal",
      "To keep the approvals: countersign key adopt --from /old/place, in a terminal",
      "To bring the key: countersign key import <file>, in a terminal",
      "To look closer: countersign doctor, in a terminal",
    ]);
  });
});
