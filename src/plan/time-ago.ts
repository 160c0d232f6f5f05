import { counted } from "./quantities.ts";

const UNITS: readonly [string, number][] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];

/** "3 hours ago", for people; empty for an unknown time. A time to come was recorded by a clock that was set since. */
export function timeAgo(at: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(at)) / 1000;
  if (Number.isNaN(seconds)) return "";
  if (seconds < -60) return "at a time to come";
  return seconds < 60 ? "just now" : `${inOneUnit(seconds)} ago`;
}

/** "in 3 hours", for a deadline. */
export function timeUntil(at: string, now: Date): string {
  return `in ${inOneUnit(Math.max(0, (Date.parse(at) - now.getTime()) / 1000))}`;
}

function inOneUnit(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ["minute", 60];
  return counted(Math.max(1, Math.floor(seconds / size)), unit);
}
