import type { StepStats } from "../lifecycle/step-result.ts";
import type { Plan, PlanId, Step, StepId } from "../plan/plan.ts";

/** What a step has to do. All of it was signed, or added by a person since. */
export interface Assignment {
  plan_id: PlanId;
  run_id: string;
  /** The signed plan, less what was left out. */
  plan: Plan;
  /** With what a person added to its scope. */
  step: Step;
  /** How often it was started, this time included. */
  attempt: number;
  /** Names this attempt, in events and on the screen. */
  subagent_id: string;
  /** As `provider/id` or `id`; without one, the host's own choice. */
  model?: string;
  /** By decision: the labels that were chosen. */
  selections: Readonly<Record<string, readonly string[]>>;
  /** What the steps it depends on left as their notes. */
  notes: Readonly<Record<StepId, string>>;
  approver_notes?: string;
  limits: StepLimits;
}

export interface StepLimits {
  max_turns: number;
  /** Milliseconds of work; time spent waiting for a person does not count. */
  time: number;
}

/**
 * What is being done right now, for those who watch. It may be lost. A runner that carries out several steps at once says
 * whose it is.
 */
export type StepProgress = Doing & { subagent_id?: string; subagent_step_id?: StepId };

type Doing =
  | { type: "activity"; text: string }
  | { type: "output"; text: string }
  | { type: "tool"; tool: string; summary: string }
  | { type: "usage"; stats: StepStats; context_percent?: number }
  | { type: "waiting"; reason: string; until?: string }
  /** `resource`: what is running out. */
  | { type: "warning"; text: string; resource?: "context" };

/** A runner's word on its step. It is a claim: the host decides with the step's check. */
export interface StepClaim {
  status: "completed" | "failed" | "interrupted";
  /** What it did, in its own words or as the end of what it printed. */
  output: string;
  error?: string;
  stats: StepStats;
  /**
   * Of a step that was claimed to be done: goes on with it, in the same session, because its check did not pass; `said` is
   * what the check printed. A runner that cannot leaves it out. The claim it returns has all of the statistics, and takes
   * the place of this one.
   */
  goOn?(said: string): Promise<StepClaim>;
  /**
   * What can go on is kept for that: whoever holds a claim and does not go on with it closes it. Nothing of the step is left
   * then. Stopping the step closes it, too.
   */
  close?(): Promise<void>;
}

/** What a runner may ask of the one who has it run a step. */
export interface StepHost {
  /** Aborted when the step is to stop: paused at once, cancelled, or the lease is lost. The claim is `interrupted` then. */
  signal: AbortSignal;
  tell(progress: StepProgress): void;
  /**
   * To be asked before and after every answer of a model, with all that was used so far. It may take as long as a person
   * takes to say whether to go on; `false` means to stop, and the claim is `failed`.
   */
  mayGoOn(stats: StepStats): Promise<boolean>;
}

/**
 * Who carries out a step. What every implementation promises:
 *
 * - It never throws for what the step's work did: that is a claim. It throws for a broken world.
 * - After `signal` is aborted it returns soon, and nothing that it started is left running.
 * - A model's error, a budget stop, a turn limit, a time limit or silence are never `completed`.
 * - It changes nothing but what the step's scope allows.
 */
export interface StepRunner {
  run(assignment: Assignment, host: StepHost): Promise<StepClaim>;
}
