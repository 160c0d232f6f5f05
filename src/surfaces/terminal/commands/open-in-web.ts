import { planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { openInBrowser } from "../../../desk/open-in-browser.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { projectKey } from "../../../desk/project-key.ts";
import { serveProject } from "../../../desk/served-projects.ts";
import { runningServers } from "../../../desk/server-file.ts";
import { createSignInCode } from "../../../desk/sign-in-codes.ts";
import { sessionPlan } from "../session-plan.ts";
import { startDashboard } from "../start-dashboard.ts";

/** `/plan web [plan]`: the dashboard in the person's browser, at this plan. Starts a server if none runs. */
export async function openInWeb(session: PlanSession, by: Person, named: string | undefined): Promise<Outcome<string>> {
  const { desk } = session.agent;
  const plan = named === undefined ? yes(await sessionPlan(session)) : await planInSession(session, named);
  if (!plan.ok) return plan;
  const [running] = runningServers(desk.home);
  const started = running ? yes(running) : await startDashboard(desk, session.env);
  if (!started.ok) return started;
  const { port, address } = started.value;
  serveProject(desk.homeDatabase(), port, desk.project, desk.at());
  const code = createSignInCode(desk.homeDatabase(), by, desk.at());
  if (!code.ok) return code;
  const place = plan.value === undefined ? "" : `p/${projectKey(desk.project)}/${plan.value.id}`;
  const full = `${address}/${place}#code=${code.value}`;
  const isOpened = openInBrowser(desk.home, desk.project, full);
  const how = isOpened ? "Opening your browser. If nothing opens, use this address" : "Open this address";
  return yes(`${how}, once, within 60 seconds:\n${full}`);
}
