/** The candidate that was probably meant; `undefined` if none is near enough to suggest. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  // Replacing the only letter is not a misspelling.
  let bestDistance = wanted.length < 2 ? 1 : Math.max(1, Math.floor(wanted.length / 3)) + 1;
  let looked = 0;
  for (const candidate of candidates) {
    // A guess among thousands is useless, and would cost more than the rest of the check.
    if (++looked > 1000) break;
    if (candidate === word) return candidate;
    const distance = editDistance(wanted, plain(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `deniedTools`, `denied-tools` and `Denied Tools` count as the same word. */
function plain(word: string): string {
  return word
    .slice(0, 80)
    .toLowerCase()
    .replace(/[_\s-]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours; returns `limit` once the result cannot be less. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
    }
    if (Math.min(...current) >= limit) return limit;
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(limit, at(previous, b.length));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
