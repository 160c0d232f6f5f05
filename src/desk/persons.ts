import { userInfo } from "node:os";
import type { Access } from "../lifecycle/access.ts";
import { type Actor, accountOf } from "../lifecycle/actor.ts";
import { defined } from "../plan/defined.ts";
import type { HomeDatabase } from "./home-database.ts";
import { type KeyPress, type KeyPresses, trustedPresses } from "./key-presses.ts";
import { isLocalSurface, LOCAL_SURFACES } from "./local-surfaces.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { findToken, type Token, tokenOfSession } from "./tokens.ts";
import { findWebSession } from "./web-sessions.ts";

/** A proof that an actor is a person. */
export type Claim =
  /** They saw the subject on a terminal, and confirmed it there. */
  | { via: "terminal" }
  /** They pressed a key at the terminal in which the agent runs. */
  | { via: "key"; press: KeyPress | undefined; id: string; name: string }
  /** They hold a token that a person made for them. */
  | { via: "token"; secret: string }
  /** Their browser holds the secret of a session that this server began with a code or a token. */
  | { via: "web"; secret: string; port: number }
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

/** The user of this machine, where the settings give them no name. */
const LOCAL_PERSON = "local";

/** The persons that this process has authenticated. A copy of such an object is not one. */
const authenticated = new WeakMap<Actor, Access>();
// Taken at load: an extension in this process can change the prototype of all maps.
const [get, set] = [authenticated.get.bind(authenticated), authenticated.set.bind(authenticated)];

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
      return admit({ kind: "person", surface: "cli", ...localUser(), person: "" }, "admin", facts);
    case "key": {
      const { press, id, name } = claim;
      if (press === undefined || !facts.presses?.redeem(press)) {
        return no("no_person", "This did not come from the keyboard, so it does not count as a person's act.", {
          hint: "Press the key in this terminal, or answer on another surface.",
        });
      }
      return admit({ kind: "person", surface: "terminal", id, name, person: "" }, "admin", facts);
    }
    case "surface": {
      const { surface, id, name, roles } = claim;
      return admit({ kind: "person", surface, id, name, person: "", ...defined({ roles }) }, "approver", facts);
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
      return admitHolder(token, "token", facts);
    }
    case "web": {
      const session = findWebSession(facts.home(), claim.secret, claim.port, facts.at);
      const token = session?.token_id && tokenOfSession(facts.home(), session.token_id, facts.at);
      if (token) return admitHolder(token, "web", facts);
      if (session?.account === undefined) {
        return no("signed_out", "You are signed out.", {
          hint: "Open the dashboard again from a terminal on its machine, or sign in with a token.",
        });
      }
      // The user of this machine opened it in a terminal, and is the same person in the browser.
      return admit({ kind: "person", surface: "web", ...localUser(), person: "" }, "admin", facts);
    }
  }
}

export function isAuthenticated(actor: Actor): boolean {
  return get(actor) !== undefined;
}

/** What a person whom this process has authenticated may do; undefined for every other actor. */
export function accessOf(actor: Actor): Access | undefined {
  return get(actor);
}

/** The actor of this environment where no proof is needed: the author of a proposal, the agent whose shell this is. */
export function localActor(env: NodeJS.ProcessEnv): Actor {
  const agent = env["COUNTERSIGN_AGENT"];
  // Set to nothing it is set.
  if (agent !== undefined) {
    const name = agent || "agent";
    return { kind: "agent", surface: "agent", id: name, name, person: LOCAL_PERSON };
  }
  return { kind: "local", surface: "cli", ...localUser(), person: LOCAL_PERSON };
}

/** The user of this machine, in person or by an agent or a file of theirs, has the same name at every surface. */
export function asNamed(actor: Actor, persons: PersonFacts["persons"]): Actor {
  if (actor.person !== LOCAL_PERSON) return actor;
  const person = localPerson(persons);
  return person === LOCAL_PERSON ? actor : { ...actor, person };
}

/** The actor that a user at this surface would be. Shows them what they may do, and authorises nothing. */
export function viewerAt(surface: string, id: string, persons: PersonFacts["persons"]): Actor {
  const viewer: Person = { kind: "person", surface, id, name: id, person: "" };
  return { ...viewer, person: personBehind(viewer, persons) };
}

/** The holder of a token is the same person wherever it is shown: in a browser, or to the command line and the API. */
function admitHolder({ name, roles, access }: Token, surface: "token" | "web", facts: PersonFacts): Outcome<Person> {
  const limit = access === "viewer" || access === "author" ? { access } : {};
  const holder = { kind: "person", surface, id: name, name, person: name } as const;
  // Without it the account in a browser would be that of the user of this machine with the same name.
  const account = surface === "token" ? {} : { account: `token:${name}` };
  return admit({ ...holder, ...account, ...(roles.length > 0 && { roles }), ...limit }, access, facts);
}

function admit(person: Person, access: Access, { persons }: PersonFacts): Outcome<Person> {
  // Frozen, so that an authenticated person cannot become another one.
  const roles = person.roles && { roles: Object.freeze([...person.roles]) as string[] };
  const admitted: Person = Object.freeze({ ...person, ...roles, person: personBehind(person, persons) });
  set(admitted, access);
  return yes(admitted);
}

function personBehind(actor: Person, persons: PersonFacts["persons"]): string {
  const { surface, person } = actor;
  const account = accountOf(actor);
  return personOfAccount(account, persons) ?? (person || (isLocalSurface(surface) ? localPerson(persons) : account));
}

/** The settings may name any local account of this user: it is the same person at the others. */
function localPerson(persons: PersonFacts["persons"]): string {
  const { id } = localUser();
  const names = LOCAL_SURFACES.map((surface) => personOfAccount(`${surface}:${id}`, persons));
  return names.find((name) => name !== undefined) ?? LOCAL_PERSON;
}

function personOfAccount(account: string, persons: PersonFacts["persons"]): string | undefined {
  return Object.entries(persons).find(([, accounts]) => accounts.includes(account))?.[0];
}

function localUser(): { id: string; name: string } {
  try {
    const { username } = userInfo();
    return { id: username, name: username };
  } catch {
    return { id: "local", name: "local" };
  }
}
