import { userInfo } from "node:os";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";

/** Whoever sits at this terminal. What they press and type is theirs; nothing an agent does comes through here. */
export function personHere(session: PlanSession): Outcome<Person> {
  const name = userName();
  return session.agent.desk.authenticate({ via: "surface", surface: "terminal", id: name, name });
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "local";
  }
}
