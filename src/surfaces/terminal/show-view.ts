import type { ExtensionUIContext, Theme } from "@earendil-works/pi-coding-agent";
import type { OverlayOptions, TUI } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../desk/key-presses.ts";
import { defined } from "../../plan/defined.ts";
import type { Keyboard } from "./keyboard/keyboard.ts";
import { keyed } from "./keyboard/keyed.ts";

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
  /** Bytes that call the person to the terminal. */
  calls?: string | undefined;
}

/**
 * Shows a view over the terminal, which takes keys of the terminal only; undefined if it closes without a result. An
 * overlay: pi has one place for other views, where the next one would replace this one without a result.
 */
export async function showView<Result>(
  ui: Pick<ExtensionUIContext, "custom">,
  { keyboard, anchor, calls = "" }: ViewOptions,
  make: (screen: ViewScreen<Result>) => { view: Parameters<typeof keyed>[0]; dispose?: () => void },
): Promise<Shown<Result> | undefined> {
  // Not the result of `custom`: another extension may have replaced that function.
  let shown: Shown<Result> | undefined;
  await ui.custom<undefined>(
    (tui, theme, _keys, close) => {
      if (calls !== "") tui.terminal.write(calls);
      const press = () => keys.press();
      const done = (result: Result, given = press()) => {
        shown = { result, ...defined({ press: given }) };
        dispose();
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
