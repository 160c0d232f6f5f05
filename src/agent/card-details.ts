import type { QuoteComment } from "../lifecycle/comment.ts";
import type { StepStatus } from "../lifecycle/step-state.ts";

/** The content of a card in the transcript. Stored in the session's file: plain data, and only extended. */
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

/** A text and its author: a person's name, or an agent's. */
interface Said {
  by: string;
}

export interface PlanningStarted {
  card: "planning_started";
  task?: string;
  /** Why the agent entered plan mode by itself; absent if a person did. */
  reason?: string;
  sandboxed: boolean;
  /** The sandbox and its limits, if it is not bubblewrap with all features. */
  sandbox?: string;
  /** The level, if it does not enforce. */
  level?: "prompt" | "log";
}

export interface PlanSubmitted {
  card: "plan_submitted";
  plan_id: string;
  revision: number;
  title: string;
  steps: { title: string; mode?: string; risk?: "low" | "medium" | "high" }[];
  decisions: number;
  questions: string[];
  /** The rights that were widened since the revision before. */
  widened?: string[];
}

export interface ChangesRequested extends Said {
  card: "changes_requested";
  plan_id: string;
  revision: number;
  feedback: string;
  comments: { step: string; text: string }[];
  /** Comments on quoted texts. */
  quotes?: QuoteComment[];
  /** No revisions are left: a person has to act. */
  exhausted?: true;
}

export interface PlanApproved extends Said {
  card: "approved";
  plan_id: string;
  revision: number;
  /** Of the signed text. */
  digest?: string;
  title: string;
  steps: number;
  /** Titles of the left-out steps. */
  left_out: string[];
  /** Titles of the steps that will run, in the order of the plan. */
  titles?: string[];
  notes?: string;
  executor_model?: string;
  /** The next event. */
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
  /** As it is shown: "✎ code". */
  mode?: string;
  status: StepStatus;
  seconds?: number;
  notes?: string;
  /** From the plan, as the step reported. */
  deviations?: string[];
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
  /** From the plan, as the step reported. */
  deviations?: string[];
  /** The result of every step, the effects of the run and the next actions, in lines. */
  report?: string;
  /** Commands that help, each with its effect. */
  remedies: { command: string; does: string }[];
}

export interface CallRefused {
  card: "refused";
  tool: string;
  summary: string;
  reason: string;
  hint?: string;
  /** It ran: this level does not enforce. */
  ran?: "prompt" | "log";
}

export interface RunSummary {
  card: "summary";
  plan_id: string;
  title: string;
  how: "completed" | "failed" | "cancelled";
  steps: { completed: number; failed: number; skipped: number; left: number };
  /** Absent if the clock was set during the run, by an unknown amount. */
  seconds?: number;
  tokens?: number;
  cost?: number;
  /** The changed files; absent if the host could not compare. */
  files?: string[];
  /** Deviations from the plan that steps reported, each with its step. */
  deviations?: string[];
  /** Unexpected changes, each with its step. */
  drift?: string[];
  /** The checks that the host ran. */
  verified: { step: string; command: string; passed: boolean }[];
  summary?: string;
}

/** A message about a plan, in our words. */
export interface Notice {
  card: "notice";
  plan_id: string;
  text: string;
  command?: { command: string; does: string };
}
