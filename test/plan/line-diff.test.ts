import fc from "fast-check";
import { expect, it } from "vitest";
import { lineDiff } from "../../src/plan/line-diff.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`);

it("shows every line that is removed or added, and no other", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const changed = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
      const count = (all: string[]) => {
        const counts = new Map<string, number>();
        for (const line of all) counts.set(line, (counts.get(line) ?? 0) + 1);
        return counts;
      };
      const balance = count(before.slice(0, -1).split("\n"));
      for (const line of changed("-")) balance.set(line, (balance.get(line) ?? 0) - 1);
      for (const line of changed("+")) balance.set(line, (balance.get(line) ?? 0) + 1);
      const left = new Map([...balance].filter(([, number]) => number !== 0));
      expect(left).toEqual(count(after.slice(0, -1).split("\n")));
      if (before === after) expect(lines).toEqual([]);
    }),
  );
});

it("takes no time for texts that have nothing in common", () => {
  const of = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word} ${n}`).join("\n");
  const start = performance.now();
  expect(lineDiff(of("a"), of("b"))).toHaveLength(40_001);
  expect(performance.now() - start).toBeLessThan(1_000);
});
