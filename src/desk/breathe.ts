import { setImmediate } from "node:timers/promises";

const EVERY_MS = 20;
let breathed = 0;

/** For long reading: lets other work of this process go on from time to time, such as answers and the heartbeats of runs. */
export async function breathe(): Promise<void> {
  if (performance.now() - breathed < EVERY_MS) return;
  await setImmediate();
  breathed = performance.now();
}
