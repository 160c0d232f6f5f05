/** Positions, in their order, as numbers that count from 1: `2, 7 to 34`. */
export function numberRanges(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last?.[1] === position) last[1] = position + 1;
    else runs.push([position + 1, position + 1]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
}
