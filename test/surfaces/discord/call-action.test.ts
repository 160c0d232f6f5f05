import { expect, it } from "vitest";
import { MOVES } from "../../../src/lifecycle/next-action.ts";
import { callAction } from "../../../src/surfaces/discord/call-action.ts";
import { SLASH_COMMANDS } from "../../../src/surfaces/discord/interactions/slash-commands.ts";

it.each(MOVES)("calls what can be done next as it is typed here: %s", (move) => {
  for (const about of [undefined, "a"]) {
    const said = callAction({ move, plan: "PLAN-0000abcd", ...(about && { about }), what: "" });
    const [, sub, options = ""] = /^\/plan (\w+)(.*)$/.exec(said) ?? [];
    if (sub === undefined) {
      expect(said).toMatch(/^countersign [a-z].* \(on the machine of the bot\)$|on its card$|^\/plans$|^ask the agent/);
      continue;
    }
    const known = SLASH_COMMANDS[0].options.find(({ name }) => name === sub);
    expect(known, said).toBeDefined();
    const names: string[] = known !== undefined && "options" in known ? known.options.map(({ name }) => name) : [];
    expect(names).toEqual(expect.arrayContaining([...options.matchAll(/(\w+):/g)].map(([, name]) => name)));
  }
});

it.each(["fail", "rollback", "queue", "clone", "archive"] as const)("can %s a plan without leaving Discord", (move) => {
  expect(callAction({ move, plan: "PLAN-0000abcd", what: "" })).toBe(`/plan ${move} plan:PLAN-0000abcd`);
});

it("names the plan beside the step, so that no other plan's step is meant", () => {
  const said = (move: "retry" | "skip") => callAction({ move, plan: "PLAN-0000abcd", about: "one", what: "" });
  expect(said("retry")).toBe("/plan retry step:one plan:PLAN-0000abcd");
  expect(said("skip")).toBe("/plan skip step:one reason:… plan:PLAN-0000abcd");
});
