/** What the status line tells in a few words. */
export interface TickerSubject {
  mode: TickerMode;
  /** What it is all about: the task, or the plan's title. */
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
  /** Everything that waits for a person, in this project. */
  waiting?: number;
}

export type TickerMode =
  | { kind: "none" }
  /** What keeps the agent's commands from writing: the system's sandbox too, or their analysis alone. */
  | { kind: "planning"; sandboxed: boolean }
  /** Planning ended by itself; the agent may do no more than before until a person says so. */
  | { kind: "timed_out" }
  /** Once it was answered, it waits for a word to go on. */
  | { kind: "submitted"; plan_id: string; answered?: "approved" | "changes_requested" }
  | { kind: "executing" }
  | { kind: "paused" };
