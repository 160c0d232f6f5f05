/** Milliseconds. */
const LATELY = 7 * 24 * 3600 * 1000;

/** Plans that were cancelled before this moment have left nothing running. */
export function cancelledLately(now: number): string {
  return new Date(now - LATELY).toISOString();
}
