/** "1 step", "3 steps", "1,200 steps". */
export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${grouped(count)} ${count === 1 ? word : plural}`;
}

/** A whole number with separated thousands. Not `toLocaleString`: its first call takes Node 12 ms. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** How long something took: "0.4 s", "12 s", "3 min 5 s", "1 h 5 min". */
export function duration(seconds: number): string {
  if (!(seconds > 0) || seconds === Number.POSITIVE_INFINITY) return "0 s";
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes === 0) return `${whole} s`;
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  return hoursAnd(minutes);
}

/** The same where there is little room, or for a rough value: "41 s", "3 min", "1 h 5 min", "2 d". */
export function roughDuration(seconds: number): string {
  const whole = wholeSeconds(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? hoursAnd(minutes) : `${Math.floor(minutes / (24 * 60))} d`;
}

/** A running clock: "0:12", "1:05:00". */
export function clock(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds between two times; undefined if one of them is unknown. */
export function secondsBetween(from: string | undefined, to: string): number | undefined {
  const seconds = (Date.parse(to) - Date.parse(from ?? "")) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** "$0.12"; "<$0.01" and "$0.00" differ. */
export function money(dollars: number): string {
  const known = Number.isFinite(dollars) ? Math.max(0, dollars) : 0;
  return known > 0 && known < 0.01 ? "<$0.01" : `$${known.toFixed(2)}`;
}

/** "950", "12k", "1.2M". */
export function tokens(count: number): string {
  const known = Number.isFinite(count) ? Math.max(0, Math.round(count)) : 0;
  if (known < 1000) return String(known);
  return known < 999_500 ? `${Math.round(known / 1000)}k` : `${(known / 1_000_000).toFixed(1)}M`;
}

function hoursAnd(minutes: number): string {
  const hours = `${Math.floor(minutes / 60)} h`;
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`;
}

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
}
