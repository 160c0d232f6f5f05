import { yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Dialog } from "./dialog.ts";

/** "Go ahead" was typed while a plan waits: what it would sign. */
export function goAheadDialog(
  { id, proposal }: Pick<LivePlan, "id" | "proposal">,
  words: string,
  /** Something was typed or chosen in the review, and would not be signed with it. */
  hasDraft: boolean,
): Dialog {
  const { revision, digest, plan } = proposal;
  return {
    heading: `Approve revision ${revision} of ${id}?`,
    about: plan.title,
    passages: [
      { kind: "note", text: "You wrote" },
      { kind: "text", text: words },
      { kind: "note", text: `This signs all its steps, with the digest\n${digest}` },
      ...(hasDraft
        ? [{ kind: "warning" as const, text: "What you chose and wrote in its review is not part of it: /plan." }]
        : []),
    ],
    entries: [
      { key: "1", label: `Approve revision ${revision}`, lets: true },
      { key: "2", label: "Not meant: it was for the agent" },
    ],
    picks: "at_once",
    leaves: "Esc: not meant",
    answer: ([index]) => yes({ kind: "confirmation", allow: index === 0 }),
  };
}
