import type { Moment } from "../lifecycle/clock-change.ts";

/** A heartbeat: its time by the clock of its process, and in seconds since its machine booted. */
export interface Heartbeat {
  at: string;
  boot: string | null;
  up: number | null;
}

export function heartbeatAt(moment: Moment): Heartbeat {
  return { at: moment.at, boot: moment.boot?.id ?? null, up: secondsUp(moment) ?? null };
}

/** The time of a heartbeat by the caller's clock, if both are of one boot. */
export function timeHere({ boot, up }: Heartbeat, now: Moment): string | undefined {
  return boot !== null && boot === now.boot?.id && up !== null ? timeAt(now, up) : undefined;
}

/** Names a heartbeat of another boot, to remember when a process of this one first saw it. */
export function heartbeatName({ boot, up }: Heartbeat): string {
  return `${boot} ${up}`;
}

/** In seconds since the boot. */
export function secondsUp({ at, boot }: Moment): number | undefined {
  return boot && Date.parse(at) / 1000 - boot.at;
}

export function timeAt({ boot }: Moment, up: number): string | undefined {
  return boot && new Date((boot.at + up) * 1000).toISOString();
}
