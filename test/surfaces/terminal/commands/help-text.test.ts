import { expect, it } from "vitest";
import { commandHelp, helpText } from "../../../../src/surfaces/terminal/commands/help-text.ts";
import { isSubCommand, SUB_COMMANDS } from "../../../../src/surfaces/terminal/commands/plan-input.ts";

const names = Object.keys(SUB_COMMANDS).filter(isSubCommand);

it("names every sub-command once, and leaves room for the editor in 24 rows of 80 columns", () => {
  const lines = helpText().split("\n");
  expect(lines.filter((line) => line.length > 78)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(16);
  const cells = lines.slice(1, -1).flatMap((line) => [line.slice(0, 40), line.slice(40)]);
  expect(
    cells
      .map((cell) => cell.split(" ")[0])
      .filter(Boolean)
      .sort(),
  ).toEqual(names.toSorted());
});

it("has one column where two do not fit", () => {
  const lines = helpText(60).split("\n");
  expect(lines.slice(1, -1).map((line) => line.split(" ")[0])).toEqual(names);
  expect(lines.slice(1, -1).filter((line) => line.length > 58)).toEqual([]);
});

it("explains one sub-command with its arguments, in 80 columns", () => {
  expect(commandHelp("rollback")).toBe(
    "/plan rollback [plan] [step] [--everything]: undo changes of a step or run\n" +
      "[plan] is an id or its first characters; without it, the plan of this session.",
  );
  expect(commandHelp("fold")).toBe("/plan fold: fold or unfold the panel");
  for (const name of names) {
    expect(
      commandHelp(name)
        .split("\n")
        .filter((line) => line.length > 78),
    ).toEqual([]);
  }
});
