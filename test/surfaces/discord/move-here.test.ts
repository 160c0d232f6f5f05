import { expect, it } from "vitest";
import type { NextMove } from "../../../src/run/next-moves.ts";
import { SLASH_COMMANDS } from "../../../src/surfaces/discord/interactions/slash-commands.ts";
import { moveHere } from "../../../src/surfaces/discord/move-here.ts";

const MOVES: NextMove["move"][] = ["decide", "retry", "skip", "resume", "rollback", "fail", "clone"];

it.each(MOVES)("calls what can be done next as it is typed here: %s", (move) => {
  const said = moveHere({ move, about: "a", what: "" }, "PLAN-0000abcd");
  const [, sub, options = ""] = /^\/plan (\w+)(.*)$/.exec(said) ?? [];
  if (sub === undefined) {
    expect(said).toMatch(/^countersign (rollback|clone) PLAN-0000abcd$|on its card$/);
    return;
  }
  const known = SLASH_COMMANDS[0].options.find(({ name }) => name === sub);
  const names: string[] = known !== undefined && "options" in known ? known.options.map(({ name }) => name) : [];
  expect(names).toEqual(expect.arrayContaining([...options.matchAll(/(\w+):/g)].map(([, name]) => name)));
});
