import { describe, expect, it } from "vitest";
import { nearest } from "../../src/plan/nearest.ts";

describe("the nearest word", () => {
  it.each([
    ["titel", "title"],
    ["deniedTools", "denied_tools"],
    ["Denied-Tools", "denied_tools"],
    ["depend_on", "depends_on"],
    ["rsik", "risk"],
    ["steps", "steps"],
  ])("takes %s for %s", (word, meant) => {
    expect(nearest(word, ["title", "denied_tools", "depends_on", "risk", "steps"])).toBe(meant);
  });

  it("prefers the closest of several", () => {
    expect(nearest("reed", ["read_all", "reads", "read"])).toBe("read");
  });

  it("suggests nothing when nothing is close", () => {
    expect(nearest("colour", ["title", "steps"])).toBeUndefined();
    expect(nearest("x", [])).toBeUndefined();
    expect(nearest("", ["title"])).toBeUndefined();
    expect(nearest("b", ["a", "c"])).toBeUndefined();
  });

  it("does not stumble over words of any length", () => {
    expect(nearest("x".repeat(100_000), ["title", "x".repeat(100_000)])).toBe("x".repeat(100_000));
  });
});
