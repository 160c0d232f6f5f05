/** `[██████░░░░░░]`: full only when all is done, and never empty once something is. */
export function progressBar(done: number, all: number, cells: number): string {
  const share = all <= 0 ? 0 : Math.min(1, Math.max(0, done / all));
  const exact = Math.round(share * cells);
  const full = share === 1 ? cells : Math.min(cells - 1, Math.max(share > 0 ? 1 : 0, exact));
  return `[${"█".repeat(full)}${"░".repeat(cells - full)}]`;
}
