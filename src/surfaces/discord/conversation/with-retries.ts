import { delayOf, isTransient } from "../../../run/backoff.ts";
import type { Clock } from "../../../run/clock.ts";

const ATTEMPTS = 8;

/** Repeats a call after transient errors; throws permanent ones. */
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
      // discord.js: no answer in time.
      const isSilence = name === "AbortError";
      if (attempt === ATTEMPTS || !(isSilence || isTransient(failure))) throw error;
      const wished = typeof retryAfterMs === "number" ? { retryAfterMs } : {};
      await clock.sleep(delayOf(attempt, { ...wished, random }));
    }
  }
}
