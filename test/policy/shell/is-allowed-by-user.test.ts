import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { known } from "../../../src/policy/shell/argument.ts";
import { isAllowedByUser } from "../../../src/policy/shell/is-allowed-by-user.ts";
import { processorTime } from "../../quickest.ts";
import { runs } from "../../runs.ts";

const at = { start: 0, end: 0, text: "" };

const isAllowed = (pattern: string, word: string) =>
  isAllowedByUser({ name: { ...known("make", at), values: ["make"] }, args: [known(word, at)] }, [`make ${pattern}`]);

const some = (...letters: string[]) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 });

describe("a taught pattern", () => {
  it("matches the words that a regular expression with .* for each * matches", () => {
    fc.assert(
      fc.property(some("a", "b", ".", "*"), some("a", "b", ".", "\n"), (pattern, word) => {
        fc.pre(pattern.includes("*") && pattern !== "*");
        const expression = pattern.replaceAll(".", "\\.").replaceAll("*", ".*");
        expect(isAllowed(pattern, word)).toBe(new RegExp(`^${expression}$`, "s").test(word));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("is compared in one pass, however many * it has", () => {
    const start = processorTime();
    expect(isAllowed("*a*a*a*b", "a".repeat(2000))).toBe(false);
    expect(processorTime() - start).toBeLessThan(1000);
  });
});
