import { userInfo } from "node:os";
import type { Actor } from "../lifecycle/actor.ts";
import { defined } from "../plan/defined.ts";
import type { HomeDatabase } from "./home-database.ts";
import { type KeyPress, type KeyPresses, trustedPresses } from "./key-presses.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { findToken } from "./tokens.ts";

/** A proof that an actor is a person. */
export type Claim =
  /** They saw the subject on a terminal, and confirmed it there. */
  | { via: "terminal" }
  /** They pressed a key at the terminal in which the agent runs. */
  | { via: "key"; press: KeyPress | undefined; id: string; name: string }
  /** They hold a token that a person made for them. */
  | { via: "token"; secret: string }
  /** A surface with accounts vouches for them: it knows who pressed the button. */
  | { via: "surface"; surface: string; id: string; name: string; roles?: string[] };

export type Person = Actor & { kind: "person"; person: string };

export function isPerson(actor: Actor): actor is Person {
  return actor.kind === "person" && actor.person !== undefined;
}

export interface PersonFacts {
  env: NodeJS.ProcessEnv;
  at: string;
  home: () => HomeDatabase;
  /** From the user's configuration: a person's name → their accounts, as `surface:id`. */
  persons: Record<string, readonly string[]>;
  /** Of the keyboard that the host reads, if any. */
  presses?: KeyPresses | undefined;
}

/** Surfaces on this machine without accounts: the user there counts as one person. */
const LOCAL = ["terminal", "cli", "web", "mcp"];

/** The persons that this process has authenticated. A copy of such an object is not one. */
const authenticated = new WeakSet<Actor>();
// Taken at load: an extension in this process can change the prototype of all sets.
const [has, add] = [authenticated.has.bind(authenticated), authenticated.add.bind(authenticated)];

/** Authenticates a person. Every act for persons only needs its result. */
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
  if (presses !== undefined && claim.via !== "token") {
    const elsewhere = "or answer on another surface.";
    if (claim.via !== "key")
      return no("no_person", "In this process a person is known by a key that they press in its terminal.", {
        hint: `Approve it there, ${elsewhere}`,
      });
    if (facts.presses !== presses)
      return no("no_person", "Another copy of Countersign reads the keys of this process. Restart pi to sign here.", {
        hint: `Restart pi, ${elsewhere}`,
      });
    if (presses.isBroken?.())
      return no(
        "no_person",
        "Another extension reads the terminal in place of Countersign. Restart pi without it to sign here.",
        { hint: `Restart pi without it, ${elsewhere}` },
      );
  }
  switch (claim.via) {
    case "terminal":
      return admit({ kind: "person", surface: "cli", ...localUser(), person: "" }, facts);
    case "key": {
      const { press, id, name } = claim;
      if (press === undefined || !facts.presses?.redeem(press)) {
        return no("no_person", "This did not come from the keyboard, so it does not count as a person's act.", {
          hint: "Press the key in this terminal, or answer on another surface.",
        });
      }
      return admit({ kind: "person", surface: "terminal", id, name, person: "" }, facts);
    }
    case "surface": {
      const { surface, id, name, roles } = claim;
      return admit({ kind: "person", surface, id, name, person: "", ...defined({ roles }) }, facts);
    }
    case "token": {
      const token = findToken(facts.home(), claim.secret, facts.at);
      if (token === undefined) {
        return no(
          "wrong_token",
          "COUNTERSIGN_APPROVER_TOKEN is not a valid token: unknown, expired or revoked, or the clock is wrong.",
          {
            next: [{ move: "token", what: "make one" }],
          },
        );
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

/** The actor of this environment where no proof is needed: the author of a proposal, the agent whose shell this is. */
export function localActor(env: NodeJS.ProcessEnv): Actor {
  const agent = env["COUNTERSIGN_AGENT"];
  // Set to nothing it is set.
  if (agent !== undefined) {
    const name = agent || "agent";
    return { kind: "agent", surface: "agent", id: name, name, person: "local" };
  }
  return { kind: "local", surface: "cli", ...localUser(), person: "local" };
}

/** The actor that a user at this surface would be. Shows them what they may do, and authorises nothing. */
export function viewerAt(surface: string, id: string, persons: PersonFacts["persons"]): Actor {
  const viewer: Person = { kind: "person", surface, id, name: id, person: "" };
  return { ...viewer, person: personBehind(viewer, persons) };
}

function admit(person: Person, { persons }: PersonFacts): Outcome<Person> {
  // Frozen, so that an authenticated person cannot become another one.
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
