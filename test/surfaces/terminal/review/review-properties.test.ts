import { TuiMainScreen, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import { definitionOf, digestOf } from "../../../../src/plan/digest.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import { PLAIN } from "../../../../src/surfaces/terminal/paint.ts";
import { headLines } from "../../../../src/surfaces/terminal/review/head-lines.ts";
import { planBlocks } from "../../../../src/surfaces/terminal/review/plan-blocks.ts";
import type { ReviewAnswer } from "../../../../src/surfaces/terminal/review/review-answer.ts";
import { emptyDraft } from "../../../../src/surfaces/terminal/review/review-draft.ts";
import type { ReviewSubject } from "../../../../src/surfaces/terminal/review/review-subject.ts";
import { ReviewView } from "../../../../src/surfaces/terminal/review/review-view.ts";
import { visible, visibleCommand } from "../../../../src/surfaces/terminal/visible-in-terminal.ts";
import { plan, slug, text } from "../../../plan/arbitrary-plan.ts";
import { runs } from "../../../runs.ts";
import { KEYS, PAINT } from "./review-bench.ts";
import { VirtualTerminal } from "./virtual-terminal.ts";

const words = fc.oneof(text, fc.constant("नमस्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्क्ष्ते"), fc.constant("は".repeat(300)));

const subject: fc.Arbitrary<ReviewSubject> = fc
  .record({
    plan,
    before: fc.option(plan, { nil: undefined }),
    revision: fc.integer({ min: 1, max: 9 }),
    said: words,
    step: slug,
    offered: fc.subarray(["approve", "request_changes", "reject"] as const),
    tree: fc.oneof(
      fc.record({ kind: fc.constant("unchanged" as const), at: words }),
      fc.record({ kind: fc.constant("changed" as const), files: fc.array(words, { maxLength: 12 }) }),
      fc.record({ kind: fc.constant("unknown" as const), because: words }),
    ),
    models: fc.array(words, { maxLength: 5 }),
    sandbox: fc.boolean(),
    isEnded: fc.boolean(),
  })
  .map(({ plan, before, said, step, isEnded, ...rest }) => ({
    ...rest,
    ...(isEnded && {
      status: "failed" as const,
      outcomes: new Map(
        plan.steps.map(({ id }) => [
          id,
          { status: "failed" as const, notes: said, error: said, files: [said], deviations: [said] },
        ]),
      ),
    }),
    id: plan.id,
    digest: digestOf(plan),
    plan,
    ...(before && { previous: { revision: 1, comparison: compareRevisions(before, plan) } }),
    feedback: [
      {
        by: said,
        revision: 1,
        verdict: "changes_requested" as const,
        words: said,
        comments: [
          { step, on: said, quote: said, words: said, state: "addressed" as const },
          { on: said, quote: said, words: said, state: "lost" as const },
          { step: plan.steps[0]?.id ?? step, on: said, words: said, state: "open" as const },
        ],
      },
    ],
    reliesOnChanged: [{ step, files: [said] }],
    warnings: [{ severity: "warning" as const, kind: "x", message: said }],
    whyNot: said,
  }));

type Act = { key: string } | { replace: ReviewSubject } | { closeWith: string } | { width: number; rows: number };

const width = fc.integer({ min: 20, max: 200 });
const rows = fc.integer({ min: 1, max: 60 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...Object.values(KEYS), ..."13nflmcd? ajkgGx2").map((key) => ({ key })) },
  { weight: 2, arbitrary: words.map((key) => ({ key: `\x1b[200~${key}\x1b[201~` })) },
  { weight: 2, arbitrary: words.map((key) => ({ key })) },
  { weight: 1, arbitrary: subject.map((replace) => ({ replace })) },
  { weight: 1, arbitrary: words.map((closeWith) => ({ closeWith })) },
  { weight: 2, arbitrary: fc.record({ width, rows }) },
);

describe("whatever the plan, the terminal and the keys", () => {
  it("no line is wider than the screen, no row too many, and what is answered is the text that was on it", () => {
    fc.assert(
      fc.property(subject, width, rows, fc.array(act, { maxLength: 30 }), (first, columns, height, acts) => {
        let size = { width: columns, rows: height };
        let current = first;
        const answers: ReviewAnswer[] = [];
        const view = new ReviewView(first, {
          tui: new TuiMainScreen(new VirtualTerminal(80, 24)),
          theme: PAINT,
          rows: () => size.rows,
          done: (answer) => answers.push(answer),
          pause: 0,
        });
        view.focused = true;
        const look = () => {
          const lines = view.render(size.width);
          expect(lines.length).toBeLessThanOrEqual(size.rows);
          expect(lines.filter((line) => visibleWidth(line) > size.width)).toEqual([]);
          expect(lines.filter((line) => /[\n\r\t\u202e\u0000]/.test(line))).toEqual([]);
        };
        look();
        for (const one of acts) {
          if ("key" in one) view.handleInput(one.key);
          else if ("replace" in one) {
            if (answers.length === 0) current = one.replace;
            view.replaceSubject(one.replace);
          } else if ("closeWith" in one) view.closeWith({ by: one.closeWith, how: one.closeWith });
          else size = one;
          look();
        }
        expect(answers.length).toBeLessThanOrEqual(1);
        for (const answer of answers) {
          expect([answer.digest, answer.revision]).toEqual([current.digest, current.revision]);
          const kind = answer.kind;
          if (kind === "approve" || kind === "request_changes" || kind === "reject") {
            expect(current.offered).toContain(kind);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("every text that is signed stands on the page when all steps are unfolded", () => {
    fc.assert(
      fc.property(subject, (subject) => {
        const unfolded = new Set(subject.plan.steps.map((step) => step.id));
        const blocks = planBlocks(PLAIN, { subject, draft: emptyDraft(), unfolded }, WIDE);
        const head = headLines(PLAIN, subject, WIDE);
        const page = [...head, ...blocks.flatMap(({ lead, lines }) => [...lead, ...lines])].join("\n");
        expect(signedTexts(subject.plan).filter((text) => !isOn(page, text))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});

/** So wide that nothing is wrapped. */
const WIDE = 100_000;

/** Texts and numbers of what is signed; risks and dependencies are shown in other words. */
function signedTexts(plan: Plan): string[] {
  const { context, ...rest } = definitionOf(plan);
  const outputs = Object.entries(context?.tool_outputs ?? {});
  return [
    ...textsIn(rest),
    ...textsIn([context?.notes, context?.artifacts]),
    ...outputs.flatMap(([name, { tool, operation, data }]) => [name, ...textsIn([tool, operation]), inJson(data)]),
  ];
}

function inJson(data: unknown): string {
  return JSON.stringify(data, null, 2);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [value.toLocaleString("en"), String(value)].slice(0, 1);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    ["risk", "depends_on", "estimate", "deadline_minutes"].includes(key) ? [] : textsIn(item),
  );
}

function isOn(page: string, text: string): boolean {
  const whole = [visible(text), visible(JSON.stringify(text))];
  if (whole.some((form) => page.includes(form.trim()))) return true;
  const command = visibleCommand(text).split("\n");
  if (command.every((line) => page.includes(line))) return true;
  return text
    .split("\n")
    .every((line) => [line, line.replaceAll("\t", "    ")].some((form) => page.includes(visible(form).trim())));
}
