import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOf } from "../../src/acts/request-form.ts";
import type { InboxEntry } from "../../src/desk/requests.ts";
import { ANYONE } from "../../src/lifecycle/approvers.ts";
import { compareRevisions } from "../../src/plan/compare-revisions.ts";
import { comparisonText } from "../../src/plan/comparison-text.ts";
import { digestOf } from "../../src/plan/digest.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { wholeCall } from "../../src/policy/call-words.ts";
import { failureReport } from "../../src/run/failure-report.ts";
import { failureReportText } from "../../src/run/failure-report-text.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { inboxText } from "../../src/surfaces/cli/text/inbox-text.ts";
import { planText } from "../../src/surfaces/cli/text/plan-text.ts";
import { detailsPage } from "../../src/surfaces/discord/cards/details-message.ts";
import { diffMessage } from "../../src/surfaces/discord/cards/diff-message.ts";
import { planCard } from "../../src/surfaces/discord/cards/plan-card.ts";
import { requestCard } from "../../src/surfaces/discord/cards/request-card.ts";
import { cardContent } from "../../src/surfaces/terminal/cards/card-content.ts";
import { cardLines } from "../../src/surfaces/terminal/cards/card-lines.ts";
import { passageLines } from "../../src/surfaces/terminal/dialogs/dialog-lines.ts";
import { requestDialog } from "../../src/surfaces/terminal/dialogs/request-dialog.ts";
import { PLAIN } from "../../src/surfaces/terminal/paint.ts";
import { comparisonBlocks } from "../../src/surfaces/terminal/review/comparison-blocks.ts";
import { planBlocks } from "../../src/surfaces/terminal/review/plan-blocks.ts";
import { emptyDraft } from "../../src/surfaces/terminal/review/review-draft.ts";
import type { ReviewSubject } from "../../src/surfaces/terminal/review/review-subject.ts";
import { approve, end, given, planOf, propose, START, start, T0 } from "../builders.ts";
import { twoCommands, WIDTHS } from "../plan/two-commands.ts";
import { runs } from "../runs.ts";
import { markdownIn } from "./discord/cards/live-text.ts";
import { asked } from "./terminal/dialogs/stage.ts";

type Field = "run" | "verify" | "undo";
const FIELDS: readonly Field[] = ["run", "verify", "undo"];
const style = styleFor(false, {});

const withCommand = (field: Field, command: string) => planOf({ id: "one", [field]: command });

/** Everything on a surface that shows a command of a plan. */
const SIGNED: Record<string, (plan: Plan, width: number) => string> = {
  "show and approve": (plan, width) => planText(plan, { style, width }),
  "compare, with a step that is new": (plan, width) => compared(planOf("other"), plan, width),
  "compare, with a command that is new": (plan, width) => compared(planOf("one"), plan, width),
  "compare, with a command that is gone": (plan, width) => compared(plan, planOf("one"), width),
  "compare, with another command": (plan, width) => compared(OTHER, plan, width),
  "the review": (plan, width) => reviewed(plan, width),
  "the review's comparison": (plan, width) =>
    comparisonBlocks(PLAIN, subjectOf(plan), width)
      .flatMap(({ lead, lines }) => [...lead, ...lines])
      .join("\n"),
  "the details in Discord": (plan) => markdownIn(detailsPage(given(propose(plan))).card.components).join("\n"),
  "the comparison in Discord": (plan) =>
    markdownIn(diffMessage({ id: plan.id, before: 1, after: 2 }, compareRevisions(OTHER, plan)).components).join("\n"),
};

/** Everything that shows a call which a person may allow. */
const ALLOWED: Record<string, (command: string, width: number) => string> = {
  "the inbox": (command, width) =>
    inboxText({ requests: [requestOf(command)], total: 1 }, { style, width, now: new Date(T0) }),
  "the dialog": (command, width) => dialogText(command, width),
  "the transcript": (command, width) =>
    cardLines(
      cardContent({ card: "confirmation", tool: "bash", summary: wholeCall({ command }), reason: "why" }),
      width,
      { paint: PLAIN, expanded: true },
    ).join("\n"),
  "the card in Discord": (command) => markdownIn(requestCard(requestOf(command)).components).join("\n"),
};

