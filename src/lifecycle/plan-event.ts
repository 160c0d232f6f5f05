import type { Digest } from "../plan/digest.ts";
import type { Plan, StepId } from "../plan/plan.ts";
import type { Actor } from "./actor.ts";
import type { Choices, PauseReason } from "./plan-state.ts";
import type { RequestEvent } from "./request.ts";
import type { StepStatus } from "./step-state.ts";

/** What has happened to a plan. Who did it, and when, is in the journal record that holds it. */
export type PlanEvent =
  | { type: "proposed"; revision: number; digest: Digest; plan: Plan; text: string; requester: Actor }
  /** The text changed within its revision; `ignored` names claims in the file that changed nothing. */
  | { type: "edited"; digest: Digest; plan: Plan; text: string; ignored?: string[] }
  | { type: "signed"; revision: number; digest: Digest; choices: Choices; notes?: string }
  | { type: "approved"; revision: number; digest: Digest }
  | { type: "approval_voided" }
  | { type: "changes_requested"; revision: number; feedback: string; comments?: Record<StepId, string> }
  | { type: "withdrawn"; revision: number; feedback: string }
  | { type: "revisions_exhausted" }
  | { type: "reopened" }
  | { type: "rejected"; revision: number; feedback: string }
  | { type: "cancelled"; why: "person" | "stale"; note?: string }
  | { type: "decided"; decision_id: string; selections: string[] }
  | { type: "run_started"; run_id: string }
  | { type: "paused"; why: PauseReason }
  | { type: "resumed" }
  | { type: "stalled" }
  | { type: "step_updated"; step_id: StepId; from: StepStatus; to: StepStatus; notes?: string }
  | { type: "completed"; summary?: string }
  | { type: "failed"; reason: string }
  | { type: "retried" }
  | { type: "archived" }
  | { type: "restored" }
  /** A crash had left half a line at the end; it was never acknowledged, and was cut off. */
  | { type: "journal_repaired"; lost_bytes: number }
  | RequestEvent;

/** Where and when an event happened: the journal record it stands in. */
export interface Occasion {
  journal: string;
  version: number;
  at: string;
  by: Actor;
}
