import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { Session } from "./session.ts";

interface Asked {
  /** Printed before the question. */
  show?: string;
  question: string;
  /** The text that the person typed before; a "no" prints it again. */
  typed?: string;
  /** `--yes` was given. */
  isSure?: boolean;
}

/**
 * Authenticates a person: by the token in the environment, or by a question on the terminal. Refuses if there is neither.
 */
export async function askPerson(session: Session, desk: Desk, what: Asked): Promise<Outcome<Person>> {
  const secret = session.env["COUNTERSIGN_APPROVER_TOKEN"];
  if (secret) return desk.authenticate({ via: "token", secret });
  return askOwner(session, desk, what, " Plans can also be answered with a token: countersign token create <name>");
}

/** Authenticates the person at the terminal, for acts that no token may do: make tokens, handle keys. */
export async function askOwner(session: Session, desk: Desk, what: Asked, or = ""): Promise<Outcome<Person>> {
  const person = desk.authenticate({ via: "terminal" });
  if (!person.ok) return person;
  if (!session.isTerminal) {
    return no("no_person", "Only a person can do this, and there is no terminal to ask on.", {
      hint: `Run it in a terminal.${or}`,
    });
  }
  if (what.show) session.tell(`${what.show}\n`);
  if (what.isSure) return person;
  if (await isMeant(session, what.question)) return person;
  return no("no_person", "Nothing was done.", what.typed ? { hint: `Your text was:\n${what.typed}` } : {});
}

/** Enter means no. Asks again after anything but yes or no. */
async function isMeant(session: Session, question: string): Promise<boolean> {
  for (;;) {
    const said = (await session.dialogue().line(`${question} [y/N] `)).trim();
    if (/^y(es)?$/i.test(said)) return true;
    if (/^(no?)?$/i.test(said)) return false;
    session.tell("Answer y or n.\n");
  }
}
