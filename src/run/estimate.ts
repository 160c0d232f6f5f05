import { defined } from "../plan/defined.ts";
import type { Step } from "../plan/plan.ts";
import { MODE_CATALOGUE } from "../policy/modes.ts";

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** The planner's estimate of a step; without one, the usual values for its mode. */
export interface Estimated {
  tokens: number;
  minutes: number;
  /** Absent if the price is unknown. */
  cost?: number;
  /** Tokens or minutes are our guess. */
  guessed: boolean;
}

/** Agents read much more than they write. */
const SHARE_WRITTEN = 0.08;
const OF_A_COMMAND = { tokens: 0, minutes: 1 };

export function estimateOf(step: Step, price?: Price): Estimated {
  const { estimate = {} } = step;
  const usual = step.run === undefined ? MODE_CATALOGUE[step.mode ?? "code"].usual : OF_A_COMMAND;
  const tokens = estimate.tokens ?? Math.min(usual.tokens, step.max_tokens ?? usual.tokens);
  const cost = estimate.cost ?? (tokens === 0 ? 0 : price && costOf(tokens, price));
  return {
    tokens,
    minutes: estimate.minutes ?? usual.minutes,
    ...defined({ cost }),
    guessed: (estimate.tokens === undefined && step.run === undefined) || estimate.minutes === undefined,
  };
}

function costOf(tokens: number, { input, output }: Price): number {
  return (tokens * ((1 - SHARE_WRITTEN) * input + SHARE_WRITTEN * output)) / 1_000_000;
}
