/** The facts of the status line. */
export interface TickerSubject {
  mode: TickerMode;
  /** The task, or the plan's title. */
  goal?: string;
  /** The step that runs, counted from 1. */
  step?: { id: string; position: number; of: number };
  /** Open decisions of the plan. */
  decisions?: number;
  /** Subagents that run. */
  subagents?: number;
  /** US dollars or tokens. */
  budget?: { unit: "dollars" | "tokens"; spent: number; limit?: number };
  /** How full the model's context is. */
  context_percent?: number;
  /** A provider asked us to wait. */
  rate_limited?: boolean;
  /** Open requests of this project. */
  waiting?: number;
}

export type TickerMode =
  | { kind: "none" }
  /** Whether a sandbox keeps the agent's commands from writing, or only their analysis does. */
  | { kind: "planning"; sandboxed: boolean }
  /** Planning timed out; the agent stays read-only until a person lifts it. */
  | { kind: "timed_out" }
  /** Once it is answered, it waits for /plan resume. */
  | { kind: "submitted"; plan_id: string; answered?: "approved" | "changes_requested" }
  | { kind: "executing" }
  | { kind: "paused" };
