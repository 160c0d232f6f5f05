import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { addressOf } from "../api/routes.ts";
import { Loading } from "./parts/states.tsx";

/** A part of the page that is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded: Signal<ComponentType<Props> | undefined> = signal(undefined);
  /** The server answers, and no longer has this part: it was restarted with another page. */
  const isGone = signal(false);
  let isUnderWay = false;
  return function Lazy(props: Props) {
    const Loaded = loaded.value;
    if (Loaded) return <Loaded {...props} />;
    // Only while it is to be seen: elsewhere a person may be typing.
    if (isGone.value) location.reload();
    if (!isUnderWay) {
      isUnderWay = true;
      load().then(
        (component) => {
          loaded.value = component;
        },
        async () => {
          await untilAnswered();
          isGone.value = true;
        },
      );
    }
    return <Loading />;
  };
}

const ASKS_EVERY_MS = 1000;

/** Without a server, a page that loads itself again is lost. */
async function untilAnswered(): Promise<void> {
  for (;;) {
    try {
      await fetch(addressOf("me"), { cache: "no-store" });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, ASKS_EVERY_MS));
    }
  }
}
