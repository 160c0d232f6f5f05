import { describe, expect, it } from "vitest";
import { failedCheck, failedCheckWords } from "../../src/lifecycle/failed-check.ts";

describe("the error of a step whose check did not pass", () => {
  it("has the output of the check", () => {
    expect(failedCheck({ error: failedCheckWords("exit code 1\nFAIL a") })).toBe("exit code 1\nFAIL a");
  });

  it("is not the error of a step that failed in another way", () => {
    expect(failedCheck({ error: "It could not run: no model." })).toBeUndefined();
    expect(failedCheck({ error: "no\nits check had not passed: exit code 1" })).toBeUndefined();
    expect(failedCheck(undefined)).toBeUndefined();
  });
});
