import type { InboxEntry } from "../../../desk/requests.ts";
import type { Decision } from "../../../plan/plan.ts";
import { emptyDraft } from "./dialog.ts";
import { dialogOf } from "./dialog-of.ts";
import { type DialogUi, type ShowDialogOptions, type ShownDialog, showDialog } from "./show-dialog.ts";

export interface ShowRequestOptions extends ShowDialogOptions {
  /** For a decision: what its plan says of the options. */
  decision?: Decision;
}

/** Shows a request to a person, and says what came of it. Shows nothing for a review, and for what is closed. */
export async function showRequest(
  ui: DialogUi,
  entry: InboxEntry,
  { decision, ...options }: ShowRequestOptions,
): Promise<ShownDialog> {
  const isOpen = entry.closing === undefined && !options.signal?.aborted;
  const dialog = isOpen ? dialogOf(entry, decision) : undefined;
  if (dialog === undefined) return { kind: "aside", draft: options.draft ?? emptyDraft };
  return showDialog(ui, dialog, options);
}
