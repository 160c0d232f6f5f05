const undone: (() => unknown)[] = [];

/** What must be undone when the test is over; the last thing first, and all of them even if one fails. */
export function afterTest(undo: () => unknown): void {
  undone.push(undo);
}

/**
 * Called after every test. Not from a hook of this file: files of tests take turns in one process, and only the first
 * of them loads it.
 */
export async function undoAll(): Promise<void> {
  const failures: unknown[] = [];
  for (const undo of undone.splice(0).reverse()) {
    try {
      await undo();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `Cleaning up failed: ${failures.join("; ")}`);
}
