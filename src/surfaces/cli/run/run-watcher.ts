import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { RunEnd } from "../../../run/execute.ts";
import type { RunNews } from "../../../run/run-news.ts";
import type { CliError } from "../reply.ts";

/** Whoever tells of a run while it goes: lines, a picture that is drawn anew, or JSON. */
export interface RunWatcher {
  begin(plan: LivePlan): void;
  tell(news: RunNews): void;
  /** Somebody wants it to end. */
  leaving(): void;
  /** Gives the terminal back as it was found, at once. */
  letGo(): void;
  /** Tells what is still to be told, and lets go of the terminal. */
  close(): Promise<void>;
  end(end: RunEnd, exit: number): void;
  refused(error: CliError): void;
}
