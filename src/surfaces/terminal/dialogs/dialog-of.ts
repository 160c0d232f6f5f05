import type { InboxEntry } from "../../../desk/requests.ts";
import type { Decision } from "../../../plan/plan.ts";
import { confirmationDialog } from "./confirmation-dialog.ts";
import { decisionDialog } from "./decision-dialog.ts";
import type { Dialog } from "./dialog.ts";
import { divergenceDialog } from "./divergence-dialog.ts";
import { questionDialog } from "./question-dialog.ts";
import { runDialog } from "./run-dialog.ts";

/** What is asked for a request; nothing for a review, which has a view of its own. */
export function dialogOf(entry: InboxEntry, decision?: Decision): Dialog | undefined {
  switch (entry.kind) {
    case "question":
      return questionDialog(entry);
    case "confirmation":
      return confirmationDialog(entry);
    case "decision":
      return decisionDialog(entry, decision);
    case "divergence":
      return divergenceDialog(entry);
    case "amendment":
    case "budget":
    case "interruption":
      return runDialog(entry);
    case "review":
      return undefined;
  }
}
