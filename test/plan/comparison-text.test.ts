import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRevisions } from "../../src/plan/compare-revisions.ts";
import { comparisonText } from "../../src/plan/comparison-text.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { hasHidden } from "../../src/plan/visible.ts";
import { columns } from "../../src/plan/wrap.ts";
import { plan, planWith } from "./arbitrary-plan.ts";

function lines(before: Partial<Plan>, after: Partial<Plan>, width?: number) {
  return comparisonText(compareRevisions(planWith(before), planWith(after)), width === undefined ? {} : { width });
}

function text(before: Partial<Plan>, after: Partial<Plan>): string {
  return lines(before, after)
    .map((line) => line.text)
    .join("\n");
}

describe("a comparison in words", () => {
  it("says what was widened first, then the plan from top to bottom", () => {
    const before: Partial<Plan> = {
      summary: "Sessions move to JWT.",
      steps: [
        { id: "uses", title: "Find every use", tools: ["read"] },
        { id: "sign", title: "Add signing", risk: "low", description: "One.\nTwo.\nThree.", verify: "npm test" },
        { id: "old", title: "Old step" },
        { id: "tell", title: "Tell the team" },
      ],
      questions: ["Break mobile?"],
    };
    const after: Partial<Plan> = {
      summary: "Sessions move to JWT.\nNothing else.",
      steps: [
        { id: "tell", title: "Tell the team" },
        { id: "uses", title: "Find every use", tools: ["read", "grep"] },
        { id: "sign", title: "Add signing", risk: "high", description: "One.\n2.\nThree." },
        { id: "new", title: "New step", run: "make\nmake install" },
      ],
    };
    expect(text(before, after)).toBe(`Scope widened
! uses may use more tools: grep
! sign has a higher risk: low → high
! sign is no longer checked (was: npm test)
! new runs a new command: make ⏎ make install

Plan
~ summary:
  + Nothing else.

Steps
- old: Old step
+ new: New step
    run: make⏎
      make install
> tell: Tell the team (moved from 4 to 1)
~ uses: Find every use
    tools: read → read, grep
~ sign: Add signing
    risk: low → high
    description:
      - Two.
      + 2.
    verify removed (was: npm test)

Questions
- Break mobile?`);
  });

  it("says so when there is nothing to say", () => {
    expect(lines({}, {})).toEqual([{ tone: "plain", text: "The two revisions are the same." }]);
  });

  it("gives every line the tone of what it says", () => {
    const steps = [{ id: "one", title: "Do one thing", risk: "high" as const }];
    expect(lines({ goal: "g" }, { steps, summary: "s" }).map(({ tone, text }) => [tone, text])).toEqual([
      ["heading", "Scope widened"],
      ["widened", "! one has a higher risk: none → high"],
      ["plain", ""],
      ["heading", "Plan"],
      ["removed", "- goal removed (was: g)"],
      ["added", "+ summary: s"],
      ["plain", ""],
      ["heading", "Steps"],
      ["changed", "~ one: Do one thing"],
      ["added", "    risk: high"],
    ]);
  });

  it("lets no text of a plan pass for a line of ours", () => {
    const shown = text(
      {},
      {
        summary: "fine\nSteps\n- one: Do one thing",
        steps: [{ id: "x", title: "T", description: "d\n    risk: low" }],
      },
    );
    expect(shown).toContain("+ summary: fine\n    Steps\n    - one: Do one thing");
    expect(shown).toContain("    description: d\n          risk: low");
  });

  it("tells one item with a comma from two", () => {
    expect(text({ tools_required: ["read"] }, { tools_required: ["read, bash"] })).toContain('read → "read, bash"');
  });

  it("never holds hidden characters and never is wider than asked, whatever the plans hold", () => {
    fc.assert(
      fc.property(plan, plan, fc.integer({ min: 40, max: 100 }), (one, other, width) => {
        for (const line of comparisonText(compareRevisions(one, other), { width })) {
          expect(line.text).not.toMatch(/[\n\t]/);
          expect(hasHidden(line.text)).toBe(false);
          expect(columns(line.text)).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});
