import type { StepStatus } from "../lifecycle/step-state.ts";

/** What a card in the transcript tells. It is kept in the session's file: plain data, and only added to. */
export type CardDetails =
  | PlanningStarted
  | PlanSubmitted
  | ChangesRequested
  | PlanApproved
  | PlanRejected
  | StepUpdated
  | QuestionCard
  | DecisionCard
  | ConfirmationCard
  | RunFailed
  | CallRefused
  | RunSummary
  | Notice;

export type CardKind = CardDetails["card"];

/** Which words and whose: a person's name, or an agent's. */
interface Said {
  by: string;
}

export interface PlanningStarted {
  card: "planning_started";
  task?: string;
  /** Why the agent entered plan mode by itself; without it, a person did. */
  reason?: string;
  sandboxed: boolean;
  /** Which one, and what it lacks, where that is not bubblewrap with everything. */
  sandbox?: string;
}

export interface PlanSubmitted {
  card: "plan_submitted";
  plan_id: string;
  revision: number;
  title: string;
  steps: { title: string; risk?: "low" | "medium" | "high" }[];
  decisions: number;
  questions: string[];
  /** Where it was widened since the revision before. */
  widened?: string[];
}

export interface ChangesRequested extends Said {
  card: "changes_requested";
  plan_id: string;
  revision: number;
  feedback: string;
  comments: { step: string; text: string }[];
  /** No further revision is granted: a person has to step in. */
  exhausted?: true;
}

export interface PlanApproved extends Said {
  card: "approved";
  plan_id: string;
  revision: number;
  title: string;
  steps: number;
  /** Titles of steps that are not to be carried out. */
  left_out: string[];
  /** Titles of those that are, in the order of the plan. */
  titles?: string[];
  notes?: string;
  executor_model?: string;
  /** What happens next. */
  next: "runs" | "runs_fresh" | "later" | "more_signatures";
}

export interface PlanRejected extends Said {
  card: "rejected";
  plan_id: string;
  revision: number;
  title: string;
  feedback: string;
}

export interface StepUpdated {
  card: "step";
  plan_id: string;
  step_id: string;
  title: string;
  /** Counted from 1. */
  position: number;
  of: number;
  status: StepStatus;
  seconds?: number;
  notes?: string;
}

export interface QuestionCard {
  card: "question";
  asked_by: string;
  question: string;
  options?: string[];
  answer?: Said & { text: string };
}

export interface DecisionCard {
  card: "decision";
  plan_id: string;
  decision_id: string;
  header: string;
  question: string;
  options: string[];
  multi_select?: boolean;
  answer?: Said & { selections: string[] };
}

export interface ConfirmationCard {
  card: "confirmation";
  tool: string;
  summary: string;
  reason: string;
  answer?: Said & { allow: boolean; note?: string };
}

export interface RunFailed {
  card: "failure";
  plan_id: string;
  title: string;
  /** The step that failed, if it was one. */
  step?: { id: string; title: string };
  reason: string;
  /** What became of every step, what is left behind and what can be done now, in lines. */
  report?: string;
  /** Commands that help, each with what it does. */
  remedies: { command: string; does: string }[];
}

export interface CallRefused {
  card: "refused";
  tool: string;
  summary: string;
  reason: string;
  hint?: string;
}

export interface RunSummary {
  card: "summary";
  plan_id: string;
  title: string;
  how: "completed" | "failed" | "cancelled";
  steps: { completed: number; failed: number; skipped: number; left: number };
  seconds: number;
  tokens?: number;
  cost?: number;
  /** Those that were changed; absent if nobody looked. */
  files?: string[];
  /** What steps should not have done, each with its step. */
  drift?: string[];
  /** Commands the host ran to see that it is so. */
  verified: { step: string; command: string; passed: boolean }[];
  summary?: string;
}

/** Something to know about a plan, in our words. */
export interface Notice {
  card: "notice";
  plan_id: string;
  text: string;
  command?: { command: string; does: string };
}
