/** Looks a key up that somebody else chose: `constructor` is a fine id for a step, and not a finding. */
export function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
