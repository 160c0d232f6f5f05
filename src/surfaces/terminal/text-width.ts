/** Columns of a message or a card: at its sides pi and the card leave four free. Longer lines are hard to read. */
export function textWidth(columns = process.stdout.columns || 80): number {
  return Math.min(76, columns - 4);
}
