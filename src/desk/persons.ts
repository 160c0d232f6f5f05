import { userInfo } from "node:os";
import type { Actor } from "../lifecycle/actor.ts";
import type { HomeDatabase } from "./home-database.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { findToken } from "./tokens.ts";

/** How somebody shows that they are a person. */
export type Claim =
  /** They were asked on a terminal, saw what it is about, and said yes there. */
  | { via: "terminal" }
  /** They hold a token that a person made for them. */
  | { via: "token"; secret: string }
  /** A surface with accounts of its own vouches for them: it knows who pressed the button. */
  | { via: "surface"; surface: string; id: string; name: string; roles?: string[] };

export type Person = Actor & { kind: "person"; person: string };

export interface PersonFacts {
  env: NodeJS.ProcessEnv;
  at: string;
  home: () => HomeDatabase;
  /** From the user's configuration: a person's name → their accounts, as `surface:id`. */
  persons: Record<string, readonly string[]>;
}

/** Surfaces on this machine that know no accounts: whoever sits there counts as one person. */
const LOCAL = ["terminal", "cli", "web", "mcp"];

/** Persons this process has seen prove it. A look-alike object is not among them. */
const authenticated = new WeakSet<Actor>();

/** The one check who is a person. Everything only a person may do needs what it returns. */
export function authenticate(claim: Claim, facts: PersonFacts): Outcome<Person> {
  if (facts.env["COUNTERSIGN_AGENT"] !== undefined) {
    return no(
      "inside_agent",
      "This shell was started by an agent; only a person can do this, in a terminal of their own.",
      {
        hint: "Run the command in your own terminal, not through the agent.",
      },
    );
  }
  switch (claim.via) {
    case "terminal":
      return admit({ kind: "person", surface: "cli", ...localUser(), person: "" }, facts);
    case "surface": {
      const { surface, id, name, roles } = claim;
      return admit({ kind: "person", surface, id, name, person: "", ...(roles && { roles }) }, facts);
    }
    case "token": {
      const token = findToken(facts.home(), claim.secret, facts.at);
      if (token === undefined) {
        return no("wrong_token", "COUNTERSIGN_APPROVER_TOKEN is not a valid token: unknown, expired or revoked.", {
          hint: "Make one with: countersign token create <name>",
        });
      }
      const { name, roles } = token;
      return admit(
        { kind: "person", surface: "token", id: name, name, person: name, ...(roles.length > 0 && { roles }) },
        facts,
      );
    }
  }
}

export function isAuthenticated(actor: Actor): boolean {
  return authenticated.has(actor);
}

/** Who types here, when nothing has to be proven: the author of a proposal, the agent whose shell this is. */
export function localActor(env: NodeJS.ProcessEnv): Actor {
  const agent = env["COUNTERSIGN_AGENT"];
  if (agent) return { kind: "agent", surface: "agent", id: agent, name: agent, person: "local" };
  return { kind: "local", surface: "cli", ...localUser(), person: "local" };
}

function admit(person: Person, facts: PersonFacts): Outcome<Person> {
  const account = `${person.surface}:${person.id}`;
  const known = Object.entries(facts.persons).find(([, accounts]) => accounts.includes(account))?.[0];
  const own = person.person || (LOCAL.includes(person.surface) ? "local" : account);
  // Frozen: who was admitted as one person cannot become another.
  const roles = person.roles && { roles: Object.freeze([...person.roles]) as string[] };
  const admitted: Person = Object.freeze({ ...person, ...roles, person: known ?? own });
  authenticated.add(admitted);
  return yes(admitted);
}

function localUser(): { id: string; name: string } {
  try {
    const { username } = userInfo();
    return { id: username, name: username };
  } catch {
    return { id: "local", name: "local" };
  }
}
