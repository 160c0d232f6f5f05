import type { FileTracker } from "../../src/run/step-file-tracker.ts";

/** Compares no files. */
export const NO_TRACKING: FileTracker = {
  before: async () => ({ after: async () => ({}) }),
  idle: () => {},
  duringWait: (_step, wait) => wait(),
  thinks: async () => {},
  works: async () => {},
  afterLoss: async () => ({}),
};
