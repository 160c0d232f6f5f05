/** Looks up an own key: a step may have the id `constructor`, which every object inherits. */
export function ownProperty<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
