import { createInterface } from "node:readline/promises";
import type { Desk } from "../../desk/desk.ts";
import { no, type Outcome } from "../../desk/outcome.ts";
import type { Person } from "../../desk/persons.ts";
import type { Session } from "./session.ts";

/**
 * A person for what only a person may do: by their token, or by asking on the terminal, where they see what it is about.
 * Without either nobody is there, and nothing is done.
 */
export async function askPerson(
  session: Session,
  desk: Desk,
  what: { show?: string; question: string },
): Promise<Outcome<Person>> {
  const secret = session.env["COUNTERSIGN_APPROVER_TOKEN"];
  if (secret) return desk.authenticate({ via: "token", secret });
  const person = desk.authenticate({ via: "terminal" });
  if (!person.ok) return person;
  if (!session.isTerminal || session.json) {
    return no("no_person", "Only a person can do this, and there is no terminal to ask one on.", {
      hint: "Run it in a terminal, or set COUNTERSIGN_APPROVER_TOKEN (countersign token create <name>).",
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
