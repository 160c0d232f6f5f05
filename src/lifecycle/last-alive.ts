/**
 * When an executor was last known to be alive: a record counts as a heartbeat, too, unless a clock that is ahead wrote it.
 * Heartbeats are by the caller's clock.
 */
export function lastAlive(record: string, sign: string | undefined, at: string): string {
  if (!sign) return record;
  return record > sign && record <= at ? record : sign;
}
