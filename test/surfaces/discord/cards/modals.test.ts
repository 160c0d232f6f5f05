import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOf } from "../../../../src/acts/request-form.ts";
import type { Request, RequestSubject } from "../../../../src/lifecycle/request.ts";
import { digestOf } from "../../../../src/plan/digest.ts";
import { parseCustomId } from "../../../../src/surfaces/discord/cards/custom-id.ts";
import {
  answerModal,
  denyModal,
  refusingAnswer,
  writtenAnswer,
} from "../../../../src/surfaces/discord/cards/modals/answer-modals.ts";
import { notesModal, parseLeftOut, parseStart } from "../../../../src/surfaces/discord/cards/modals/notes-modal.ts";
import {
  changesModal,
  commentModal,
  editModal,
  parseStepComments,
  rejectModal,
  skipModal,
} from "../../../../src/surfaces/discord/cards/modals/review-modals.ts";
import { modalProblems } from "../../../../testing/discord/limits/modal.ts";
import { agent, planOf, T0 } from "../../../builders.ts";
import { runs } from "../../../runs.ts";
import { oddPlan, oddText } from "./odd-plan.ts";

const PLAN = planOf("read", "limit", "3");
const shown = { id: PLAN.id, revision: 2, digest: digestOf(PLAN) };
const asked = (subject: RequestSubject): Request =>
  ({ ...subject, id: "planner/x-1", opened_at: T0, opened_by: agent() }) as Request;
const choice = asked({
  ...{
    kind: "decision",
    decision_id: "d",
    header: "h",
    question: "?",
    multi_select: true,
    options: ["red", "2", "blue"],
  },
});

describe("a form", () => {
  it("is within all limits for any plan and request", () => {
    fc.assert(
      fc.property(oddPlan, oddText, fc.integer({ min: 0, max: 12 }), (plan, words, options) => {
        const question = asked({
          kind: "question",
          question: words,
          options: Array(options)
            .fill(words)
            .map((w, i) => `${w}${i}`),
        });
        const call = asked({ kind: "confirmation", tool: words, summary: words, reason: words });
        const forms = [
          ...[changesModal(shown, plan), commentModal(shown, plan, 0), rejectModal(shown), skipModal(shown, plan, 0)],
          ...[
            editModal(shown, words),
            notesModal(shown, plan, {
              models: [words, "a/b", ...Array.from({ length: 40 }, (_, n) => `m${n}`)],
              isInSession: true,
            }),
          ],
          ...[answerModal(formOf(question)), answerModal(formOf(choice)), denyModal(formOf(call))],
        ];
        for (const form of forms) expect(modalProblems({ ...form })).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("is about the text that was shown", () => {
    expect(parseCustomId(changesModal(shown, PLAN).custom_id)).toEqual({ on: "plan", verb: "changes", ...shown });
    expect(parseCustomId(commentModal(shown, PLAN, 1).custom_id)).toMatchObject({ verb: "comment", about: 1 });
  });

  it("has the plan's text to write in, or asks for a file where a form would not do", () => {
    const component = (text: string) =>
      editModal(shown, text).components.map((part) => ("component" in part ? part.component : part));
    expect(component("# A plan\n")).toMatchObject([{ type: 4, value: "# A plan\n" }]);
    expect(component("x".repeat(4001))).toMatchObject([{ type: 19 }]);
    expect(component("a\u202eb")).toMatchObject([{ type: 19 }]);
  });

  it("offers steps to leave out, by menu or by number", () => {
    const many = planOf(...Array.from({ length: 30 }, (_, n) => `s${n}`));
    const last = (plan: typeof PLAN) => notesModal(shown, plan).components.at(-2);
    expect(last(PLAN)).toMatchObject({ component: { type: 3, max_values: 3 } });
    expect(last(many)).toMatchObject({ component: { type: 4 } });
    expect(parseLeftOut(["2, s7 30"], many)).toEqual({ steps: ["s1", "s7", "s29"], unknown: [] });
    expect(parseLeftOut(["3"], PLAN)).toEqual({ steps: ["3"], unknown: [] });
    expect(parseLeftOut(["0 99 nope"], many)).toEqual({ steps: [], unknown: ["0", "99", "nope"] });
  });
});

describe("when an approved plan begins", () => {
  it("is now unless later is chosen, and with a fresh context only where the session carries it out", () => {
    const starts = (isInSession: boolean) => JSON.stringify(notesModal(shown, PLAN, { isInSession }).components.at(-1));
    expect(starts(true)).toContain("Now, with a fresh context");
    expect(starts(false)).not.toContain("fresh");
    expect(parseStart(undefined)).toEqual({ context: "same", start: "now" });
    expect(parseStart("fresh")).toEqual({ context: "fresh", start: "now" });
    expect(parseStart("later")).toEqual({ context: "same", start: "later" });
    expect(parseStart("soon")).toEqual({ context: "same", start: "later" });
  });
});

describe("a filled-in form", () => {
  const written = (request: Request, text: string, choice?: string) => {
    const given = writtenAnswer(formOf(request), text, choice);
    return given.ok ? given.value : given.refusal.kind;
  };

  it("becomes an answer by name, by number, or in the person's own words", () => {
    expect(written(choice, "blue, 1")).toEqual({ kind: "decision", selections: ["red", "blue"] });
    expect(written(choice, "2")).toEqual({ kind: "decision", selections: ["2"] });
    expect(written(choice, "RED\nred")).toEqual({ kind: "decision", selections: ["red"] });
    expect(written(choice, "green")).toBe("unknown_option");
    const question = asked({ kind: "question", question: "?", options: ["yes", "no"] });
    expect(written(question, " maybe ")).toEqual({ kind: "question", text: "maybe" });
    expect(written(question, "", "1")).toEqual({ kind: "question", text: "no" });
    expect(written(question, "", "7")).toBe("wrong_answer");
    expect(written(question, " ")).toBe("wrong_answer");
  });

  it("refuses with a reason, or without", () => {
    const call = formOf(asked({ kind: "confirmation", tool: "bash", summary: "x", reason: "y" }));
    const value = { kind: "confirmation", allow: false };
    expect(refusingAnswer(call, " use git ")).toEqual({ ok: true, value: { ...value, note: "use git" } });
    expect(refusingAnswer(call, "")).toEqual({ ok: true, value });
    expect(refusingAnswer(formOf(choice), "x")).toMatchObject({ ok: false });
  });
});

describe("remarks on steps", () => {
  it("are found by id and by number, over several lines, and nothing is lost", () => {
    const text =
      "In general fine.\nread: look at tests too\nand docs\n2: smaller\n- `limit`: really\nnote: not a step\n99: neither";
    expect(parseStepComments(text, PLAN)).toEqual({
      comments: { read: "look at tests too\nand docs", limit: "smaller\nreally\nnote: not a step\n99: neither" },
      rest: "In general fine.",
    });
  });

  it("go by the id where an id is a number", () => {
    expect(parseStepComments("3: x\n1) y", PLAN)).toEqual({ comments: { "3": "x", read: "y" }, rest: "" });
    expect(parseStepComments("read:", PLAN)).toEqual({ comments: {}, rest: "" });
  });
});
