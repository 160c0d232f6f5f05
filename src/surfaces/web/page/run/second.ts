import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const second = signal(new Date());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, by the second as long as something on the page counts seconds. */
export function useSecond(counts: boolean): Date {
  useEffect(() => {
    if (!counts) return;
    users += 1;
    timer ??= setInterval(() => {
      second.value = new Date();
    }, 1000);
    second.value = new Date();
    return () => {
      users -= 1;
      if (users > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [counts]);
  return counts ? second.value : new Date();
}
