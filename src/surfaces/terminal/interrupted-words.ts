import type { KnownAgent } from "../../desk/known-agents.ts";
import { visible } from "../../plan/visible.ts";
import { cut } from "./lines.ts";

/** That planning was interrupted, and what to do about it. */
export function interruptedWords(lost: readonly KnownAgent[]): string {
  const [first] = lost;
  const what = lost.length === 1 && first ? `Planning of "${taskOf(first)}"` : `Planning of ${lost.length} tasks`;
  return `${what} was interrupted, and no session of it was kept. /plan takes it up again, or ends it.`;
}

/** What a person can choose, as they read it. Nothing is behind the one that is about something else. */
export function interruptedChoices(lost: readonly KnownAgent[]): Map<string, InterruptedChoice | undefined> {
  return new Map<string, InterruptedChoice | undefined>([
    ...lost.map((planning) => [`Go on with: ${nameOf(planning)}`, { planning, end: false }] as const),
    ["Plan something else", undefined],
    ...lost.map((planning) => [`End: ${nameOf(planning)}`, { planning, end: true }] as const),
  ]);
}

interface InterruptedChoice {
  planning: KnownAgent;
  end: boolean;
}

function nameOf(planning: KnownAgent): string {
  const { plan_id, since } = planning;
  return [taskOf(planning), plan_id, `since ${since.slice(0, 16).replace("T", " ")}`].filter(Boolean).join(", ");
}

function taskOf({ task }: KnownAgent): string {
  return task === undefined ? "a task nobody named" : cut(visible(task), 60);
}
