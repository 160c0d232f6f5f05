import { roughDuration } from "../plan/quantities.ts";
import type { ClockChange } from "./clock-change.ts";

/** "set forward by 2 d": how the clock of a journal changed. */
export function clockWords({ by_seconds, unknown }: ClockChange): string {
  const by = roughDuration(Math.abs(by_seconds));
  if (unknown)
    return by_seconds < 0 ? `behind the record before by ${by}` : "not set when the record before was written";
  return `set ${by_seconds < 0 ? "back" : "forward"} by ${by}`;
}

/** A sentence for people: which clock, and that nothing came of it. */
export function clockSentence(change: ClockChange, journal: string): string {
  const words = clockWords(change);
  const since = change.unknown ? "" : " since its last record";
  return `${journal}: the clock was ${words}${since}. Nothing has expired by that.`;
}
