import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";

/** `/plan auto on|off`. It is kept with the session, over restarts. */
export async function switchAuto(session: PlanSession, by: Person, on: boolean): Promise<Outcome<string>> {
  const sent = await session.agent.send({ type: "switch_auto", on }, by);
  if (!sent.ok) return sent;
  session.isAuto = on;
  return yes(autoWords(session));
}

export function autoWords({ isAuto }: PlanSession): string {
  return isAuto
    ? "auto is on: a plan starts as soon as it is approved."
    : "auto is off: an approved plan waits for /plan resume.";
}
