import type { LiveEvent } from "../api/live.ts";
import { addressOf } from "../api/routes.ts";

export type LiveState = { live: true } | { live: false; since: number };
/** What a tab hears: an event, or whether there is a connection. `again`: it was lost in between. */
export type LiveMessage = { event: LiveEvent } | { state: LiveState; again?: true };

export interface LiveConnection {
  /** Tells the others that this plan is open here, as project/PLAN-…; empty for none. */
  look(at: string): void;
}

/** Keeps one event stream open as long as the page lives. */
export function listen(tell: (message: LiveMessage) => void): LiveConnection {
  let at = "";
  let source: EventSource | undefined;
  let lostSince: number | undefined = Date.now();
  let wait = FIRST_WAIT;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const next = new EventSource(addressOf("live") + (at === "" ? "" : `?at=${encodeURIComponent(at)}`));
    next.onmessage = ({ data }: MessageEvent<string>) => {
      const event: LiveEvent = JSON.parse(data);
      if (event.type === "hello") begin(next, event.missed);
      if (next === source) tell({ event });
    };
    next.onerror = () => {
      // The browser would try again after seconds; a restarted server is back sooner.
      next.close();
      clearTimeout(retry);
      retry = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
      // The one before still serves.
      if (source !== undefined && next !== source) return;
      source = undefined;
      if (lostSince === undefined) {
        lostSince = Date.now();
        tell({ state: { live: false, since: lostSince } });
      }
    };
  }

  /** The old stream ends only when the new one has begun, so that no event is lost between them. */
  function begin(next: EventSource, missed: boolean): void {
    if (source !== next) source?.close();
    source = next;
    wait = FIRST_WAIT;
    const again = lostSince !== undefined || missed;
    lostSince = undefined;
    tell({ state: { live: true }, ...(again && { again: true }) });
  }

  connect();
  return {
    look(next) {
      if (next === at) return;
      at = next;
      connect();
    },
  };
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;
