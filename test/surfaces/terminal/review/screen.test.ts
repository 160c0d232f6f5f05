import { describe, expect, it } from "vitest";
import { PLAIN } from "../../../../src/surfaces/terminal/paint.ts";
import { Pages } from "../../../../src/surfaces/terminal/review/pages.ts";
import { screen } from "../../../../src/surfaces/terminal/review/screen.ts";
import { SeenLines } from "../../../../src/surfaces/terminal/review/seen-lines.ts";

function drawn(rows: number, feet: number): string[] {
  const lines = Array.from({ length: 50 }, (_, number) => `line ${number}`);
  const page = { lines, spans: [{ from: 0, start: 0, end: 50 }] };
  const foot = Array.from({ length: feet }, (_, number) => `foot ${number}`);
  return screen(PLAIN, { head: ["head"], foot, page, pages: new Pages(PLAIN, new SeenLines()), width: 40, rows });
}

describe("a small screen", () => {
  it("has exactly as many rows as there are", () => {
    for (let rows = 1; rows < 30; rows++) expect(drawn(rows, 4)).toHaveLength(rows);
  });

  it("keeps three lines of the page, and the foot's end", () => {
    const lines = drawn(8, 12);
    expect(lines.filter((line) => line.includes("line "))).toHaveLength(3);
    expect(lines.at(-1)).toBe(" foot 11");
    expect(lines.join("\n")).not.toContain("head");
  });

  it("says which lines are on it", () => {
    expect(drawn(20, 2)).toContain(`${"─".repeat(22)} 1–15 of 50 ↓ ──`.padStart(40, "─"));
  });
});
