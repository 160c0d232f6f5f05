import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { confirmation, type Dialog } from "./dialog.ts";

/** The person typed "go ahead" while a plan waits: shows the text that it would approve. */
export function goAheadDialog(
  { id, proposal }: Pick<LivePlan, "id" | "proposal">,
  words: string,
  /** The review has unsent text or choices, which this approval would not include. */
  hasDraft: boolean,
): Dialog {
  const { revision, digest, plan } = proposal;
  return {
    heading: `Approve revision ${revision} of ${id}?`,
    about: plan.title,
    passages: [
      { kind: "note", text: "You wrote" },
      { kind: "text", text: words },
      { kind: "note", text: `This approves all its steps, with the digest\n${digest}` },
      ...(hasDraft
        ? [{ kind: "warning" as const, text: "Your choices and text in the review are not included: /plan opens it." }]
        : []),
    ],
    ...confirmation(`Approve revision ${revision}`, "No, the message is for the agent", "Esc: no"),
    // A signature takes a second key.
    picks: "one",
  };
}
