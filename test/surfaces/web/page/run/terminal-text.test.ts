import { describe, expect, it } from "vitest";
import { terminalLines } from "../../../../../src/surfaces/web/page/run/terminal-text.ts";

describe("output of a program", () => {
  it("keeps the colours that it chose", () => {
    expect(terminalLines("a \u001b[1;31mFAIL\u001b[0m b")).toEqual([
      [
        { text: "a ", look: "" },
        { text: "FAIL", look: "bad strong" },
        { text: " b", look: "" },
      ],
    ]);
  });

  it("has the look of its marks where it has no colours", () => {
    const looks = terminalLines("  ✓ one\n  × two\nError: three\nfour").map(([piece]) => piece?.look);
    expect(looks).toEqual(["ok", "bad", "bad", ""]);
  });

  it("shows a line that was written over as it was at its end", () => {
    expect(terminalLines("10 %\r50 %\rdone\r\nnext").map(([piece]) => piece?.text)).toEqual(["done", "next"]);
  });

  it("spells out everything else that a terminal would obey", () => {
    const text = terminalLines("a\u001b]0;title\u0007b\u202ec")[0]
      ?.map((piece) => piece.text)
      .join("");
    expect(text).toBe("a‹U+001B›]0;title‹U+0007›b‹U+202E›c");
  });
});
