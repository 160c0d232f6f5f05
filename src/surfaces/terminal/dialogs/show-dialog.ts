import type { ExtensionContext, ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { defined } from "../../../plan/defined.ts";
import type { Keyboard } from "../keyboard/keyboard.ts";
import type { PanelPlace } from "../panel/panel-place.ts";
import type { Answered } from "../review/foot-lines.ts";
import type { Later } from "../review/shortcut-timing.ts";
import { type Call, showView } from "../show-view.ts";
import { askPlainly } from "./ask-plainly.ts";
import { type Dialog, type DialogDraft, type DialogOutcome, emptyDraft } from "./dialog.ts";
import { DialogView } from "./dialog-view.ts";

/** With the key that answered it, in a terminal. */
export type ShownDialog = DialogOutcome & { press?: KeyPress };

export type DialogUi = Pick<ExtensionUIContext, "custom" | "select" | "input" | "pasteToEditor">;

export interface ShowDialogOptions {
  mode: ExtensionContext["mode"];
  /**
   * Closes it without an answer. If the reason is an `Answered`, as `closingMessage` makes one, the terminal says who
   * was first and closes on a key.
   */
  signal?: AbortSignal;
  /** What an earlier outcome of the same dialog returned. */
  draft?: DialogDraft;
  /** Milliseconds after the dialog appears in which keys do not answer it. */
  pause?: number;
  /** Left out: every key counts, and none makes a person. */
  keyboard?: Keyboard;
  now?: () => number;
  later?: Later;
  /** Calls the person to the terminal. */
  calls?: Call;
  /** The panel of the session, which the dialog draws because it covers it. */
  panel?: PanelPlace;
}

/**
 * Asks the person at this terminal, or the client that drives pi; without either it asks nothing. One dialog at a time:
 * pi closes the topmost one, whichever was answered.
 */
export async function showDialog(ui: DialogUi, dialog: Dialog, options: ShowDialogOptions): Promise<ShownDialog> {
  const { mode, signal, draft = emptyDraft } = options;
  switch (mode) {
    case "tui":
      return draw(ui, dialog, options);
    case "rpc":
      return askPlainly(ui, dialog, { draft, ...defined({ signal }) });
    case "json":
    case "print":
      return { kind: "aside", draft };
  }
}

async function draw(
  ui: DialogUi,
  dialog: Dialog,
  { signal, draft = emptyDraft, pause, now, later, keyboard, calls, panel }: ShowDialogOptions,
): Promise<ShownDialog> {
  let view: DialogView | undefined;
  const onAbort = () => {
    const reason: unknown = signal?.reason;
    if (isAnswered(reason)) view?.closeWith(reason);
    else view?.putAside();
  };
  try {
    const shown = await showView<DialogOutcome>(
      ui,
      { keyboard, anchor: "bottom-left", calls },
      ({ tui, theme, done, press }) => {
        const dialogView = new DialogView(dialog, {
          tui,
          theme,
          done,
          press,
          draft,
          ...defined({ pause, now, later, panel }),
        });
        signal?.addEventListener("abort", onAbort, { once: true });
        view = dialogView;
        panel?.opened(dialogView);
        return { view, dispose: () => panel?.closed(dialogView) };
      },
    );
    if (view?.stray) ui.pasteToEditor(view.stray);
    return shown
      ? { ...shown.result, ...defined({ press: shown.press }) }
      : { kind: "aside", draft: view?.draft ?? draft };
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

function isAnswered(reason: unknown): reason is Answered {
  return (
    typeof reason === "object" &&
    reason !== null &&
    "by" in reason &&
    typeof reason.by === "string" &&
    "how" in reason &&
    typeof reason.how === "string"
  );
}
