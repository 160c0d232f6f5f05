import { describe, expect, it } from "vitest";
import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import { lineBlocks } from "../../../../src/surfaces/web/page/plan/compare/line-rows.ts";
import { countsOf, rowsOf } from "../../../../src/surfaces/web/page/plan/compare/rows-of.ts";
import { wordPieces } from "../../../../src/surfaces/web/page/plan/compare/word-diff.ts";
import { lanesOf } from "../../../../src/surfaces/web/page/plan/document/lanes.ts";
import { BEFORE, PLAN } from "./review-fixture.ts";

describe("the rows of a comparison", () => {
  const comparison = compareRevisions(BEFORE, PLAN);
  const rows = rowsOf(BEFORE, PLAN, comparison);

  it("go from top to bottom, and fold what is the same", () => {
    expect(
      rows.map((row) => (row.kind === "same" ? row.words : `${row.kind} ${row.after?.title ?? row.before?.title}`)),
    ).toEqual([
      "changed Summary",
      "added Goal",
      "Steps 1, 2 and 3 are the same",
      "changed Add the table of refresh tokens",
      "changed Accept cookie and token",
      "added Rotate refresh tokens on use",
      "changed Run the whole suite",
      "removed Drop the old session table",
      "Steps 8 and 9 are the same",
    ]);
  });

  it("have all fields that differ, with what is hidden spelled out", () => {
    const row = rows.find(({ key }) => key === "step add-table");
    if (row?.kind !== "changed") throw new Error("no such row");
    expect(row.fields).toContainEqual({
      label: "runs",
      before: "npm run migrate",
      after: "npm run migrate -- --to 0042_refresh_tokens⏎\nnpm run migrate -- --status",
      isCommand: true,
    });
    expect(row.widened.map(({ kind }) => kind)).toEqual(["higher_risk", "run_changed"]);
    expect(row.before?.risk).toBe("medium");
  });

  it("are counted", () => {
    expect(countsOf(PLAN, comparison)).toEqual({ added: 1, removed: 1, changed: 3, same: 5 });
  });
});

describe("words that differ", () => {
  it("are marked on both sides, in whole phrases", () => {
    const { before, after } = wordPieces(
      "tokens that live an hour, signed",
      "tokens that live 15 long minutes, signed",
    );
    expect(before.filter(({ isOwn }) => isOwn).map(({ text }) => text)).toEqual(["an hour"]);
    expect(after.filter(({ isOwn }) => isOwn).map(({ text }) => text)).toEqual(["15 long minutes"]);
    expect(after.map(({ text }) => text).join("")).toBe("tokens that live 15 long minutes, signed");
  });

  it("of texts without much in common are the whole texts", () => {
    expect(wordPieces("one two three", "quite another thing").after).toEqual([
      { text: "quite another thing", isOwn: true },
    ]);
  });
});

describe("lines of two texts", () => {
  it("stand beside each other, and fold far from every change", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
    const after = lines.with(14, "other").toSpliced(20, 1);
    const blocks = lineBlocks(`${lines.join("\n")}\n`, `${after.join("\n")}\n`);
    expect(blocks.map(({ kind, rows }) => [kind, rows.length])).toEqual([
      ["folded", 11],
      ["rows", 13],
      ["folded", 6],
    ]);
    const changed = blocks[1]?.rows.filter(({ kind }) => kind !== "same");
    expect(changed).toEqual([
      { kind: "changed", before: { number: 15, text: "line 15" }, after: { number: 15, text: "other" } },
      { kind: "removed", before: { number: 21, text: "line 21" } },
    ]);
  });
});

describe("lanes beside a list", () => {
  it("lead each line from a step to those that wait for it", () => {
    const steps = [
      { id: "a", title: "A" },
      { id: "b", title: "B", depends_on: ["a"] },
      { id: "c", title: "C", depends_on: ["a"] },
      { id: "d", title: "D", depends_on: ["b", "c"] },
    ];
    expect(lanesOf(steps)).toEqual({
      rows: [
        { lane: 0, into: [], past: [], goes: true },
        { lane: 1, into: [0], past: [0], goes: true },
        { lane: 0, into: [0], past: [1], goes: true },
        { lane: 0, into: [0, 1], past: [], goes: false },
      ],
      count: 2,
    });
  });

  it("are free again once a line has ended", () => {
    const steps = [1, 2, 3, 4, 5].map((n) => ({ id: `s${n}`, title: "", ...(n > 1 && { depends_on: [`s${n - 1}`] }) }));
    expect(lanesOf(steps).count).toBe(1);
  });
});
