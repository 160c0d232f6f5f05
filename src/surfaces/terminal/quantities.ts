/** "1 step", "3 steps". */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

/** How long something took, in two units at most: "41 s", "3 min", "1 h 5 min", "2 d". */
export function duration(seconds: number): string {
  const whole = wholeSeconds(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min`;
  const hours = Math.floor(whole / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  const minutes = Math.floor((whole % 3600) / 60);
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

/** A clock that runs: "0:12", "1:05:00". */
export function clock(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds from one moment to another; nothing if one of them is not known. */
export function secondsBetween(from: string | undefined, to: string): number | undefined {
  const seconds = (Date.parse(to) - Date.parse(from ?? "")) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** "$0.12"; less than a cent is told apart from nothing. */
export function money(dollars: number): string {
  const known = Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
  if (known > 0 && known < 0.01) return "<$0.01";
  return `$${known.toFixed(2)}`;
}

/** "950", "12k", "1.2M". */
export function tokens(count: number): string {
  const known = Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;
  if (known < 1000) return String(known);
  if (known < 999_500) return `${Math.round(known / 1000)}k`;
  return `${(known / 1_000_000).toFixed(1)}M`;
}

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
}
