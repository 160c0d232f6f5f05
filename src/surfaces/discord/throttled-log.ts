const AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 200;

/** Says the same thing once a minute at most: what goes wrong goes wrong again and again. */
export function throttledLog(log: (line: string) => void, now: () => number = Date.now): (line: string) => void {
  const saidAt = new Map<string, number>();
  return (line) => {
    const at = now();
    const last = saidAt.get(line);
    if (last !== undefined && at - last < AGAIN_AFTER_MS) return;
    if (saidAt.size >= MOST_KNOWN) saidAt.clear();
    saidAt.set(line, at);
    log(line);
  };
}
