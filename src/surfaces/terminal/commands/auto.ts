import { autoRun, autoRunWords, switchAutoRun } from "../../../acts/auto-run.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";

/** `/plan auto on|off`: the setting `auto_run` in the person's own file, for all their terminals. */
export async function switchAuto(session: PlanSession, by: Person, on: boolean): Promise<Outcome<string>> {
  const { agent } = session;
  const switched = switchAutoRun(agent.desk, by, on);
  if (!switched.ok) return switched;
  // For the audit; a project without plans has no journals.
  if (agent.isKept) await agent.send({ type: "switch_auto", on }, by);
  session.approvedElsewhere.watch();
  return yes(autoWords(session));
}

export function autoWords({ agent }: PlanSession): string {
  return autoRunWords(autoRun(agent.desk));
}
