import { adviceLines, type CallAction } from "../lifecycle/next-action.ts";
import type { Done } from "./act.ts";

const MOST_SHOWN = 3;

/** What an act did, and the likeliest next actions, a line each; none if this session runs the plan now. Raw text. */
export function doneLines({ words, goes, next }: Done<object>, call: CallAction): string[] {
  const runsHere = goes.by === "here" || goes.by === "check";
  return [words, ...(runsHere ? [] : adviceLines(next.slice(0, MOST_SHOWN), call))];
}
