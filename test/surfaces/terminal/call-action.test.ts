import { expect, it } from "vitest";
import { MOVES } from "../../../src/lifecycle/next-action.ts";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";
import { callAction } from "../../../src/surfaces/terminal/call-action.ts";
import { readPlanInput } from "../../../src/surfaces/terminal/commands/plan-input.ts";

const known = { plans: ["PLAN-0000abcd"], steps: ["one"], decisions: ["one"], models: [] };

it.each(MOVES)("calls what can be done next as it is typed here: %s", (move) => {
  for (const about of [undefined, "one"]) {
    for (const plan of [undefined, "PLAN-0000abcd"]) {
      const said = callAction({ move, what: "", ...(plan && { plan }), ...(about && { about }) });
      // These are always about a step or a decision.
      if ((move === "skip" || move === "decide") && about === undefined) continue;
      if (said.startsWith("countersign ")) {
        expect(COMMANDS.map(({ name }) => name)).toContain(said.split(" ")[1]);
        continue;
      }
      expect(said).toMatch(/^\/plans?\b/);
      const typed = said.replace(/^\/plans?\s*/, "").replace(/<(?:choice|reason)>/, "words");
      const read = readPlanInput(typed, known);
      expect(read.kind, said).toBe(typed === "" ? "bare" : typed === "<goal>" ? "goal" : "command");
    }
  }
});
