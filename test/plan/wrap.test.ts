import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, graphemes, wrap } from "../../src/plan/wrap.ts";
import { codePoint } from "../code-point.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const segmented = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);

describe("the width of a text", () => {
  it("takes the characters of a text apart as Unicode does, with and without the segmenter", () => {
    const near = fc.constantFrom(..."ae\u0301\u200d\ufe0f\u20e3 \t\n\r…→✓─é\u00ad\ue000文👩💻🇩🇪1");
    const text = fc.array(fc.oneof(near, fc.string({ unit: codePoint, maxLength: 2 })), { maxLength: 8 });
    fc.assert(
      fc.property(text, (parts) => {
        expect(graphemes(parts.join(""))).toEqual(segmented(parts.join("")));
      }),
    );
  });

  it("takes no character for plain that Unicode joins to its neighbour, or that is wide", () => {
    const wide = /\p{Emoji_Presentation}|\p{Ideographic}/u;
    for (let code = 0; code < 0xd800; code++) {
      const character = String.fromCodePoint(code);
      const pair = `a${character}`;
      if (graphemes(pair).length !== segmented(pair).length) expect(graphemes(pair)).toEqual(segmented(pair));
      if (wide.test(character)) expect(columns(character)).toBe(2);
    }
  });

  it("counts two columns for East Asian characters and emoji, and none for accents", () => {
    expect(["plain", "é", "e\u0301", "文字", "👩‍💻", "→ ✓"].map(columns)).toEqual([5, 1, 1, 4, 2, 3]);
  });
});

describe("a line that is wrapped", () => {
  it("breaks between words, and inside those that are too wide", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrap("文字文字", 5)).toEqual(["文字", "文字"]);
    expect(wrap("", 5)).toEqual([""]);
  });
});
