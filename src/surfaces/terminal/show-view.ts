import type { ExtensionUIContext, Theme } from "@earendil-works/pi-coding-agent";
import type { OverlayOptions, TUI } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../desk/key-presses.ts";
import { defined } from "../../plan/defined.ts";
import type { Keyboard } from "./keyboard/keyboard.ts";
import { keyed } from "./keyboard/keyed.ts";
import { type ProgramStatus, tellStatus } from "./program-status.ts";

export interface ViewScreen<Result> {
  tui: TUI;
  theme: Theme;
  /** Closes the view with a result, and the key that gave it if that is an earlier one. */
  done(result: Result, given?: KeyPress): void;
  /** The key that is being handled. */
  press(): KeyPress | undefined;
}

interface Shown<Result> {
  result: Result;
  /** The key that gave it. */
  press?: KeyPress;
}

export interface ViewOptions {
  keyboard: Keyboard | undefined;
  anchor: NonNullable<OverlayOptions["anchor"]>;
  calls?: Call | undefined;
}

/** How a view that waits for an answer calls the person to the terminal. */
export interface Call {
  /** A bell or a notification; empty if the person was called before. */
  bytes: string;
  /** What the terminal shows of the program while the view is open, and afterwards. */
  status: ProgramStatus;
  after: () => ProgramStatus;
}

/**
 * Shows a view over the terminal, which takes keys of the terminal only; undefined if it closes without a result. An
 * overlay: pi has one place for other views, where the next one would replace this one without a result.
 */
export async function showView<Result>(
  ui: Pick<ExtensionUIContext, "custom">,
  { keyboard, anchor, calls }: ViewOptions,
  make: (screen: ViewScreen<Result>) => { view: Parameters<typeof keyed>[0]; dispose?: () => void },
): Promise<Shown<Result> | undefined> {
  // Not the result of `custom`: another extension may have replaced that function.
  let shown: Shown<Result> | undefined;
  await ui.custom<undefined>(
    (tui, theme, _keys, close) => {
      if (calls !== undefined) {
        if (calls.bytes !== "") tui.terminal.write(calls.bytes);
        tellStatus(tui.terminal, calls.status);
      }
      const press = () => keys.press();
      const done = (result: Result, given = press()) => {
        shown = { result, ...defined({ press: given }) };
        dispose();
        if (calls !== undefined) tellStatus(tui.terminal, calls.after());
        close(undefined);
      };
      const { view, dispose = () => {} } = make({ tui, theme, done, press });
      const keys = keyed(view, keyboard);
      return Object.assign(keys.component, { dispose });
    },
    { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor } },
  );
  return shown;
}
