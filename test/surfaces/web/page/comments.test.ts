import { describe, expect, it } from "vitest";
import { findQuote } from "../../../../src/plan/find-quote.ts";
import { visibleCommand } from "../../../../src/plan/visible-command.ts";
import { occurrenceOf, unmarked } from "../../../../src/surfaces/web/page/plan/comments/anchor.ts";
import { draftPlace, placeName, sentComments } from "../../../../src/surfaces/web/page/plan/comments/draft-place.ts";
import {
  type DraftComment,
  draftFor,
  EMPTY,
  isEmpty,
  toggled,
  withComment,
} from "../../../../src/surfaces/web/page/plan/draft.ts";
import { BEFORE, PLAN } from "./review-fixture.ts";

const on = (anchor: Partial<DraftComment>): DraftComment => ({ id: "1", text: "Why?", revision: 3, ...anchor });

describe("selected text", () => {
  it("becomes the text behind its marks", () => {
    for (const { run } of PLAN.steps) if (run) expect(unmarked(visibleCommand(run))).toBe(run);
    expect(unmarked("a‹U+202E›b")).toBe("a\u202Eb");
    expect(unmarked("‹U+110000›")).toBe("‹U+110000›");
  });

  it("is found in the plan that it was selected in", () => {
    const { run = "", id } = PLAN.steps[6] ?? PLAN.steps[0] ?? { id: "" };
    const shown = visibleCommand(run).split("\n").slice(3, 5).join("\n");
    expect(findQuote(PLAN, { step_id: id, field: "run", quote: unmarked(shown).trim() })).toBeDefined();
  });

  it("is counted if the field has it more than once", () => {
    expect(occurrenceOf("npm test", "set -e\n")).toBeUndefined();
    expect(occurrenceOf("npm test", "npm test -- a\nnpm  test -- b\n")).toBe(3);
    expect(occurrenceOf("aa", "aaa")).toBe(3);
    expect(occurrenceOf(" ", "a b c")).toBeUndefined();
  });
});

describe("comments that are not sent yet", () => {
  it("change in their place, and are gone without words", () => {
    const first = withComment(withComment(EMPTY, on({ id: "1" })), on({ id: "2" }));
    expect(withComment(first, on({ id: "1", text: "Really?" })).comments.map(({ text }) => text)).toEqual([
      "Really?",
      "Why?",
    ]);
    expect(withComment(first, on({ id: "1", text: " " })).comments.map(({ id }) => id)).toEqual(["2"]);
    expect(isEmpty(withComment(withComment(EMPTY, on({})), on({ text: "" })))).toBe(true);
    expect(isEmpty(toggled(EMPTY, "rotate"))).toBe(false);
    expect(isEmpty(toggled(toggled(EMPTY, "rotate"), "rotate"))).toBe(true);
  });

  it("lose no words with a new revision, only choices about what it does not have", () => {
    const draft = {
      ...EMPTY,
      leftOut: ["rotate", "handbook"],
      comments: [on({ step_id: "rotate" })],
      decisions: { algorithm: ["eddsa"], lifetime: ["a year"], gone: ["x"] },
    };
    const after = draftFor(BEFORE, draft);
    expect(after).toEqual({ ...draft, leftOut: ["handbook"], decisions: { algorithm: ["eddsa"] } });
    expect(draftFor(BEFORE, after)).toBe(after);
  });

  it("say whether their place is still in the text", () => {
    const quote = { step_id: "add-table", field: "run", quote: "npm run migrate -- --to" };
    expect(draftPlace(PLAN, quote, findQuote)).toEqual({ state: "here" });
    expect(draftPlace(BEFORE, quote, findQuote)).toEqual({ state: "gone", words: "its text was changed" });
    expect(draftPlace(BEFORE, { step_id: "rotate" }, findQuote)).toEqual({
      state: "gone",
      words: "its step was removed",
    });
    expect(draftPlace(PLAN, { decision_id: "gone", field: "question", quote: "x" }, findQuote).state).toBe("gone");
  });

  it("are sent at their places, and with the words if those are gone", () => {
    const draft = {
      ...EMPTY,
      feedback: "Not yet.",
      comments: [
        on({ id: "1", step_id: "rotate", text: "One" }),
        on({ id: "2", step_id: "rotate", text: "Two" }),
        on({ id: "3", step_id: "drop-table", text: "Keep it.", revision: 2 }),
        on({ id: "4", field: "summary", quote: "15 minutes", text: "Longer?" }),
        on({ id: "5", decision_id: "algorithm", field: "question", quote: "gateway", occurrence: 1, text: "Which?" }),
      ],
    };
    expect(sentComments(PLAN, draft, findQuote)).toEqual({
      feedback: "Not yet.\n\nOn the removed step drop-table of revision 2: Keep it.",
      comments: { rotate: "One\n\nTwo" },
      quotes: [
        { field: "summary", quote: "15 minutes", text: "Longer?" },
        { decision_id: "algorithm", field: "question", quote: "gateway", occurrence: 1, text: "Which?" },
      ],
    });
  });

  it("name their place", () => {
    expect(placeName(PLAN, { step_id: "add-table", field: "run" })).toBe("step 4, run");
    expect(placeName(PLAN, { decision_id: "algorithm" })).toBe("the decision Signing algorithm");
    expect(placeName(PLAN, { field: "summary" })).toBe("the summary");
  });
});
