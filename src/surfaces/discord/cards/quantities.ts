/** "1 step", "3 steps". */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

/** How long something took, in two units at most. */
export function duration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  const hours = Math.floor(whole / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const minutes = Math.floor((whole % 3600) / 60);
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** "$0.12"; less than a cent is told apart from nothing. */
export function money(dollars: number): string {
  const known = Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
  if (known > 0 && known < 0.01) return "under $0.01";
  return `$${known.toFixed(2)}`;
}

/** "950 tokens", "12k tokens", "1.2M tokens". */
export function tokens(count: number): string {
  const known = Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;
  if (known < 1000) return counted(known, "token");
  if (known < 999_500) return `${Math.round(known / 1000)}k tokens`;
  return `${(known / 1_000_000).toFixed(1)}M tokens`;
}

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
