import type { KnownAgent } from "../../desk/known-agents.ts";
import { visible } from "../../plan/visible.ts";
import { cut } from "./lines.ts";

/** That planning was interrupted, and what to type. */
export function interruptedWords(lost: readonly KnownAgent[]): string {
  const [first] = lost;
  const what = lost.length === 1 && first ? `Planning of "${taskOf(first)}"` : `Planning of ${lost.length} tasks`;
  return `${what} was interrupted, and its session was not saved. /plan resumes or ends it.`;
}

export function taskOf({ task }: KnownAgent): string {
  return task === undefined ? "a task without a name" : cut(visible(task), 60);
}
