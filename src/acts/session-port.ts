import type { Outcome } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { LivePlan, RunningPlan } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";

/** A plan that may start or continue. */
export type SignedPlan = RunningPlan | Extract<LivePlan, { status: "approved" }>;

/** The parts of a session of pi that acts use. */
export interface SessionPort {
  readonly agent: string;
  /** The plan that this process runs for the session now. */
  readonly running: PlanId | undefined;
  /** Each step gets a subagent; otherwise the session's own model does all of them. */
  readonly isBySubagents: boolean;
  /** An answer came while the session was closed; it has no effect before a person resumes. */
  readonly isHeld: boolean;
  /** A check finds out how far an interrupted step got. */
  readonly isChecking: boolean;
  /** The plan that the session proposed, revises or runs. */
  plan(): Promise<LivePlan | undefined>;
  /** Resolves when it is known whether the run that begins here was started. */
  started(): Promise<void>;
  /** Checks first how far an interrupted step got, if that is unknown, and does `wish` afterwards. Undefined: no check. */
  checkFirst(wish: () => Promise<Outcome<unknown>>): Promise<Outcome<"checking"> | undefined>;
  /** Whether the session starts this plan by itself as soon as it is approved. */
  startsApproved(plan: PlanId): Promise<boolean>;
  /** Drops the wish that waits for a check; `stop` ends the check too. */
  dropWish(options: { stop: boolean }): void;
  /** Lifts `isHeld`, and applies the answer. */
  release(): Promise<void>;
  /** Makes a signed plan the session's own, and runs it. */
  takeUp(plan: SignedPlan, by: Actor): Promise<Outcome<"begun" | "check_first">>;
  /** Continues the session's plan. */
  goOn(): Promise<void>;
  /** The agent stays read-only for the rest of its turn. */
  rest(): void;
  leave(how: "cancelled" | "handed_off", by: Actor): Promise<Outcome<{ wasLost: boolean }>>;
}
