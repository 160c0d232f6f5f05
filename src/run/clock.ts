/** The time, and waiting for it to pass. Whoever waits takes one as an argument: tests have one in which nobody waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Comes back when the time is over, or as soon as the signal is aborted. It never throws: ask the signal which it was. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** What a timer of Node can hold. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    for (let left = milliseconds; left > 0 && !signal?.aborted; left -= LONGEST)
      await nap(Math.min(left, LONGEST), signal);
  },
};

function nap(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener("abort", wake, { once: true });
  });
}
