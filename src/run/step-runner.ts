import type { StepStats } from "../lifecycle/step-result.ts";
import type { Plan, PlanId, Step, StepId } from "../plan/plan.ts";
import type { Loopback } from "../sandbox/loopback.ts";

/** A step to run. All of it was signed, or added by a person since. */
export interface Assignment {
  plan_id: PlanId;
  run_id: string;
  /** The signed plan without the steps left out. */
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
  /** The notes of the steps that it depends on. */
  notes: Readonly<Record<StepId, string>>;
  approver_notes?: string;
  /** The `files` of each step that may run at the same time: its commands are kept apart from them. */
  beside?: readonly (readonly string[])[];
  /** The loopback that its commands share with the processes that earlier steps keep. */
  loopback?: Loopback;
  limits: StepLimits;
}

export interface StepLimits {
  max_turns: number;
  /** Milliseconds of work; time spent waiting for a person does not count. */
  time: number;
}

/**
 * Progress for those who watch. It may be lost.
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

/** A runner's claim about its step: the host decides with the step's check. */
export interface StepClaim {
  status: "completed" | "failed" | "interrupted";
  /** The agent's summary, or the end of the output. */
  output: string;
  error?: string;
  /** Of an interrupted step: its provider refuses it, and a person is asked how to continue. */
  asks?: "provider";
  /** How it deviated from the plan. */
  deviations?: string[];
  /** The command lines of processes that it left running, and that were ended. */
  left?: readonly string[];
  /** Paths that its commands created outside of its files, beside another step, and that are not kept. */
  unkept?: readonly string[];
  stats: StepStats;
  /**
   * For a claim `completed` whose check failed: continues the step in the same session; `said` is the output of the check.
   * Left out if the runner cannot continue. The new claim replaces this one and has all of the statistics.
   */
  goOn?(said: string): Promise<StepClaim>;
  /**
   * A claim that can be continued keeps processes and sessions: close it if you do not continue. Then nothing of the step is
   * left. Stopping the step closes it, too.
   */
  close?(): Promise<void>;
}

/** The services of the host for a runner. */
export interface StepHost {
  /** Aborted when the step is to stop: paused at once, cancelled, or the lease is lost. The claim is `interrupted` then. */
  signal: AbortSignal;
  tell(progress: StepProgress): void;
  /**
   * Call it before and after every answer of a model, with the usage so far. It may wait for a person's answer; `false` means
   * to stop with the claim `failed`.
   */
  mayGoOn(stats: StepStats): Promise<boolean>;
  /**
   * Nothing of the step changes files from now until `works`: a model thinks. Changes in between are not the step's. A runner
   * that never calls it works from its start to its end.
   */
  thinks(): Promise<void>;
  /** Call it before anything starts that may change files. */
  works(): Promise<void>;
}

/**
 * Runs steps. Every implementation promises:
 *
 * - It never throws because the step's work failed: that is a claim. It throws for a broken environment.
 * - After `signal` is aborted it returns soon, and nothing that it started is left running.
 * - A model's error, a budget stop, a turn limit, a time limit or silence are never `completed`.
 * - It changes nothing but what the step's scope allows.
 */
export interface StepRunner {
  run(assignment: Assignment, host: StepHost): Promise<StepClaim>;
}
