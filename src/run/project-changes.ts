import type { Desk } from "../desk/desk.ts";
import { timeOutTimer } from "../desk/time-out-timer.ts";

/** The death of a process changes no counter, so waits are limited. */
const LOOK_AGAIN = 1_000;
/** A running plan changes the counter often: it is read at most four times a second. */
const LISTEN = 250;

/** Waits for something to happen in a project. */
export interface News {
  /**
   * Resolves when any process has recorded something since the last call, on `stir`, when the signal is aborted, and after a
   * second at the latest.
   */
  wait(): Promise<void>;
  stir(): void;
}

export function projectChanges(desk: Desk, signal: AbortSignal): News {
  let known = pulseOf(desk);
  let isStirred = false;
  let end = () => {};
  return {
    stir: () => {
      isStirred = true;
      end();
    },
    wait: async () => {
      if (!isStirred && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const since = performance.now();
          end = () => {
            clearInterval(timer);
            signal.removeEventListener("abort", end);
            resolve();
          };
          const timer = setInterval(() => {
            timeOutTimer(desk).beat();
            if (pulseOf(desk) !== known || performance.now() - since >= LOOK_AGAIN) end();
          }, LISTEN);
          signal.addEventListener("abort", end);
        });
      }
      isStirred = false;
      known = pulseOf(desk);
    },
  };
}

function pulseOf(desk: Desk): number | undefined {
  try {
    return desk.store.pulse();
  } catch {
    return undefined;
  }
}
