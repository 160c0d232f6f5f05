import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { Session } from "./session.ts";

interface Asked {
  /** What it is about, printed before the question. */
  show?: string;
  question: string;
  /** What they have typed already. */
  typed?: string;
  /** They said so when they called the command. */
  isSure?: boolean;
}

/**
 * A person for what only a person may do: by their token, or by asking on the terminal, where they see what it is about.
 * Without either nobody is there, and nothing is done.
 */
export async function askPerson(session: Session, desk: Desk, what: Asked): Promise<Outcome<Person>> {
  const secret = session.env["COUNTERSIGN_APPROVER_TOKEN"];
  if (secret) return desk.authenticate({ via: "token", secret });
  return askOwner(session, desk, what, " Plans can also be answered with a token: countersign token create <name>");
}

/** The person at the terminal, for what no token may do: make tokens, handle keys. */
export async function askOwner(session: Session, desk: Desk, what: Asked, or = ""): Promise<Outcome<Person>> {
  const person = desk.authenticate({ via: "terminal" });
  if (!person.ok) return person;
  if (!session.isTerminal) {
    return no("no_person", "Only a person can do this, and there is no terminal to ask one on.", {
      hint: `Run it in a terminal.${or}`,
    });
  }
  if (what.show) session.tell(`${what.show}\n`);
  if (what.isSure) return person;
  if (await isMeant(session, what.question)) return person;
  // Whatever was typed before is given back, so that it need not be typed again.
  return no("no_person", "Nothing was done.", what.typed ? { hint: `Your words were:\n${what.typed}` } : {});
}

/** Enter is a no. What is neither yes nor no is asked again. */
async function isMeant(session: Session, question: string): Promise<boolean> {
  for (;;) {
    const said = (await session.dialogue().line(`${question} [y/N] `)).trim();
    if (/^y(es)?$/i.test(said)) return true;
    if (/^(no?)?$/i.test(said)) return false;
    session.tell("Answer y or n.\n");
  }
}
