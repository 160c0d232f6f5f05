/**
 * When the machine booted, by the clock of the process that says so: the time now less the time since the boot. It stays
 * the same until the clock is set: a machine that sleeps counts that time in both, and a clock that is slewed
 * slows both.
 */
export interface Boot {
  /** Of this boot of this machine. */
  id: string;
  /** In seconds since 1970. */
  at: number;
}

/** By the id of a boot: when it was, by the clock that wrote the newest record of the journal. */
export type Boots = Readonly<Record<string, number>>;

/** The time of a process, and its boot where the system tells it. */
export interface Moment {
  at: string;
  boot?: Boot;
}

/**
 * The clock differs from the one that wrote the records before: it was set, or another machine has another one. In
 * seconds; `unknown`: only that it differs is certain, and so much makes the newest record one of this moment.
 */
export interface ClockChange {
  by_seconds: number;
  unknown?: true;
}

/** The parts of a journal's state that tell which clock its records were written with. */
export interface Timed {
  updated_at?: string;
  boots?: Boots;
}

/** Smaller differences are not noticed, but they add up. */
const TOLERATED_SECONDS = 10;

/** A process that waited for the lock finds a newer record than its own time; it waits for half a minute at most. */
const BEHIND_SECONDS = 60;

/** Countersign is younger than this: a record from before was written with a clock that had not been set. */
const FIRST_MOMENT = "2026-01-01T00:00:00.000Z";

/** Later dates are written differently, and no longer sort as text. */
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** How the clock was set since the newest record, if it was. Facts come in: (journal, moment) → change. */
export function clockChange({ updated_at, boots }: Timed, { at, boot }: Moment): ClockChange | undefined {
  const known = boot && boots?.[boot.id];
  if (boot && known !== undefined && differ(boot, { ...boot, at: known })) return { by_seconds: boot.at - known };
  const passed = (Date.parse(at) - Date.parse(updated_at ?? at)) / 1000;
  const isBehind = passed < -BEHIND_SECONDS;
  const wasUnset = known === undefined && (updated_at ?? at) < FIRST_MOMENT && at >= FIRST_MOMENT;
  return isBehind || wasUnset ? { by_seconds: Math.round(passed), unknown: true } : undefined;
}

/** Whether the clock was set between two readings. */
export function differ(one: Boot, other: Boot): boolean {
  return one.id === other.id && Math.abs(one.at - other.at) > TOLERATED_SECONDS;
}

/** Whether the clock is behind a journal that no process of this boot has written to. */
export function isClockBehind(state: Timed, moment: Moment): boolean {
  if (moment.boot && state.boots?.[moment.boot.id] !== undefined) return false;
  return (clockChange(state, moment)?.by_seconds ?? 0) < 0;
}

/** The boots after a record: those of other machines move with the clock. */
export function bootsAfter(boots: Boots | undefined, boot: Boot | undefined, change?: ClockChange): Boots | undefined {
  const by = change?.by_seconds ?? 0;
  if (boot === undefined && by === 0) return boots;
  const moved = Object.entries(boots ?? {}).map(([id, at]) => [id, at + by] as const);
  return { ...Object.fromEntries(moved), ...(boot && { [boot.id]: boot.at }) };
}

/** The boot for a new record: only one that the journal does not have yet. */
export function newBoot({ boots }: Timed, { boot }: Moment): Boot | undefined {
  return boot && boots?.[boot.id] === undefined ? boot : undefined;
}

/** A recorded time, by the clock after the change; it stays before the change, which was recorded later. */
export function movedTime(time: string, change: ClockChange, at: string): string {
  const there = movedDeadline(time, change);
  return there < at ? there : at;
}

/** The same for a time that may be still to come. */
export function movedDeadline(time: string, { by_seconds }: ClockChange): string {
  const moment = Date.parse(time) + by_seconds * 1000;
  return moment >= 0 && moment <= LAST_MOMENT ? new Date(moment).toISOString() : time;
}
