import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RunEnd } from "../../../run/execute.ts";
import type { RunNews } from "../../../run/run-news.ts";
import type { CliError } from "../reply.ts";

/** Reports a run while it goes: as lines, as a live view, or as JSON. */
export interface RunWatcher {
  begin(plan: LivePlan): void;
  tell(news: RunNews): void;
  /** A signal asked the run to stop. */
  leaving(): void;
  /** Restores the terminal at once. */
  restoreTerminal(): void;
  /** Prints pending lines and restores the terminal. */
  close(): Promise<void>;
  end(end: RunEnd, exit: number): void;
  refused(error: CliError): void;
}
