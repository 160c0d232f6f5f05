import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Block, spansOf } from "../../../../src/surfaces/terminal/review/block.ts";
import { Viewport } from "../../../../src/surfaces/terminal/review/viewport.ts";

const block: fc.Arbitrary<Block> = fc
  .record({ lead: fc.integer({ min: 0, max: 2 }), lines: fc.integer({ min: 1, max: 30 }) })
  .map(({ lead, lines }) => ({ lead: Array<string>(lead).fill(""), lines: Array<string>(lines).fill("x") }));

const MOVES: ((viewport: Viewport) => void)[] = [
  (viewport) => viewport.up(),
  (viewport) => viewport.down(),
  (viewport) => viewport.page(1),
  (viewport) => viewport.page(-1),
  (viewport) => viewport.home(),
  (viewport) => viewport.end(),
];

describe("the part of the page on the screen", () => {
  it("always holds some of the selected block, however one moves and whatever the size", () => {
    const acts = fc.array(
      fc.oneof(
        fc.nat(MOVES.length - 1),
        fc.integer({ min: 1, max: 40 }).map((height) => ({ height })),
      ),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), acts, (blocks, acts) => {
        const spans = spansOf(blocks);
        const viewport = new Viewport();
        let height = 10;
        for (const act of acts) {
          if (typeof act === "number") MOVES[act]?.(viewport);
          else height = act.height;
          viewport.place(spans, height);
          const { start = 0, end = 0 } = spans[viewport.selected] ?? {};
          expect(start < viewport.top + height && end > viewport.top).toBe(true);
          expect(viewport.top).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("passes every line on the way down and on the way up", () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 3, max: 40 }),
        (blocks, height) => {
          const spans = spansOf(blocks);
          const total = spans.at(-1)?.end ?? 0;
          for (const direction of ["down", "up"] as const) {
            const viewport = new Viewport();
            viewport.place(spans, height);
            if (direction === "up") viewport.end();
            const seen = new Set<number>();
            for (let press = 0; press <= total + blocks.length; press++) {
              for (let row = 0; row < height && viewport.top + row < total; row++) seen.add(viewport.top + row);
              viewport[direction]();
              viewport.place(spans, height);
            }
            expect(seen.size).toBe(total);
          }
        },
      ),
    );
  });
});
