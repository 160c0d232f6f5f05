/** The resources a step used, and how its calls went. */
export interface StepStats {
  prompt_tokens: number;
  completion_tokens: number;
  /** US dollars. */
  cost: number;
  tool_calls: number;
  tool_successes: number;
  tool_failures: number;
  duration_seconds: number;
}

export interface FileChange {
  path: string;
  how: "added" | "changed" | "removed";
}

/** The facts about an ended step: the host's observations, and the runner's summary. */
export interface StepResult {
  /** The runner's summary, or the end of its output. */
  output: string;
  error?: string;
  stats: StepStats;
  /** The files it changed; absent where the host could not compare. */
  artifacts?: FileChange[];
  /** How it deviated from the plan, as its runner reported. */
  deviations?: string[];
  /** Unexpected changes: files outside its `files`, or no change at all. */
  drift?: string[];
  /** The tree before it did anything. */
  begun?: string;
  /** The tree after it. */
  snapshot?: string;
  /** Pairs of trees between which it did not work, and something changed: `beside` are steps that may have done that. */
  gaps?: { from: string; to: string; beside?: string[] }[];
  /** Files that changed since its first work, while it did not work, and are in the `files` of no step beside it. */
  others?: FileChange[];
  /** Files that no snapshot holds, unless an earlier step listed them: they cannot be rolled back. */
  left_out?: { path: string; because: string }[];
}

/** What an attempt left in the project. */
export type AttemptEffects = Pick<StepResult, "artifacts" | "deviations" | "drift" | "others" | "left_out">;

/** What a person who signed the step did not expect: reported deviations, then unexpected changes. */
export function surprises({ deviations = [], drift = [] }: Pick<StepResult, "deviations" | "drift">): string[] {
  return [...deviations.map((what) => `deviated from the plan: ${what}`), ...drift];
}

export const NO_STATS: StepStats = {
  prompt_tokens: 0,
  completion_tokens: 0,
  cost: 0,
  tool_calls: 0,
  tool_successes: 0,
  tool_failures: 0,
  duration_seconds: 0,
};

export function addStats(a: StepStats, b: StepStats): StepStats {
  const keys = Object.keys(NO_STATS) as (keyof StepStats)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as unknown as StepStats;
}
