import { no } from "../../../desk/outcome.ts";
import { defined } from "../../../plan/defined.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // A proxy that collects the answer would hold back every event.
  "x-accel-buffering": "no",
};

/** The stream of what changes. */
export function liveHandlers({ live }: Dashboard): Pick<Handlers, "live"> {
  return {
    async live({ visitor, query, isSignedIn, signal, lastEventId: after }) {
      if (visitor === undefined) return no("no_person", "You are signed out.");
      const stream = live.listen({
        ...{ session: visitor.session, name: visitor.name, signal, isSignedIn },
        ...defined({ after, at: query.at }),
      });
      return new Response(stream, { headers: HEADERS });
    },
  };
}
