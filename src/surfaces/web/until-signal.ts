const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Waits until a signal asks this process to end. The second signal ends it at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isAsked) process.exit(1);
        isAsked = true;
        resolve();
      });
    }
  });
}
