import { userInfo } from "node:os";
import type { PlanSession } from "../../agent/plan-session.ts";
import type { KeyPress } from "../../desk/key-presses.ts";
import type { Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { Actor } from "../../lifecycle/actor.ts";

/**
 * The person behind a key that was pressed here. A client that drives pi answers in the name of its person, and has no
 * keys.
 */
export function personHere(session: PlanSession, press: KeyPress | undefined): Outcome<Person> {
  const id = userName();
  const { desk } = session.agent;
  return session.context.mode === "tui"
    ? desk.authenticate({ via: "key", press, id, name: id })
    : desk.authenticate({ via: "surface", surface: "terminal", id, name: id });
}

/** The actor who starts planning. That needs no key; with one, the person is recorded as the requester. */
export function whoEnters(session: PlanSession, press: KeyPress | undefined): Actor {
  const person = personHere(session, press);
  return person.ok ? person.value : { ...viewerHere(session), kind: "local" };
}

/** The actor as whom this terminal reads plans. */
export function viewerHere({ agent }: PlanSession): Actor {
  return agent.desk.viewerAt("terminal", userName());
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "local";
  }
}
