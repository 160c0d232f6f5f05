import { type Signal, signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Loading } from "./parts/states.tsx";

/** A part of the page that is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded: Signal<ComponentType<Props> | undefined> = signal(undefined);
  let isUnderWay = false;
  return function Lazy(props: Props) {
    const Loaded = loaded.value;
    if (Loaded) return <Loaded {...props} />;
    if (!isUnderWay) {
      isUnderWay = true;
      load().then(
        (component) => {
          loaded.value = component;
        },
        () => {
          // The server was restarted with another page: this one's parts are gone.
          isUnderWay = false;
          location.reload();
        },
      );
    }
    return <Loading />;
  };
}
