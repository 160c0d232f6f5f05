import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "../../../src/plan/visible.ts";
import { hanging, listed, prose, spread, wrapped } from "../../../src/surfaces/terminal/lines.ts";
import { text } from "../../plan/arbitrary-plan.ts";
import { PAINT } from "./review/review-bench.ts";

// One cluster to a text segmenter, however long: cutting it off would hide what is signed.
const ENDLESS = `${"क्ष्".repeat(60)}क`;

describe("a wrapped line", () => {
  it("is never wider than it may be, and loses nothing but spaces", () => {
    const words = fc.oneof(text, fc.constant(ENDLESS), fc.constant("は".repeat(99)), fc.lorem({ maxCount: 40 }));
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), fc.integer({ min: 2, max: 120 }), (parts, width) => {
        const line = visible(parts.join(" "));
        const lines = wrapped(line, width);
        expect(lines.filter((part) => visibleWidth(part) > width)).toEqual([]);
        expect(lines.join("").replace(/\s/g, "")).toBe(line.replace(/\s/g, ""));
      }),
    );
  });

  it("goes on under its text, not under its mark", () => {
    expect(hanging("- ", "one two three", 9)).toEqual(["- one two", "  three"]);
  });
});

describe("prose", () => {
  it("stands behind a bar in every line, with its indentation", () => {
    const plain = { ...PAINT, fg: (_: string, words: string) => words };
    expect(prose(plain, "a\n    b c d e f\n\n\tg", 12)).toEqual(["│ a", "│     b c d", "│ e f", "│ ", "│     g"]);
    expect(prose(plain, "if:\n    go", 40)).toEqual(["│ if:", "│     go"]);
  });
});

describe("two texts on a line", () => {
  it("stand at its ends, or not on one line", () => {
    expect(spread("a", "b", 5)).toBe("a   b");
    expect(spread("aa", "bb", 5)).toBeUndefined();
  });
});

describe("a list", () => {
  it("quotes what could be taken for two items or for a label", () => {
    expect(listed(["a", "b, c", "d · check none", " e"])).toBe('a, "b, c", "d · check none", " e"');
  });
});
