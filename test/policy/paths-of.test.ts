import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { patchPaths } from "../../src/policy/paths-of.ts";
import { processorTime } from "../quickest.ts";
import { call, planning } from "./situation.ts";

describe("the paths of a patch", () => {
  it.each([
    "\n\n  *** Add File: a",
    "\r\r\t*** add file: a",
    "\u2028 *** Update File: a",
    "x\n\v*** Move to: a",
  ])("stand behind blanks and empty lines: %j", (patch) => {
    expect(patchPaths(patch)).toEqual(["a"]);
  });

  it("are found in one pass, however many lines are empty", () => {
    const start = processorTime();
    expect(patchPaths(`${"\n".repeat(100_000)}x`)).toEqual([]);
    expect(processorTime() - start).toBeLessThan(1000);
  });
});

describe("the paths of a glob", () => {
  it("are found in one pass, however many wildcards it has", () => {
    const start = processorTime();
    judge(call("find", { pattern: "*".repeat(100_000) }), planning());
    expect(processorTime() - start).toBeLessThan(1000);
  });
});
