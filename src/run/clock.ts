/** The time, and waiting. Passed as an argument, so that tests can use a clock that does not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Milliseconds since any moment, for durations: setting the clock does not change it, and it stands still while the
   * machine sleeps.
   */
  steady(): number;
  /** Resolves after the time, or as soon as the signal is aborted. Never throws: the signal tells which it was. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The longest timer of Node. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.timeOrigin + performance.now(),
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
