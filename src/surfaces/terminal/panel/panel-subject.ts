import type { StepStatus } from "../../../lifecycle/step-state.ts";

/** What the panel above the editor tells: where planning, or the run of a plan, stands at this moment. */
export type PanelSubject = PlanningPanel | ReviewPanel | RunPanel;

/** The agent explores. */
export interface PlanningPanel {
  kind: "planning";
  task?: string;
  /** The plan that was sent back, and is being revised. */
  revises?: string;
  seconds: number;
  calls: number;
  refused: number;
}

/** A plan was submitted and waits: for its review, or, once it was answered, for a word to go on. */
export interface ReviewPanel {
  kind: "review";
  answered?: "approved" | "changes_requested";
  plan_id: string;
  title?: string;
  revision?: number;
}

export interface RunPanel {
  kind: "run";
  plan_id: string;
  title: string;
  status: "approved" | "executing" | "paused" | "stalled" | "failed";
  /** Without those that were left out at the approval. */
  steps: PanelStep[];
  /** Open decisions, and everything else that waits for a person. */
  decisions: number;
  others: number;
  /** US dollars. */
  cost?: number;
  /** Used so far; said where nothing is known to be paid. */
  tokens?: number;
  /** What a person should know now, and the command that helps. */
  note?: string;
  command?: string;
}

export interface PanelStep {
  id: string;
  title: string;
  status: StepStatus;
  /** How long it has run, or ran. */
  seconds?: number;
  /** What is going on in it: "editing middleware.ts". */
  doing?: string;
  /** What it has used so far. */
  tokens?: number;
}
