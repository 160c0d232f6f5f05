import type { Desk } from "../desk/desk.ts";
import { timeOutTimer } from "../desk/time-out-timer.ts";

/** Processes that die tell nobody. */
const LOOK_AGAIN = 1_000;
/** Somebody who carries out a plan records something all the time. */
const LISTEN = 250;

/** Waits for something to happen in a project. */
export interface News {
  /**
   * Comes back when anybody has recorded anything since it was asked last, when somebody stirs or the signal is aborted,
   * and once a second at the latest.
   */
  wait(): Promise<void>;
  stir(): void;
}

export function newsAt(desk: Desk, signal: AbortSignal): News {
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
          const since = Date.now();
          end = () => {
            clearInterval(timer);
            signal.removeEventListener("abort", end);
            resolve();
          };
          const timer = setInterval(() => {
            timeOutTimer(desk).beat();
            if (pulseOf(desk) !== known || Date.now() - since >= LOOK_AGAIN) end();
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
