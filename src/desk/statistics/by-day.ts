import type { Desk } from "../desk.ts";
import { journalFacts } from "./journal-facts.ts";
import type { DayCount } from "./plan-facts.ts";

export interface Day extends DayCount {
  /** UTC. */
  day: string;
}

/** The days on which something happened to plans, oldest first. Plans proposed before `since` do not count. */
export async function statisticsByDay(desk: Desk, { since }: { since?: string } = {}): Promise<Day[]> {
  const { facts } = await journalFacts(desk);
  const plans = facts
    .filter((one) => one.kind === "plan")
    .filter(({ proposed_at }) => since === undefined || proposed_at >= since);
  return addDays(plans.flatMap(({ days }) => days.map(([day, count]) => ({ day, ...count }))));
}

/** Counts of the same day together, oldest day first. */
export function addDays(days: readonly Day[]): Day[] {
  const sums = new Map<string, Day>();
  for (const { day, ...count } of days) {
    const before = sums.get(day);
    sums.set(day, {
      day,
      proposed: count.proposed + (before?.proposed ?? 0),
      approved: count.approved + (before?.approved ?? 0),
      rejected: count.rejected + (before?.rejected ?? 0),
      cost: count.cost + (before?.cost ?? 0),
      tokens: count.tokens + (before?.tokens ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
