import { yes } from "../../../desk/outcome.ts";
import type { Dialog } from "./dialog.ts";

/** A first word that is nearly a sub-command. Its answer is the text behind `/plan` that was meant. */
export function mistypedDialog({ command, goal }: { command: string; goal: string }): Dialog {
  const meanings = [command, `-- ${goal}`];
  return {
    heading: "Did you mean the command or a goal?",
    passages: [{ kind: "exact", text: `/plan ${goal}` }],
    entries: [
      { key: "1", label: `Run /plan ${command}` },
      { key: "2", label: "Plan it as a goal" },
    ],
    picks: "at_once",
    first: 0,
    leaves: "Esc: edit it",
    answer: ([index = 0]) => yes({ kind: "decision", selections: meanings.slice(index, index + 1) }),
  };
}
