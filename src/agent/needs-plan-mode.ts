import { existsSync } from "node:fs";
import { readCurrentRows } from "../desk/file-store/current-rows.ts";
import { projectPaths } from "../desk/file-store/project-paths.ts";
import { agentsIn, hasCancelledAtWork, plansIn } from "../desk/file-store/row-index.ts";
import { hasJournal } from "../desk/has-journal.ts";
import { findHome } from "../desk/home.ts";
import { findProject } from "../desk/project.ts";
import { cancelledLately } from "../run/cancelled-lately.ts";
import { liveSessionOf } from "../run/live-session.ts";
import { liveSessions } from "./live-sessions.ts";
import { lostAgents, PLANNING, type Sessions } from "./lost-agents.ts";
import type { PlanHost } from "./plan-session.ts";

/** The parts of a session of pi that this check needs. */
interface PiSession {
  cwd: string;
  sessionManager: Sessions;
}

type Host = Pick<PlanHost, "env" | "clock">;

/**
 * Whether `beginSession` may have anything to do or to report: loading it takes longer than asking. Untrusted rows
 * mean yes. They never lift a restriction: the guard judges each call by the agent's own journal.
 */
export function needsPlanMode(session: PiSession, host: Host, agent: string): boolean {
  if (mayBeHeld(session, host, agent)) return true;
  const places = projectPaths(findProject(session.cwd));
  if (!existsSync(places.plans)) return false;
  const home = findHome(host.env);
  const isAnythingLeft = readCurrentRows({ places, home }, (database) => {
    const executing = agentsIn(database, ["executing"]);
    return (
      plansIn(database, ["executing", "paused", "stalled"]).some(
        (id) => liveSessionOf(id, executing, home) === undefined,
      ) ||
      hasCancelledAtWork(database, cancelledLately(host.clock?.now() ?? Date.now())) ||
      lostAgents(agentsIn(database, PLANNING), agent, home, session.sessionManager).length > 0
    );
  });
  return isAnythingLeft ?? true;
}

/** Whether the agent of a session may be in plan mode, or restricted by another session of this process. */
export function mayBeHeld({ cwd }: PiSession, { env }: Host, agent: string): boolean {
  try {
    return liveSessions.size > 0 || hasJournal(findHome(env), projectPaths(findProject(cwd)), agent);
  } catch {
    // An invalid id, an unreadable home: plan mode itself reports what is wrong.
    return true;
  }
}
