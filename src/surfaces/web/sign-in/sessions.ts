import { loadConfig } from "../../../desk/config.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Home } from "../../../desk/home.ts";
import type { HomeDatabase } from "../../../desk/home-database.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { accessOf, authenticate, type Person } from "../../../desk/persons.ts";
import { findToken } from "../../../desk/tokens.ts";
import {
  type Browser,
  beginWebSession,
  findWebSession,
  listWebSessions,
  revokeWebSession,
  type SignInProof,
  type WebSession,
} from "../../../desk/web-sessions.ts";
import { defined } from "../../../plan/defined.ts";
import type { Visitor } from "../handlers/handler.ts";

export interface SessionsOptions {
  home: Home;
  database: HomeDatabase;
  env: NodeJS.ProcessEnv;
  port: number;
  at: () => string;
}

/** The sessions of browsers at one server. They are in `home.db`, so they outlive the server. */
export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  begin(proof: SignInProof, browser: Omit<Browser, "port">): { session: WebSession; secret: string } | undefined {
    const { database, port, at } = this.#options;
    return beginWebSession(database, proof, { ...browser, port }, at());
  }

  /** The person who is signed in. It authorises nothing: its actor is a copy. */
  visitor(secret: string | undefined): Visitor | undefined {
    const session = secret === undefined ? undefined : this.#find(secret);
    if (session === undefined || secret === undefined) return undefined;
    const { home, database, env, port, at } = this.#options;
    const { persons } = loadConfig({ projectDir: home.directory, userFile: home.config }).config;
    const person = authenticate({ via: "web", secret, port }, { env, at: at(), home: () => database, persons });
    if (!person.ok) return undefined;
    const access = accessOf(person.value) ?? "viewer";
    const isLocal = session.account !== undefined;
    const token = defined({ tokenId: session.token_id });
    return { session: session.id, ...token, name: person.value.name, access, isLocal, actor: { ...person.value } };
  }

  /** The holder of a token that a program shows with each request. It has no session that could be ended. */
  holder(token: string): Visitor | undefined {
    const { home, database, env, at } = this.#options;
    const { persons } = loadConfig({ projectDir: home.directory, userFile: home.config }).config;
    const facts = { env, at: at(), home: () => database, persons };
    const person = authenticate({ via: "token", secret: token }, facts);
    if (!person.ok) return undefined;
    const { name } = person.value;
    const access = accessOf(person.value) ?? "viewer";
    const tokenId = findToken(database, token, facts.at)?.id;
    return {
      // A person may have several tokens, and each ends by itself.
      session: `token:${tokenId}`,
      ...defined({ tokenId }),
      name,
      access,
      isLocal: false,
      actor: { ...person.value },
    };
  }

  /** Whether a browser, or a token that a program shows, is still let in. */
  isValid(proof: { secret: string | undefined } | { token: string }): boolean {
    if ("secret" in proof) return proof.secret !== undefined && this.#find(proof.secret) !== undefined;
    const { database, at } = this.#options;
    return findToken(database, proof.token, at()) !== undefined;
  }

  /** Authenticates the person behind a request, for one act at one desk. */
  person(secret: string | undefined, desk: Desk): Outcome<Person> {
    return desk.authenticate({ via: "web", secret: secret ?? "", port: this.#options.port });
  }

  list(): WebSession[] {
    return listWebSessions(this.#options.database, this.#options.at());
  }

  revoke(id: string): boolean {
    return revokeWebSession(this.#options.database, id, this.#options.at());
  }

  #find(secret: string): WebSession | undefined {
    const { database, port, at } = this.#options;
    return findWebSession(database, secret, port, at());
  }
}
