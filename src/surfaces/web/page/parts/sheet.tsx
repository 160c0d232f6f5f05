import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { scrolls } from "./scrolls.ts";

/**
 * A dialog over the page; on a phone a sheet from below. The browser keeps the focus inside and returns it at the end. The first
 * focus is on its heading, so that no key that was on its way presses anything.
 */
export function Sheet({
  title,
  head,
  children,
  foot,
  close,
  size = "normal",
  isText = false,
}: {
  title: string;
  /** Instead of the plain heading; it holds the title itself, in `SheetTitle`. */
  head?: ComponentChildren;
  children: ComponentChildren;
  foot?: ComponentChildren;
  close(): void;
  size?: "normal" | "wide";
  /** Nothing in it takes the focus, so keys have to reach the text itself to scroll it. */
  isText?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const before = document.activeElement;
    shown.showModal();
    shown.querySelector<HTMLElement>("h2")?.focus();
    return () => {
      shown.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === dialog.current && close()}
    >
      <div class="sheet-grip" aria-hidden="true" />
      <header class="sheet-head">
        {head ?? null}
        <h2 id={id} tabIndex={-1} class={head === undefined ? "" : "visually-hidden"}>
          {title}
        </h2>
        {head === undefined && <Button look="bare" icon="cross" aria-label="Close" onClick={close} />}
      </header>
      <div class="sheet-body" {...(isText && scrolls(title, "group"))}>
        {children}
      </div>
      {foot !== undefined && <footer class="sheet-foot">{foot}</footer>}
    </dialog>
  );
}
