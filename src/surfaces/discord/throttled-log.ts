const AGAIN_AFTER_MS = 60_000;
const MOST_KNOWN = 200;

/** Logs the same line at most once a minute: an error tends to repeat. */
export function throttledLog(
  log: (line: string) => void,
  now: () => number = () => performance.now(),
): (line: string) => void {
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
