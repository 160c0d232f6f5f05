/**
 * Replaces every accessor by its value, at any depth: a property cannot return one value when it is judged and
 * another when it is used.
 */
export function resolveGetters(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    Object.defineProperty(value, key, { value: inner, writable: true, enumerable: true, configurable: true });
    resolveGetters(inner);
  }
}
