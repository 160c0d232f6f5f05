import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { code, codeBlock, fits, inline, plain, quoted } from "../../../../src/surfaces/discord/cards/discord-text.ts";
import { runs } from "../../../runs.ts";
import { breakouts, live } from "./live-text.ts";
import { ATTACKS, oddText } from "./odd-plan.ts";

describe("words of others", () => {
  it.each(ATTACKS)("take no effect: %j", (text) => {
    expect(breakouts(inline(text))).toEqual([]);
    expect(breakouts(quoted(text, 500))).toEqual([]);
    expect(breakouts(code(text))).toEqual([]);
    expect(live(codeBlock(text, 500))).toBe("·");
  });

  it("would take effect if they were not escaped", () => {
    const harmful = ATTACKS.filter((text) => {
      try {
        return breakouts(text).length > 0;
      } catch {
        return true;
      }
    });
    expect(harmful.length).toBeGreaterThan(25);
  });

  it("take no effect and no more room than they have, however long and odd", () => {
    fc.assert(
      fc.property(oddText, fc.integer({ min: 12, max: 300 }), (text, room) => {
        for (const shown of [inline(text, room), quoted(text, room), code(text, room), codeBlock(text, room)]) {
          expect(shown.length).toBeLessThanOrEqual(room);
          expect(shown.isWellFormed()).toBe(true);
        }
        expect(breakouts(`${inline(text, room)} ${code(text, room)}`)).toEqual([]);
        expect(breakouts(quoted(text, room))).toEqual([]);
        expect(live(codeBlock(text, room))).toBe("·");
        const label = plain(text, room);
        expect(label.trim()).not.toBe("");
        expect(label.length).toBeLessThanOrEqual(room);
      }),
      { numRuns: runs(150) },
    );
  });

  it("are shown as they are where nothing in them is special", () => {
    expect(inline("Add a limiter, 3 of 4: done (v1.2)")).toBe("Add a limiter, 3 of 4: done (v1.2)");
    expect(quoted("one\n\n\n\ntwo", 100)).toBe("> one\n> \n> two");
    expect(code("npm test -- @scope/x")).toBe("`npm test -- @scope/x`");
    expect(codeBlock("echo `date`", 100)).toBe("```\necho `date`\n```");
  });

  it("never lose half of a character, of an escape or of what is spelled out", () => {
    expect(inline("ab👩‍👩‍👧‍👦cd", 6)).toBe("ab…");
    expect(inline("ab*cd", 4)).toBe("ab…");
    expect(inline("ab\u202ecd", 8)).toBe("ab…");
    expect(inline("ab\u202ecd", 12)).toBe("ab‹U+202E›cd");
    expect(plain("e\u0301e\u0301e\u0301", 4)).toBe("e\u0301…");
  });

  it("show where lines end, and what is hidden", () => {
    expect(inline("a\nb")).toBe("a ⏎ b");
    expect(inline("a\u200bb")).toBe("a‹U+200B›b");
    expect(plain(" \n ", 20)).toBe("⏎");
    expect(plain("", 20)).toBe("(blank)");
  });

  it("are known to fit, or not", () => {
    expect(fits("x".repeat(80), 100)).toBe(true);
    expect(fits("x".repeat(101), 100)).toBe(false);
    expect(fits("\u202e".repeat(50), 100)).toBe(false);
  });
});
