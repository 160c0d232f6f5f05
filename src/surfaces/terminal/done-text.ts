import type { Done } from "../../acts/act.ts";
import { type Outcome, yes } from "../../desk/outcome.ts";
import { adviceLines } from "../../lifecycle/next-action.ts";
import { visible } from "../../plan/visible.ts";
import { callAction } from "./call-action.ts";

const MOST_SHOWN = 3;

/** What an act did, and, unless a process goes on with it, what can be done next. */
export function doneText(done: Outcome<Done<object>>): Outcome<string> {
  if (!done.ok) return done;
  const { words, goes, next } = done.value;
  const advice = goes.by === "none" ? adviceLines(next.slice(0, MOST_SHOWN), callAction) : [];
  return yes([visible(words), ...advice].join("\n"));
}
