import type { Running } from "./running.ts";
import type { Stage } from "./stage.ts";

/** How to start the demonstrated program. */
export interface Program {
  /** Of the command `countersign`, as `[node, "bin/countersign.js"]`. */
  countersign: readonly [string, ...string[]];
  /** The extension with the scripted model, for the terminal app. */
  model: string;
  /** The program that serves the dashboard with the scripted model, and the entry of the dashboard, which it loads. */
  dashboard: readonly [program: string, entry: string];
}

/** What a demonstration is played with. */
export interface Played {
  stage: Stage;
  program: Program;
  running: Running;
  hasTerminal: boolean;
  print(line: string): void;
}

/** A blocked story would block the calling process, too. */
export const LONGEST_MS = 180_000;
