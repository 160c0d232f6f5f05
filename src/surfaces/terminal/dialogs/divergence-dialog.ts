import type { Request } from "../../../lifecycle/request.ts";
import type { Dialog } from "./dialog.ts";

type Divergence = Extract<Request, { kind: "divergence" }> & { title?: string };

/** The plan file was changed while the plan is carried out: which text holds? */
export function divergenceDialog({ title }: Divergence): Dialog {
  return {
    heading: "The plan file differs from what was signed",
    ...(title !== undefined && { about: title }),
    passages: [{ kind: "note", text: "The run waits until you say which text holds. Nobody has signed the new one." }],
    entries: [
      { key: "1", label: "Go on with the signed text", description: "what the file says now is not carried out" },
      { key: "2", label: "Review the new text", description: "the run stops here; its approval no longer holds" },
    ],
    picks: "at_once",
    answer: ([index]) => ({ kind: "divergence", choice: index === 0 ? "signed" : "review" }),
  };
}
