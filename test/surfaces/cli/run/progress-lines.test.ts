import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STEP_STATUSES } from "../../../../src/lifecycle/step-state.ts";
import { columns } from "../../../../src/plan/wrap.ts";
import { progressLines } from "../../../../src/surfaces/cli/run/progress-lines.ts";
import { RunProgress } from "../../../../src/surfaces/cli/run/run-progress.ts";
import { styleFor } from "../../../../src/surfaces/cli/style.ts";
import { decision, runningPlan } from "./running-plan.ts";

const plain = styleFor(false, {});
const options = { style: plain, width: 79, height: 23, now: 5_000, canAnswer: true };

/** Words of all kinds: wide, hidden, long. */
const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "日本語のとても長いタイトルで幅を試す",
    "\u001b[2J\u202ereversed",
    "a\nb\tc",
    "👩‍👩‍👧‍👦 family",
    "x".repeat(200),
  ),
);

describe("the progress of a run", () => {
  it("never has a line that is too wide, nor too many lines, and nothing that a terminal would obey", () => {
    const step = fc.record({ title: words, status: fc.constantFrom(...STEP_STATUSES), printed: words, doing: words });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.array(words, { maxLength: 3 }),
        fc.integer({ min: 20, max: 100 }),
        fc.integer({ min: 4, max: 40 }),
        fc.boolean(),
        (steps, questions, width, height, canAnswer) => {
          const plan = runningPlan({
            title: steps[0]?.title ?? "",
            steps: steps.map(({ title, status }, at) => ({ id: `step-${at}`, title, state: { status } })),
            requests: questions.map((question, at) =>
              decision({
                id: `PLAN-0000abcd/decision-${at}`,
                question,
                options: [question, "other"],
                multi_select: at === 0,
              }),
            ),
          });
          const picture = new RunProgress(plan, 0);
          for (const [at, { printed, doing }] of steps.entries()) {
            const to = { step_id: `step-${at}`, attempt: 1, subagent_id: "s" };
            picture.apply({ type: "progress", ...to, progress: { type: "activity", text: doing } }, 0);
            picture.apply({ type: "progress", ...to, progress: { type: "output", text: `${printed}\n${printed}` } }, 0);
          }
          for (const style of [plain, styleFor(true, { TERM: "xterm" })]) {
            const lines = progressLines(picture, { style, width, height, now: 100_000, canAnswer });
            expect(lines.length).toBeLessThanOrEqual(height);
            for (const line of lines.map(stripVTControlCharacters)) {
              expect(columns(line)).toBeLessThanOrEqual(width);
              expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
            }
          }
        },
      ),
    );
  });

  it("shows what runs with what it does and printed last, then what comes next; what is done has scrolled away", () => {
    const plan = runningPlan({
      title: "Move the invoices",
      steps: [
        { id: "copy", title: "Copy them", state: { status: "completed", attempts: 1 } },
        { id: "check", title: "Check the copy", state: { status: "in_progress", attempts: 1 } },
        { id: "delete", title: "Delete the old ones" },
      ],
    });
    const picture = new RunProgress(plan, 0);
    const to = { step_id: "check", attempt: 1, subagent_id: "s" };
    picture.apply({ type: "progress", ...to, progress: { type: "activity", text: "$ npm test" } }, 1_000);
    picture.apply(
      { type: "progress", ...to, progress: { type: "output", text: "10 %\r20 %\r\u001b[32m30 %\u202e" } },
      1_000,
    );
    picture.apply({ type: "progress", ...to, progress: { type: "output", text: " done\nnext" } }, 1_000);
    expect(progressLines(picture, { ...options, width: 60 })).toEqual([
      "PLAN-0000abcd  Move the invoices",
      "[█████░░░░░░░░░░] 1/3  0:05",
      " ◐ check   Check the copy                               0:04",
      "     $ npm test",
      "     │ 30 %‹U+202E› done",
      "     │ next",
      " ○ delete  Delete the old ones",
      "Ctrl+C stops and pauses the plan",
    ]);
  });

  it("asks with keys, and names the command that answers elsewhere", () => {
    const plan = runningPlan({
      steps: [{ id: "a", title: "A", state: { status: "needs_decision" } }],
      requests: [decision()],
    });
    const lines = progressLines(new RunProgress(plan, 0), options);
    expect(lines).toContain("? when: When?");
    expect(lines).toContain("   1 now");
    expect(lines.join("\n")).toContain("countersign decide PLAN-0000abcd when now|later");
    const unasked = progressLines(new RunProgress(plan, 0), { ...options, canAnswer: false });
    expect(unasked.join("\n")).not.toContain("   1 now");
    expect(unasked.join("\n")).toContain("countersign decide PLAN-0000abcd when now|later");
  });

  it("marks what was chosen of several", () => {
    const plan = runningPlan({ steps: [{ id: "a", title: "A" }], requests: [decision({ multi_select: true })] });
    const lines = progressLines(new RunProgress(plan, 0), { ...options, chosen: ["later"] });
    expect(lines).toContain("   1 [ ] now");
    expect(lines).toContain("   2 [x] later");
  });
});
