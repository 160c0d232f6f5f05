import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesProcessFile } from "../../src/policy/process-files.ts";
import { processorTime } from "../quickest.ts";
import { runs } from "../runs.ts";

const piece = fc.constantFrom("/proc", "/environ", "/mem", "/", "1", "s", ".", " ", "\n");

describe("a text that names a file of a process", () => {
  it("has /proc and later on the same line the file", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        expect(namesProcessFile(text)).toBe(/\/proc\b[^\n]*\/(?:environ|mem)\b/.test(text));
      }),
      { numRuns: runs(2000) },
    );
  });

  it("is read in one pass, however often it says /proc", () => {
    const start = processorTime();
    expect(namesProcessFile("/proc".repeat(20_000))).toBe(false);
    expect(namesProcessFile("/proc/".repeat(20_000))).toBe(false);
    expect(processorTime() - start).toBeLessThan(1000);
  });
});
