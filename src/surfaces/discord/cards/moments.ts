/** A moment as everybody's own clock shows it: "in 20 minutes". Nothing for what is no moment. */
export function moment(at: string | undefined): string | undefined {
  const seconds = Math.floor(Date.parse(at ?? "") / 1000);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? `<t:${seconds}:R>` : undefined;
}

/** `[███░░░]`: full only when all is done, and never empty once something is. */
export function progressBar(done: number, all: number, cells = 12): string {
  const share = all <= 0 ? 0 : Math.min(1, Math.max(0, done / all));
  const full = share === 1 ? cells : Math.min(cells - 1, Math.max(share > 0 ? 1 : 0, Math.round(share * cells)));
  return `[${"█".repeat(full)}${"░".repeat(cells - full)}]`;
}
