import { delayOf, isTransient } from "../../../run/backoff.ts";
import type { Clock } from "../../../run/clock.ts";

const ATTEMPTS = 8;

/** Tries again what a busy or broken server did not take, the very same call; throws what will not get better. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { clock, random }: { clock: Clock; random: () => number },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const { message = "", name, status, retryAfterMs } = error as Partial<Error> & Record<string, unknown>;
      const failure = { message, ...(typeof status === "number" && { status }) };
      // So the client says that no answer came in time.
      const isSilence = name === "AbortError";
      if (attempt === ATTEMPTS || !(isSilence || isTransient(failure))) throw error;
      const wished = typeof retryAfterMs === "number" ? { retryAfterMs } : {};
      await clock.sleep(delayOf(attempt, { ...wished, random }));
    }
  }
}
