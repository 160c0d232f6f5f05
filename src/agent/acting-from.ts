import type { Acting } from "../acts/act.ts";
import { findPlan } from "../acts/find-plan.ts";
import type { SessionPort } from "../acts/session-port.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { PlanSession } from "./plan-session.ts";
import { PiSessionPort } from "./session-port.ts";

/** A person who acts from a session. */
export function actingFrom(session: PlanSession, by: Person): Acting & { session: SessionPort } {
  return { desk: session.agent.desk, by, session: new PiSessionPort(session) };
}

/** The plan with this id or its beginning; without a name, the session's current or last one. */
export async function planInSession(session: PlanSession, name: string | undefined): Promise<Outcome<LivePlan>> {
  if (name) return findPlan(session.agent.desk, name);
  const plan = (await session.agent.plan()) ?? (await session.lastPlan());
  if (plan !== undefined) return yes(plan);
  return no("not_found", "This session has no plan.", {
    next: [
      { move: "plans", what: "list all plans" },
      { move: "plan", what: "plan something" },
    ],
  });
}
