import { expect, it } from "vitest";
import { helpText } from "../../../../src/surfaces/terminal/commands/help-text.ts";
import { SUB_COMMANDS } from "../../../../src/surfaces/terminal/commands/plan-words.ts";

it("fits a terminal of 80 columns, with a line for every sub-command", () => {
  const lines = helpText().split("\n");
  expect(lines.filter((line) => line.length > 78)).toEqual([]);
  for (const name of Object.keys(SUB_COMMANDS)) {
    expect(
      lines.some((line) => new RegExp(`^/plan ${name}( |$)`).test(line)),
      name,
    ).toBe(true);
  }
});
