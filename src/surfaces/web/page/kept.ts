import { effect, type Signal, signal } from "@preact/signals";

/** A setting of this browser. It holds for this visit where the browser keeps nothing. */
export function kept<Value>(name: string, normal: Value): Signal<Value> {
  const key = `countersign.${name}`;
  const setting = signal<Value>(read(key) ?? normal);
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(setting.value));
    } catch {
      // A private window may refuse; the setting then ends with it.
    }
  });
  return setting;
}

function read<Value>(key: string): Value | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
