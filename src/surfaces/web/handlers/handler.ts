import type { Desk } from "../../../desk/desk.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import type { Access, RouteName } from "../api/routes.ts";
import type { AnswerOf, BodyOf, QueryOf } from "../api/shapes.ts";
import type { CookieOptions } from "../sign-in/session-cookie.ts";

/** Who is signed in, for what is shown to them. It authorises nothing: acts ask `person` each time. */
export interface Visitor {
  session: string;
  /** The token that they signed in with, or show; the user of this machine has none. */
  tokenId?: string;
  name: string;
  access: Access;
  isLocal: boolean;
  /** The actor they would be, for what is offered to them. */
  actor: Actor;
}

/** As sessions show it. */
export interface Browser {
  user_agent: string;
  /** Its network address. */
  address: string;
}

/** A request that the guard let in, with its query and body in the shapes of the contract. */
export interface Call<Name extends RouteName> {
  params: Readonly<Record<string, string>>;
  query: QueryOf<Name>;
  body: BodyOf<Name>;
  visitor: Visitor | undefined;
  /** Authenticates the person behind this request at this desk. A `Person` is not kept beyond the act. */
  person(desk: Desk): Outcome<Person>;
  /** Whether they are still signed in, as their session and token are now. */
  isSignedIn(): boolean;
  browser: Browser;
  /** What its session's cookie is called. */
  cookie: CookieOptions;
  /** Of a stream that the browser had before. */
  lastEventId?: string;
  /** Aborted when the browser is gone. */
  signal: AbortSignal;
}

/** A `Response` for what is no JSON, such as the stream. */
export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<Outcome<AnswerOf<Name>> | Response>;

export type Handlers = { [Name in RouteName]: Handler<Name> };
