/**
 * Every value of it becomes a plain one, at any depth: a property that says one thing when it is judged and another when it
 * is used says the first from now on.
 */
export function settle(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    Object.defineProperty(value, key, { value: inner, writable: true, enumerable: true, configurable: true });
    settle(inner);
  }
}

/** Nobody changes it any more. A later hook of another extension that tries to fails, and with it the call. */
export function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) freeze(inner);
  Object.freeze(value);
}
