export interface Placeable {
  /** Where its middle should be. */
  wanted: number;
  size: number;
  weight: number;
}

/**
 * The middles of things in one column: in the given order, a gap apart, and each as near to its wish as the others
 * allow (the sum of weighted squares is least).
 */
export function placeInOrder(things: readonly Placeable[], gap: number): number[] {
  // Without their sizes and gaps it is the question for a rising sequence: neighbours that would fall are put together.
  const offsets: number[] = [];
  const groups: { sum: number; weight: number; count: number }[] = [];
  let offset = 0;
  let last = 0;
  for (const { wanted, size, weight } of things) {
    offset += offsets.length === 0 ? 0 : last / 2 + gap + size / 2;
    last = size;
    offsets.push(offset);
    let group = { sum: (wanted - offset) * weight, weight, count: 1 };
    for (
      let upper = groups.at(-1);
      upper && upper.sum / upper.weight > group.sum / group.weight;
      upper = groups.at(-1)
    ) {
      groups.pop();
      group = {
        sum: upper.sum + group.sum,
        weight: upper.weight + group.weight,
        count: upper.count + group.count,
      };
    }
    groups.push(group);
  }
  const starts = groups.flatMap(({ sum, weight, count }) => Array.from({ length: count }, () => sum / weight));
  return offsets.map((value, index) => value + (starts[index] ?? 0));
}
