/** Between two commands the clock may be corrected a little. */
const BEHIND_MS = 60_000;

/** Whether the clock is behind the making of a secret: then the end of that secret means nothing. */
export function isClockBehindMaking(created_at: string, at: string): boolean {
  return Date.parse(created_at) - Date.parse(at) > BEHIND_MS;
}
