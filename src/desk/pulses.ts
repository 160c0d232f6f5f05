import type { Desk } from "./desk.ts";

const EVERY_MS = 100;

/** Yields at once, and then whenever this or another process has recorded something, or when a time has come; ends when the signal says so. */
export async function* pulses(desk: Desk, signal?: AbortSignal, isDue = () => false): AsyncGenerator<void> {
  let wake = () => {};
  let isNews = true;
  const news = () => {
    isNews = true;
    wake();
  };
  const stop = desk.listen(news);
  let last = desk.store.pulse();
  const timer = setInterval(() => {
    const pulse = desk.store.pulse();
    if (pulse !== last || isDue()) news();
    last = pulse;
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
