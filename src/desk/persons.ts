import { userInfo } from "node:os";
import type { Actor } from "../lifecycle/actor.ts";
import type { HomeDatabase } from "./home-database.ts";
import { type KeyPress, type KeyPresses, trustedPresses } from "./key-presses.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { findToken } from "./tokens.ts";

/** How somebody shows that they are a person. */
export type Claim =
  /** They were asked on a terminal, saw what it is about, and said yes there. */
  | { via: "terminal" }
  /** They pressed a key at the terminal in which the agent runs. */
  | { via: "key"; press: KeyPress | undefined; id: string; name: string }
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
  /** Of the keyboard that the host reads, if it has one. */
  presses?: KeyPresses | undefined;
}

/** Surfaces on this machine that know no accounts: whoever sits there counts as one person. */
const LOCAL = ["terminal", "cli", "web", "mcp"];

/** Persons this process has seen prove it. A look-alike object is not among them. */
const authenticated = new WeakSet<Actor>();
// Taken at load: an extension in this process can change what all sets inherit.
const [has, add] = [authenticated.has.bind(authenticated), authenticated.add.bind(authenticated)];

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
  const presses = trustedPresses();
  if (presses !== undefined && claim.via !== "token" && (claim.via !== "key" || facts.presses !== presses)) {
    return no("no_person", "In this process a person is known by a key that they press in its terminal.", {
      hint: "Approve it there, or in another terminal: countersign approve",
    });
  }
  switch (claim.via) {
    case "terminal":
      return admit({ kind: "person", surface: "cli", ...localUser(), person: "" }, facts);
    case "key": {
      const { press, id, name } = claim;
      if (press === undefined || !facts.presses?.redeem(press)) {
        return no("no_person", "This did not come from the keyboard, so no person stands behind it.", {
          hint: "Press the key in this terminal, or use another one: countersign inbox",
        });
      }
      return admit({ kind: "person", surface: "terminal", id, name, person: "" }, facts);
    }
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
  return has(actor);
}

/** Who types here, when nothing has to be proven: the author of a proposal, the agent whose shell this is. */
export function localActor(env: NodeJS.ProcessEnv): Actor {
  const agent = env["COUNTERSIGN_AGENT"];
  if (agent) return { kind: "agent", surface: "agent", id: agent, name: agent, person: "local" };
  return { kind: "local", surface: "cli", ...localUser(), person: "local" };
}

/** As whom somebody at this surface would count. It shows them what they may do, and may do none of it. */
export function viewerAt(surface: string, id: string, persons: PersonFacts["persons"]): Actor {
  const viewer: Person = { kind: "person", surface, id, name: id, person: "" };
  return { ...viewer, person: personBehind(viewer, persons) };
}

function admit(person: Person, { persons }: PersonFacts): Outcome<Person> {
  // Frozen: who was admitted as one person cannot become another.
  const roles = person.roles && { roles: Object.freeze([...person.roles]) as string[] };
  const admitted: Person = Object.freeze({ ...person, ...roles, person: personBehind(person, persons) });
  add(admitted);
  return yes(admitted);
}

function personBehind({ surface, id, person }: Person, persons: PersonFacts["persons"]): string {
  const account = `${surface}:${id}`;
  const known = Object.entries(persons).find(([, accounts]) => accounts.includes(account))?.[0];
  return known ?? (person || (LOCAL.includes(surface) ? "local" : account));
}

function localUser(): { id: string; name: string } {
  try {
    const { username } = userInfo();
    return { id: username, name: username };
  } catch {
    return { id: "local", name: "local" };
  }
}
