import type { Desk } from "./desk.ts";
import { timeOutTimer } from "./time-out-timer.ts";

/** Rows of a run follow their records after a tenth of a second: with this, a page shows a change within two. */
const EVERY_MS = 40;

/**
 * Yields at once, and then whenever a process has recorded something, or when `isDue`; ends with the signal. Applies
 * time-outs while it runs.
 */
export async function* pulses(desk: Desk, signal?: AbortSignal, isDue = () => false): AsyncGenerator<void> {
  let wake = () => {};
  let isNews = true;
  const news = () => {
    isNews = true;
    wake();
  };
  const stop = desk.listen(news);
  let last: number | undefined = desk.store.pulse();
  const timeOuts = timeOutTimer(desk);
  timeOuts.changed();
  const timer = setInterval(() => {
    const pulse = pulseNow(desk);
    if (pulse !== last) timeOuts.changed();
    if (pulse !== last || isDue()) news();
    last = pulse;
    timeOuts.beat();
  }, EVERY_MS);
  signal?.addEventListener("abort", news);
  try {
    while (!signal?.aborted) {
      if (isNews) {
        isNews = false;
        yield;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    clearInterval(timer);
    stop();
    signal?.removeEventListener("abort", news);
  }
}

/**
 * While the database is being deleted it may not open. The caller then reads the journals itself, and gets the error.
 */
function pulseNow(desk: Desk): number | undefined {
  try {
    return desk.store.pulse();
  } catch {
    return undefined;
  }
}
