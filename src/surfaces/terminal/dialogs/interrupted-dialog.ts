import type { KnownAgent } from "../../../desk/known-agents.ts";
import { yes } from "../../../desk/outcome.ts";
import { visible } from "../../../plan/visible.ts";
import { cut } from "../lines.ts";
import { type Dialog, digit } from "./dialog.ts";

/** Planning that was interrupted, and what a person can do about it: neither, to plan something else. */
export type InterruptedChoice = { planning: KnownAgent; act: "resume" | "end" } | { act: "other" };

/** Its answer is the position of a choice. */
export function interruptedDialog(choices: readonly InterruptedChoice[]): Dialog {
  return {
    heading: "Resume the interrupted planning?",
    passages: [],
    entries: choices.map((choice, index) => ({ ...digit(index), label: labelOf(choice) })),
    picks: "at_once",
    first: 0,
    leaves: "Esc: decide later",
    answer: (picked) => yes({ kind: "decision", selections: picked.map(String) }),
  };
}

export function interruptedChoices(lost: readonly KnownAgent[]): InterruptedChoice[] {
  return [
    ...lost.map((planning) => ({ planning, act: "resume" }) as const),
    { act: "other" },
    ...lost.map((planning) => ({ planning, act: "end" }) as const),
  ];
}

function labelOf(choice: InterruptedChoice): string {
  if (choice.act === "other") return "Plan something else";
  const { planning, act } = choice;
  const since = `since ${planning.since.slice(0, 16).replace("T", " ")}`;
  const what = [taskOf(planning), planning.plan_id, since].filter(Boolean).join(", ");
  return `${act === "resume" ? "Resume" : "End"}: ${what}`;
}

/** That planning was interrupted, and what to type. */
export function interruptedWords(lost: readonly KnownAgent[]): string {
  const [first] = lost;
  const what = lost.length === 1 && first ? `Planning of "${taskOf(first)}"` : `Planning of ${lost.length} tasks`;
  return `${what} was interrupted. /plan resumes it here, or ends it; pi -c reopens a saved session.`;
}

function taskOf({ task }: KnownAgent): string {
  return task === undefined ? "a task without a name" : cut(visible(task), 60);
}
