import type { Point } from "./layout.ts";

/** The path of a line from left to right: straight along a row, bent softly from one row to another. */
export function linePath(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${x} ${y}`;
      if (before.y === y) return `H${x}`;
      const middle = Math.round((before.x + x) * 5) / 10;
      return `C${middle} ${before.y} ${middle} ${y} ${x} ${y}`;
    })
    .join("");
}
