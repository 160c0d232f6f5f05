// A process has an agent or two of its own, and a plan.
const MOST_KNOWN = 8;

/** Puts in what is asked about now; what was asked about longest ago goes. */
export function keepNewest<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > MOST_KNOWN) known.delete(oldest);
}
