import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCommand, unbroken, visibleCommand } from "../../src/plan/visible-command.ts";
import { columns } from "../../src/plan/wrap.ts";
import { runs } from "../runs.ts";
import { twoCommands, WIDTHS } from "./two-commands.ts";

describe("a command made visible", () => {
  it.each([
    ["an ordinary command", "npm test -- 'a b' | wc -l", "npm test -- 'a b' | wc -l"],
    ["a line end", "a\nb", "a⏎\nb"],
    ["line ends at its end", "a\n\n", "a⏎\n⏎"],
    ["spaces side by side", "rm -rf a  b", "rm -rf a␣␣b"],
    ["spaces at the edges of lines", " a \n b ", "␣a␣⏎\n␣b␣"],
    ["many spaces", `true${" ".repeat(150)}; touch x`, "true·×150·; touch x"],
    ["an indentation", `${" ".repeat(20)}x`, `${"␣".repeat(20)}x`],
    ["a tab", "a\tb", "a⇥b"],
    ["another space", "a\u00a0b\u2003c\r", "a‹U+00A0›b‹U+2003›c‹U+000D›"],
    ["marks of its own", "a⏎b␣c⇥d┊e·f", "a‹U+23CE›b‹U+2423›c‹U+21E5›d‹U+250A›e‹U+00B7›f"],
  ])("shows %s", (_, command, shown) => expect(visibleCommand(command)).toBe(shown));

  it("stands on one line where there is only one", () => {
    expect(visibleCommand("a \n b\n", { inline: true })).toBe("a␣ ⏎ ␣b ⏎");
    expect(unbroken(`run: ${visibleCommand("a \n b\n")}`)).toBe("run: a␣ ⏎ ␣b⏎");
  });

  it("is broken between words with nothing lost, and the rest is marked", () => {
    expect(foldCommand("npm run build && npm test", 20)).toEqual(["npm run build && npm", "┊ ␣test"]);
    expect(foldCommand("x".repeat(24), 20)).toEqual(["x".repeat(20), `┊ ${"x".repeat(4)}`]);
  });

  it("never looks like another command, at any width", () => {
    fc.assert(
      fc.property(twoCommands(30), WIDTHS, ([one, other], width) => {
        const [lines, others] = [one, other].map((command) => foldCommand(visibleCommand(command), width));
        expect(lines).not.toEqual(others);
        expect(lines?.filter((line) => columns(line) > width || line.trim() !== line)).toEqual([]);
        expect(visibleCommand(one, { inline: true })).not.toBe(visibleCommand(other, { inline: true }));
      }),
      { numRuns: runs(5000) },
    );
  });
});
