import type { Done } from "../../acts/act.ts";
import { doneLines } from "../../acts/done-lines.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import { visible } from "../../plan/visible.ts";
import { callAction } from "./call-action.ts";

export function doneText(done: Outcome<Done<object>>): Outcome<string> {
  if (!done.ok) return done;
  const lines = doneLines(done.value, callAction).map((line) => visible(line));
  return yes(lines.join("\n"));
}
