/** Half of them are at most the median, nine of ten at most `p90`. */
export interface Spread {
  count: number;
  median: number;
  p90: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [most] = sorted.slice(-1);
  if (most === undefined) return undefined;
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? most;
  return { count: sorted.length, median: at(0.5), p90: at(0.9), most };
}
