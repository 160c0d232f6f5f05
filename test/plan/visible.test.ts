import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasHidden, visible } from "../../src/plan/visible.ts";
import { codePoint } from "../code-point.ts";
import { runs } from "../runs.ts";

const awkward = fc.constantFrom(
  ..."\u0000\u0007\t\n\r\u001b\u007f\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u2002\u200b\u200c\u200d",
  ..."\u200e\u200f\u2028\u2029\u202a\u202e\u202f\u2060\u2066\u2069\u2800\u3000\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufffc",
  ..."\ud800\udc00\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{1d159}\u{10ffff}\ue000",
  ..."aé1#‹›U+20E3 ❤😀👩💻🏳🌈🏽⚠",
  "‹U+202E›",
  "👩‍💻",
  "🏳️‍🌈",
  "1️⃣",
  "e\u0301",
);
const anyText = fc
  .array(fc.oneof(awkward, fc.string({ unit: codePoint, maxLength: 2 })), { maxLength: 12 })
  .map((parts) => parts.join(""));

describe("text made visible", () => {
  it.each([
    ["a bidirectional override", "a\u202eb", "a‹U+202E›b"],
    ["an ANSI escape", "\u001b[2J", "‹U+001B›[2J"],
    ["an 8-bit ANSI escape", "\u009b2J", "‹U+009B›2J"],
    ["a carriage return", "safe\rdone", "safe‹U+000D›done"],
    ["a line break", "a\nb", "a‹U+000A›b"],
    ["a zero-width space", "rm\u200b -rf", "rm‹U+200B› -rf"],
    ["a soft hyphen", "a\u00adb", "a‹U+00AD›b"],
    ["a no-break space", "a\u00a0b", "a‹U+00A0›b"],
    ["a line separator", "a\u2028b", "a‹U+2028›b"],
    ["a byte order mark", "\ufeffa", "‹U+FEFF›a"],
    ["a Hangul filler", "\u3164", "‹U+3164›"],
    ["a blank Braille pattern", "\u2800", "‹U+2800›"],
    ["tags", "a\u{e0061}\u{e007f}", "a‹U+E0061›‹U+E007F›"],
    ["a variation selector after a letter", "a\ufe0f", "a‹U+FE0F›"],
    ["a variation selector that changes nothing", "😀\ufe0f", "😀‹U+FE0F›"],
    ["a variation selector of the supplement", "a\u{e0100}", "a‹U+E0100›"],
    ["a joiner between letters", "a\u200db", "a‹U+200D›b"],
    ["a joiner between emoji that do not join", "😀\u200d😀", "😀‹U+200D›😀"],
    ["a lone surrogate", "a\ud800b", "a‹U+D800›b"],
    ["a private character", "\ue000", "‹U+E000›"],
    ["text that pretends", "‹U+202E›", "‹U+2039›U+202E›"],
  ])("spells out %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each([
    "plain",
    "naïve e\u0301 ñ",
    "日本語、中文。",
    "हिन्दी",
    "عربي",
    "⚠️ ❤️",
    "👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍🚀",
    "1️⃣ #️⃣",
    "🇩🇪 👍🏽",
    "‹quoted›",
    "→ – “x” …",
  ])("leaves %s as it is", (text) => {
    expect(visible(text)).toBe(text);
    expect(hasHidden(text)).toBe(false);
  });

  it("takes no character for plain that would not be seen", () => {
    const unseen = /[\p{C}\p{DI}\p{Zl}\p{Zp}\u2800\uFFFC]|[\p{Zs}--[ ]]/v;
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code);
      const isPrinted = !unseen.test(character);
      const isOfLines = character === "\n" || character === "\t";
      expect(visible(`a${character}`) === `a${character}`).toBe(isPrinted);
      expect(visible(`a${character}`, { multiline: true }) === `a${character}`).toBe(isPrinted || isOfLines);
      expect(hasHidden(`a${character}`)).toBe(!isPrinted && !isOfLines);
    }
  });

  it("keeps line breaks and tabs, and nothing else, of a text of many lines", () => {
    expect(visible("a\n\tb\r\n\u000bc", { multiline: true })).toBe("a\n\tb‹U+000D›\n‹U+000B›c");
    expect(hasHidden("a\n\tb")).toBe(false);
    expect(hasHidden("a\rb")).toBe(true);
  });

  it("never lets a hidden character through, outside of emoji that need it", () => {
    const emoji = /\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Keycap_Sequence}|\p{Basic_Emoji}/gv;
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text).replace(emoji, "");
        expect(shown).not.toMatch(/[\p{C}\p{DI}\p{Zl}\p{Zp}\u00a0\u2000-\u200f\u2800\u3000\u3164\ufffc]/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("never makes two texts look the same: what is shown says what it was", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const back = visible(text).replace(/‹U\+([0-9A-F]+)›/g, (_, code) =>
          String.fromCodePoint(Number.parseInt(code, 16)),
        );
        expect(back).toBe(text);
      }),
      { numRuns: runs(5000) },
    );
  });

  it("has something hidden exactly if something is spelled out that was not plain to see", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visible(text, { multiline: true });
        expect(hasHidden(text)).toBe(shown.replaceAll("‹U+2039›", "‹") !== text);
      }),
      { numRuns: runs(2000) },
    );
  });
});
