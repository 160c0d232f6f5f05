import type { Done } from "../../acts/act.ts";
import { doneLines } from "../../acts/done-lines.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import { callAction } from "./call-action.ts";

export function doneText(done: Outcome<Done<object>>): Outcome<string> {
  return done.ok ? yes(doneLines(done.value, callAction).join("\n")) : done;
}
