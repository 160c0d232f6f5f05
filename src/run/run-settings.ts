import type { Config } from "../desk/config.ts";
import type { Step } from "../plan/plan.ts";
import { MODE_CATALOGUE } from "../policy/modes.ts";
import type { StepLimits } from "./step-runner.ts";

/** The settings for runs. `Infinity` where there is no limit. */
export interface RunSettings {
  execution: Config["execution"];
  max_parallel_steps: number;
  max_parallel_plans: number;
  on_failure: Config["on_failure"];
  on_interrupted: Config["on_interrupted"];
  step_timeout_minutes: number;
  verify_timeout_minutes: number;
  max_turns: number;
  max_context_tokens: number;
  snapshots: boolean;
  budget: { tokens: number; cost: number; minutes: number };
}

export function runSettings(config: Config): RunSettings {
  const { execution, max_parallel_steps, max_parallel_plans, on_failure, on_interrupted } = config;
  const { step_timeout_minutes, verify_timeout_minutes, max_turns, max_context_tokens, snapshots, budget } = config;
  return {
    execution,
    max_parallel_steps,
    max_parallel_plans,
    on_failure,
    on_interrupted,
    step_timeout_minutes: limit(step_timeout_minutes),
    verify_timeout_minutes: limit(verify_timeout_minutes),
    max_turns: limit(max_turns),
    max_context_tokens,
    snapshots,
    budget: { tokens: limit(budget.tokens), cost: limit(budget.cost), minutes: limit(budget.minutes) },
  };
}

/** The limits of a step: its signed ones, else the lower of its mode's and the settings'. */
export function stepLimits(
  step: Pick<Step, "mode" | "max_turns">,
  settings: Pick<RunSettings, "max_turns" | "step_timeout_minutes">,
): StepLimits {
  const { max_turns = Number.POSITIVE_INFINITY, minutes = Number.POSITIVE_INFINITY } =
    step.mode === undefined ? {} : MODE_CATALOGUE[step.mode].limits;
  // Who sets no limit wants none, in whichever mode.
  const most = Number.isFinite(settings.max_turns) ? Math.min(max_turns, settings.max_turns) : settings.max_turns;
  return {
    max_turns: step.max_turns ?? most,
    time: Math.min(minutes, settings.step_timeout_minutes) * 60_000,
  };
}

/** Milliseconds that the check of a step may take. */
export function checkLimit(
  step: Pick<Step, "verify_minutes">,
  settings: Pick<RunSettings, "verify_timeout_minutes">,
): number {
  return (step.verify_minutes ?? settings.verify_timeout_minutes) * 60_000;
}

function limit(setting: number): number {
  return setting === 0 ? Number.POSITIVE_INFINITY : setting;
}
