import { effect, type Signal, signal } from "@preact/signals";

/** What this browser remembers, or with `sessionStorage` this tab. It holds for this visit where the browser keeps nothing. */
export function kept<Value>(
  name: string,
  normal: Value,
  where: "localStorage" | "sessionStorage" = "localStorage",
): Signal<Value> {
  const key = `countersign.${name}`;
  const setting = signal<Value>(read(where, key) ?? normal);
  effect(() => {
    const { value } = setting;
    try {
      if (value === normal) window[where].removeItem(key);
      else window[where].setItem(key, JSON.stringify(value));
    } catch {
      // A private window may refuse; the setting then ends with it.
    }
  });
  return setting;
}

function read<Value>(where: "localStorage" | "sessionStorage", key: string): Value | undefined {
  try {
    const text = window[where].getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
