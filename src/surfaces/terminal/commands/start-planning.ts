import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { whoEnters } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { statusText } from "./status-text.ts";

/** The shortcut: it starts planning, and never ends it. */
export async function startPlanning(
  session: PlanSession,
  view: TerminalView,
  press: KeyPress | undefined,
): Promise<void> {
  const { ui } = session.context;
  if ((await session.agent.state()).phase === "inactive") {
    const entered = await session.enter(whoEnters(session, press), {});
    if (!entered.ok) return ui.notify(entered.refusal.message, "warning");
    return ui.notify("Plan mode is on: the agent is read-only. Type your goal.", "info");
  }
  if (!(await view.waits.attend({ again: true }))) ui.notify(await statusText(session), "info");
}
