/**
 * Nobody changes it any more, at any depth. What was judged is what runs: a later hook of another extension that tries to
 * change it fails, and with it the call.
 */
export function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) freeze(inner);
  Object.freeze(value);
}
