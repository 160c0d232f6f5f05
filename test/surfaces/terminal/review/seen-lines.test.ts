import { expect, it } from "vitest";
import { spansOf } from "../../../../src/surfaces/terminal/review/block.ts";
import { SeenLines } from "../../../../src/surfaces/terminal/review/seen-lines.ts";

const content = { name: "Goal", identity: "one two three", isFolded: false };

/** Has this line of the block on the screen. */
function show(seen: SeenLines, lines: readonly string[], line: number, lead: readonly string[] = []): void {
  const blocks = [{ lead, lines, content }];
  seen.add(blocks, spansOf(blocks), line, 1);
}

it("counts a block when each of its lines was on the screen", () => {
  const seen = new SeenLines();
  show(seen, ["one", "two three"], 0);
  expect(seen.has(content)).toBe(false);
  show(seen, ["one", "two three"], 1);
  expect(seen.has(content)).toBe(true);
});

it("does not add up lines of two widths, between which a word could be lost", () => {
  const seen = new SeenLines();
  show(seen, ["one", "two three"], 0);
  show(seen, ["one two", "three"], 1);
  expect(seen.has(content)).toBe(false);
});

it("counts the heading as a part of the block", () => {
  const seen = new SeenLines();
  show(seen, ["one two three"], 2, ["A long", "heading"]);
  expect(seen.has(content)).toBe(false);
  show(seen, ["one two three"], 0, ["A long", "heading"]);
  show(seen, ["one two three"], 1, ["A long", "heading"]);
  expect(seen.has(content)).toBe(true);
});
