import { existsSync } from "node:fs";
import { readCurrentRows } from "../desk/file-store/current-rows.ts";
import { placesOf } from "../desk/file-store/places.ts";
import { agentsIn, hasCancelledAtWork, plansIn } from "../desk/file-store/row-index.ts";
import { hasJournal } from "../desk/has-journal.ts";
import { findHome } from "../desk/home.ts";
import { findProject } from "../desk/project.ts";
import { cancelledLately } from "../run/cancelled-lately.ts";
import { hasLiveAgent } from "./has-live-agent.ts";
import { liveSessions } from "./live-sessions.ts";
import { lostAgents, PLANNING, type Sessions } from "./lost-agents.ts";
import type { PlanHost } from "./plan-session.ts";

/** A session of pi, as far as it matters here. */
interface PiSession {
  cwd: string;
  sessionManager: Sessions;
}

type Host = Pick<PlanHost, "env" | "clock">;

/**
 * Whether `beginSession` may find anything to do or to tell: to load it takes longer than to ask. Rows that cannot be
 * trusted mean yes. They never free an agent: the guard judges each call by the agent's own journal.
 */
export function needsPlanMode(session: PiSession, host: Host, agent: string): boolean {
  if (mayBeHeld(session, host, agent)) return true;
  const places = placesOf(findProject(session.cwd));
  if (!existsSync(places.plans)) return false;
  const home = findHome(host.env);
  const isAnythingLeft = readCurrentRows({ places, home }, (database) => {
    const executing = agentsIn(database, ["executing"]);
    return (
      plansIn(database, ["executing", "stalled"]).some((id) => !hasLiveAgent(id, executing, home)) ||
      hasCancelledAtWork(database, cancelledLately(host.clock?.now() ?? Date.now())) ||
      lostAgents(agentsIn(database, PLANNING), agent, home, session.sessionManager).length > 0
    );
  });
  return isAnythingLeft ?? true;
}

/** Whether the agent of a session may be in plan mode, or held by another session of this process. */
export function mayBeHeld({ cwd }: PiSession, { env }: Host, agent: string): boolean {
  try {
    return liveSessions.size > 0 || hasJournal(findHome(env), placesOf(findProject(cwd)), agent);
  } catch {
    // An id that is none, a home that cannot be read: plan mode itself says what is wrong.
    return true;
  }
}