/** Everything that shows a command which ran. */
const RAN: Record<string, (command: string, width: number) => string> = {
  "the report of a failure": (command, width) => {
    const plan = withCommand("run", command);
    const ran = [approve(plan), START, start("one"), end("one", "failed", "exit 1")];
    const report = failureReport(given(propose(plan), ...ran, { type: "fail", reason: "x" }));
    return report === undefined ? "" : failureReportText(report, { width });
  },
  "the card of a run": (command, width) =>
    cardLines(
      cardContent({
        ...{ card: "summary", plan_id: "PLAN-0000abcd", title: "T", how: "completed", seconds: 1 },
        steps: { completed: 1, failed: 0, skipped: 0, left: 0 },
        verified: [{ step: "one", command, passed: true }],
      }),
      width,
      { paint: PLAIN, expanded: true },
    ).join("\n"),
};

const OTHER = planOf({ id: "one", run: "make a → b", verify: "make a → b", undo: "make a → b" });

function compared(before: Plan, after: Plan, width: number): string {
  return comparisonText(compareRevisions(before, after), { width })
    .map(({ text }) => text)
    .join("\n");
}

function subjectOf(plan: Plan): ReviewSubject {
  return {
    ...{ id: plan.id, revision: 2, digest: digestOf(plan), plan, models: [], sandbox: true, offered: ["approve"] },
    previous: { revision: 1, comparison: compareRevisions(OTHER, plan) },
    ...{ feedback: [], reliesOnChanged: [], warnings: [], tree: { kind: "unchanged", at: "x" } },
  } as ReviewSubject;
}

/** Without its digest, which differs anyway. */
function reviewed(plan: Plan, width: number): string {
  const subject = { ...subjectOf(plan), digest: "" } as unknown as ReviewSubject;
  return planBlocks(PLAIN, { subject, draft: emptyDraft(), unfolded: new Set(["one"]) }, width)
    .flatMap(({ lead, lines }) => [...lead, ...lines])
    .join("\n");
}

function dialogText(command: string, width: number): string {
  const dialog = requestDialog(formOf(requestOf(command)));
  return dialog ? passageLines(PLAIN, dialog, width).join("\n") : "";
}

function requestOf(command: string) {
  const request = asked({ kind: "confirmation", tool: "bash", summary: wholeCall({ command }), reason: "why" });
  return { ...request, journal: "PLAN-0000abcd" } as InboxEntry & { kind: "confirmation" };
}

describe("two different commands never look the same", () => {
  it.each(Object.entries(SIGNED))("in %s", (_, shown) => {
    const field = fc.constantFrom(...FIELDS);
    fc.assert(
      fc.property(twoCommands(40), WIDTHS, field, ([one, other], width, of) => {
        expect(shown(withCommand(of, one), width)).not.toBe(shown(withCommand(of, other), width));
      }),
      { numRuns: runs(1000) },
    );
  });

  it.each(Object.entries({ ...ALLOWED, ...RAN }))("in %s", (_, shown) => {
    fc.assert(
      fc.property(twoCommands(40), WIDTHS, ([one, other], width) => {
        expect(shown(one, width)).not.toBe(shown(other, width));
      }),
      { numRuns: runs(1000) },
    );
  });

  it("on the card in Discord", () => {
    fc.assert(
      fc.property(twoCommands(12), ([one, other]) => {
        const [line, another] = [one, other].map((command) => {
          const plan = given(propose(withCommand("run", command)));
          const card = planCard({ plan, approvers: ANYONE, at: T0 });
          return /↳ runs .*/.exec(markdownIn(card.components).join("\n"))?.[0];
        });
        expect(line).toBeDefined();
        expect(line).not.toBe(another);
      }),
      { numRuns: runs(1000) },
    );
  });
});
