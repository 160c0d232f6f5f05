import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import type { ShownStatus } from "../../../lifecycle/step-look.ts";
import type { Mode } from "../../../plan/mode-look.ts";

/** The facts of the panel above the editor: planning, a review, a run, or an unfinished plan. */
export type PanelSubject = PlanningPanel | ReviewPanel | RunPanel | LeftPanel;

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

/** A submitted plan that waits for its review, or, once answered, for /plan resume. */
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
  /** How many of them are done. */
  done: number;
  /** Open decisions, and everything else that waits for a person. */
  decisions: number;
  others: number;
  /** US dollars. */
  cost?: number;
  /** Used so far; said where nothing is known to be paid. */
  tokens?: number;
  /** Why the run does not continue, and the command that helps. */
  note?: string;
  command?: string;
}

/** Plan mode is off, and the plan that this session was at has not ended. */
export interface LeftPanel {
  kind: "left";
  plan_id: string;
  title: string;
  status: Exclude<PlanStatus, "completed" | "rejected" | "cancelled">;
  /** A live process runs it. */
  isRun: boolean;
  done: number;
  steps: number;
  /** What helps, as it is typed. */
  command?: string;
}

export interface PanelStep {
  id: string;
  title: string;
  status: ShownStatus;
  mode?: Mode;
  /** How long it has run, or ran. */
  seconds?: number;
  /** What is going on in it: "editing middleware.ts". */
  doing?: string;
  /** What it has used so far. */
  tokens?: number;
}
