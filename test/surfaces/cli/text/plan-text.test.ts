import { describe, expect, it } from "vitest";
import { styleFor } from "../../../../src/surfaces/cli/style.ts";
import { planText } from "../../../../src/surfaces/cli/text/plan-text.ts";

describe("the text of a plan", () => {
  it("says of a step that it may change the git repository", () => {
    const textOf = (commits: boolean) =>
      planText(
        { id: "PLAN-0000abcd", title: "T", steps: [{ id: "do", title: "Do", commits }] },
        { style: styleFor(false, {}), width: 80 },
      );
    expect(textOf(true)).toMatch(/commits +yes: it may change the git repository/);
    expect(textOf(false)).not.toContain("commits");
  });

  it("marks a file that a host loads as a danger", () => {
    const textOf = (...files: string[]) =>
      planText(
        { id: "PLAN-0000abcd", title: "T", steps: [{ id: "do", title: "Do", files }] },
        { style: styleFor(false, {}), width: 80 },
      );
    expect(textOf("src/**", ".envrc")).toMatch(
      /danger +\.envrc: shells that enter the directory would load it as code/,
    );
    expect(textOf("src/**", ".claude/**")).not.toContain("danger");
  });

  it("wraps a long heading of the writer's own, and its rest cannot pass for another heading", () => {
    const heading = `${"x".repeat(34)} Risks ${"y".repeat(34)}`;
    const text = planText(
      {
        id: "PLAN-0000abcd",
        title: "T",
        steps: [{ id: "do", title: "Do" }],
        sections: [{ heading, body: "words" }],
      },
      { style: styleFor(false, {}), width: 40 },
    );
    expect(text.split("\n").filter((line) => line.length > 40)).toEqual([]);
    expect(text).toContain(`\n${"x".repeat(34)}\n    Risks\n    ${"y".repeat(34)}\n  │ words\n`);
  });
});
