import type { PlanSession } from "../../../agent/plan-session.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { statusText } from "./status-text.ts";

/** The shortcut: it starts planning, and never ends it. */
export async function startPlanning(session: PlanSession, view: TerminalView): Promise<void> {
  const { ui } = session.context;
  const person = personHere(session);
  if ((await session.agent.state()).phase === "inactive" && person.ok) {
    const entered = await session.enter(person.value, {});
    if (!entered.ok) return ui.notify(entered.refusal.message, "warning");
    return ui.notify("Plan mode is on: the agent can read, and change nothing. Say what you want.", "info");
  }
  if (!(await view.waits.attend({ again: true }))) ui.notify(await statusText(session), "info");
}
