/** What carrying out a step has used, and how its calls went. */
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

/** What is known of a step once it has ended: what the host saw, beside what the runner says. */
export interface StepResult {
  /** The runner's words, or the end of what was printed. */
  output: string;
  error?: string;
  stats: StepStats;
  /** The files it changed; absent where nobody could compare. */
  artifacts?: FileChange[];
  /** What it should not have done, or did not do: files changed outside its `files`, nothing changed at all. */
  drift?: string[];
  /** The tree after it. */
  snapshot?: string;
  /** Files that are in no snapshot, as far as they were not told of before: they cannot be taken back. */
  left_out?: { path: string; because: string }[];
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
