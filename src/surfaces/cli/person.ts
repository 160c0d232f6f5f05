import { createInterface } from "node:readline/promises";
import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { Session } from "./session.ts";

interface Asked {
  /** What it is about, printed before the question. */
  show?: string;
  question: string;
}

/**
 * A person for what only a person may do: by their token, or by asking on the terminal, where they see what it is about.
 * Without either nobody is there, and nothing is done.
 */
export async function askPerson(session: Session, desk: Desk, what: Asked): Promise<Outcome<Person>> {
  const secret = session.env["COUNTERSIGN_APPROVER_TOKEN"];
  return secret ? desk.authenticate({ via: "token", secret }) : askOwner(session, desk, what);
}

/** The person at the terminal, for what no token may do: make tokens, handle keys. */
export async function askOwner(session: Session, desk: Desk, what: Asked): Promise<Outcome<Person>> {
  const person = desk.authenticate({ via: "terminal" });
  if (!person.ok) return person;
  if (!session.isTerminal || session.json) {
    return no("no_person", "Only a person can do this, and there is no terminal to ask one on.", {
      hint: "Run it in a terminal. Plans can also be answered with a token: countersign token create <name>",
    });
  }
  if (what.show) session.print(`${what.show}\n`);
  const isSure = await ask(`${what.question} [y/N] `);
  return /^y(es)?$/i.test(isSure.trim()) ? person : no("no_person", "Nothing was done.");
}

/** Asks one line on the terminal. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } catch {
    return "";
  } finally {
    terminal.close();
  }
}
