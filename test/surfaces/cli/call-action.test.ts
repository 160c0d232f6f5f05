import { expect, it } from "vitest";
import { MOVES } from "../../../src/lifecycle/next-action.ts";
import { callAction } from "../../../src/surfaces/cli/call-action.ts";
import { readArguments } from "../../../src/surfaces/cli/command-line.ts";
import { findCommand } from "../../../src/surfaces/cli/commands.ts";

it.each(MOVES)("calls what can be done next as it is typed here: %s", (move) => {
  for (const about of [undefined, "one"]) {
    const said = callAction({ move, what: "", plan: "PLAN-0000abcd", ...(about && { about }) });
    const [name = "", ...words] = said.replace(/^countersign /, "").split(" ");
    const command = findCommand(name);
    expect(command, said).toBeDefined();
    const needsStep = (move === "skip" || move === "decide") && about === undefined;
    if (command && !needsStep) expect(readArguments(command, words), said).not.toHaveProperty("wrong");
  }
});
