import { uptime } from "node:os";
import type { Boot, Moment } from "../lifecycle/clock-change.ts";
import { bootId } from "./boot-id.ts";
import { processSpace } from "./process-identity.ts";

/** Between two readings of the time a process can be stopped; then it reads them again. */
const CLOSE_MS = 1_000;
const TRIES = 5;

/** The time and the boot, by the clock of the system. Linux, macOS and Windows count sleep in the time since the boot. */
export function systemMoment(): Moment {
  for (let tries = TRIES; ; tries--) {
    const now = Date.now();
    const up = secondsUp();
    if (up === undefined) return momentOf(now);
    if (Math.abs(Date.now() - now) < CLOSE_MS) return momentOf(now, { id: systemBoot(), at: now / 1000 - up });
    if (tries === 0) return momentOf(now);
  }
}

/** By the clock of a host: without its boot, only a clock that is behind the newest record is noticed. */
export function momentBy(now: (() => Date) | undefined, boot: (() => Boot | undefined) | undefined): () => Moment {
  return () => momentOf(now ? now().getTime() : Date.now(), boot?.());
}

function momentOf(now: number, boot?: Boot): Moment {
  // Whole seconds are enough, and stand in the journal.
  return { at: new Date(now).toISOString(), ...(boot && { boot: { ...boot, at: Math.round(boot.at) } }) };
}

function secondsUp(): number | undefined {
  try {
    return uptime();
  } catch {
    return undefined;
  }
}

/** A container may count from its own start: processes in another process space are taken for another boot. */
function systemBoot(): string {
  id ??= `${bootId().slice(0, 8)}-${processSpace()?.replace(/\D/g, "") ?? ""}`;
  return id;
}

let id: string | undefined;
