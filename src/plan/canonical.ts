/**
 * JSON with sorted keys and without absent values: equal data gives equal bytes, in whatever order it was written.
 * Digests and seals are computed over it.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const pairs = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
    return `{${pairs.join(",")}}`;
  }
  return JSON.stringify(value);
}
