/** The fields that have a value: `exactOptionalPropertyTypes` wants an absent field to be absent, not `undefined`. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
