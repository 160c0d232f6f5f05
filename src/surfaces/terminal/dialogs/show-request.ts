import { formOf } from "../../../acts/request-form.ts";
import type { InboxEntry } from "../../../desk/requests.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { emptyDraft } from "./dialog.ts";
import { requestDialog } from "./request-dialog.ts";
import { type DialogUi, type ShowDialogOptions, type ShownDialog, showDialog } from "./show-dialog.ts";

export interface ShowRequestOptions extends ShowDialogOptions {
  /** The plan that asks. */
  plan?: LivePlan;
}

/** Asks a person an open request; not a review, which has its own view. */
export async function showRequest(
  ui: DialogUi,
  entry: InboxEntry,
  { plan, ...options }: ShowRequestOptions,
): Promise<ShownDialog> {
  const isOpen = entry.closing === undefined && !options.signal?.aborted;
  const dialog = isOpen ? requestDialog(formOf(entry, plan)) : undefined;
  if (dialog === undefined) return { kind: "aside", draft: options.draft ?? emptyDraft };
  return showDialog(ui, dialog, options);
}
