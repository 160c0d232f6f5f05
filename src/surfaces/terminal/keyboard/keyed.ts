import type { Component, Focusable, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../../desk/key-presses.ts";
import type { Keyboard } from "./keyboard.ts";

export interface Keyed {
  /** For the screen. Other extensions can get hold of it, and of nothing behind it. */
  component: Component & Focusable & { handleInput(data: string): void; dispose?(): void };
  /** The key that is being handled. */
  press(): KeyPress | undefined;
}

type View = Component &
  Focusable & {
    handleInput(data: string): void;
    handleMouse?(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  };

/** A view that hears keys of the terminal only: whatever else is handed to it as one is dropped. */
export function keyed(view: View, keyboard: Keyboard | undefined): Keyed {
  const keys = keyboard?.reader();
  let pressed: KeyPress | undefined;
  return {
    press: () => pressed,
    component: {
      get focused() {
        return view.focused;
      },
      set focused(focused) {
        view.focused = focused;
      },
      render: (width) => view.render(width),
      invalidate: () => view.invalidate(),
      ...(view.handleMouse && { handleMouse: (event: TuiMouseEvent) => view.handleMouse?.(event) }),
      handleInput: (data) => {
        const press = keys?.press(data);
        if (keys !== undefined && press === undefined) return;
        pressed = press;
        try {
          view.handleInput(data);
        } finally {
          pressed = undefined;
        }
      },
    },
  };
}
