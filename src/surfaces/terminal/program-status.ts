import type { Terminal } from "@earendil-works/pi-tui";

/** What a terminal or a dashboard shows of the program in it (OSC 7501). */
export interface ProgramStatus {
  state: "working" | "blocked" | "idle";
  app: "pi";
  kind?: "question" | "permission";
  message?: string;
}

/**
 * Tells it the way pi 1.x does; pi 0.87 tells no status. pi's own `blocked` is for views in the editor's place, and closing
 * one of those loses what a person has pasted into the editor.
 */
export function tellStatus(terminal: Terminal, status: ProgramStatus): void {
  if ("setProgramStatus" in terminal)
    (terminal as { setProgramStatus(status: ProgramStatus): void }).setProgramStatus(status);
}
