/** Makes a value of plain objects and arrays immutable, to its last part. */
export function freeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}

/**
 * The same for a value that grew out of frozen ones: a part that is frozen is taken for frozen to its last part. Not for a
 * value of others, who could have frozen only its surface.
 */
export function freezeGrown<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freezeGrown(inner);
  return Object.freeze(value);
}
