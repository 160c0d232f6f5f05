import { describe, expect, it } from "vitest";
import { CHAIN } from "../../src/policy/rules/chain.ts";
import { situation } from "./situation.ts";

const examples = CHAIN.flatMap((rule) =>
  rule.examples.map((example, number) => ({
    rule,
    ...example,
    title: `${rule.name}, example ${number + 1}: ${example.says} to ${example.call.tool} ${JSON.stringify(example.call.input)}`,
  })),
);

describe("the rules", () => {
  it.each(examples)("say what their examples say: $title", ({ rule, call, situation: overlay, says, code }) => {
    const word = rule.judge(call, situation(overlay));
    expect(word?.says ?? "nothing", word?.reason).toBe(says);
    if (code !== undefined) expect(word?.code).toBe(code);
  });

  it("have the priorities that order the explanation (R-001-20, R-001-21, R-001-22, R-001-23, R-001-24, R-001-25)", () => {
    expect(CHAIN.map(({ name, priority }) => [name, priority])).toEqual([
      ["plan-mode", 100],
      ["plan-scope", 120],
      ["protected-paths", 130],
      ["outside-project", 140],
      ["guarded-tools", 150],
      ["read-only-tools", 200],
      ["template-tools", 210],
      ["yolo", 300],
      ["ignore-list", 310],
    ]);
  });

  it.each(CHAIN)("$name shows when it speaks, and when it does not", ({ examples: shown }) => {
    expect(shown.filter(({ says }) => says === "nothing")).not.toEqual([]);
    expect(shown.filter(({ says }) => says !== "nothing")).not.toEqual([]);
  });
});
