// A process rarely has more than two agents and a plan of its own.
const MOST_KNOWN = 8;

/** Adds an entry and drops the one that was used longest ago. */
export function keepNewest<Key, Value>(known: Map<Key, Value>, key: Key, value: Value, most = MOST_KNOWN): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size > most) known.delete(oldest);
}
