import type { Access } from "../lifecycle/access.ts";
import { type Actor, accountOf } from "../lifecycle/actor.ts";
import { isClockBehindMaking } from "./clock-behind.ts";
import { crypto } from "./crypto.ts";
import type { HomeDatabase } from "./home-database.ts";
import { accessOf } from "./persons.ts";
import { isSecret, secretHash } from "./secret-hash.ts";

/** The proof of an approver without a terminal. Only its hash is stored. */
export interface Token {
  id: string;
  /** The approver it stands for. */
  name: string;
  roles: string[];
  access: Access;
  created_at: string;
  created_by: string;
  expires_at?: string;
  revoked_at?: string;
}

interface TokenRow extends Omit<Token, "roles"> {
  roles: string;
  hash: string;
}

export interface NewToken {
  name: string;
  roles: string[];
  /** `approver` by default. */
  access?: Access;
  expires_at?: string;
}

/** The end of a token that is valid for so many days: at most `MOST_DAYS`. */
export function tokenEnd(days: number, at: string): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString();
}

const DAY_MS = 24 * 60 * 60_000;

/** `local` is the person at this machine: a token of that name would sign, and be asked, in their place. */
export const TOKEN_NAME = /^(?!local$)[^:\s\p{C}]{1,64}$/u;
export const TOKEN_NAME_RULE =
  "A name is one word of up to 64 characters, without colons, and not local: that is you, at this machine.";

/** Makes a token; only the result holds its secret. */
export function createToken(
  home: HomeDatabase,
  token: NewToken,
  by: Actor,
  at: string,
): { token: Token; secret: string } {
  const own = accessOf(by);
  if (own === undefined) throw new Error(`${by.name} is not authenticated, and only persons make tokens.`);
  const isHolder = accountOf(by).startsWith("token:");
  if (isHolder && own !== "admin") throw new Error(`The token of ${by.name} makes no tokens.`);
  if (!TOKEN_NAME.test(token.name)) throw new Error(TOKEN_NAME_RULE);
  const { access = "approver" } = token;
  const id = crypto().randomBytes(4).toString("hex");
  const secret = `cst_${id}_${crypto().randomBytes(24).toString("base64url")}`;
  home.access.run(
    "INSERT INTO tokens (id, name, roles, access, hash, created_at, created_by, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    id,
    token.name,
    JSON.stringify(token.roles),
    access,
    secretHash(secret),
    at,
    by.name,
    token.expires_at ?? null,
  );
  const { expires_at } = token;
  return {
    token: {
      id,
      name: token.name,
      roles: token.roles,
      access,
      created_at: at,
      created_by: by.name,
      ...(expires_at && { expires_at }),
    },
    secret,
  };
}

export function listTokens(home: HomeDatabase): Token[] {
  return home.access.all<TokenRow>("SELECT * FROM tokens ORDER BY created_at, id").map(fromRow);
}

/** Revokes a token; false if no valid token has this id. */
export function revokeToken(home: HomeDatabase, id: string, at: string): boolean {
  const found = home.access.get<TokenRow>("SELECT * FROM tokens WHERE id = ? AND revoked_at IS NULL", id);
  if (found !== undefined) home.access.run("UPDATE tokens SET revoked_at = ? WHERE id = ?", at, id);
  return found !== undefined;
}

/** The token a secret belongs to, if it is valid now. */
export function findToken(home: HomeDatabase, secret: string, at: string): Token | undefined {
  const id = /^cst_([0-9a-f]{8})_/.exec(secret)?.[1];
  const row = id === undefined ? undefined : rowOf(home, id);
  return row && isSecret(secret, row.hash) ? whileValid(home, fromRow(row), at) : undefined;
}

/** The token with this id, if it is valid now: for a session that was begun with it. */
export function tokenOfSession(home: HomeDatabase, id: string, at: string): Token | undefined {
  const row = rowOf(home, id);
  return row && whileValid(home, fromRow(row), at);
}

/** One that is shown after its end is revoked. */
function whileValid(home: HomeDatabase, token: Token, at: string): Token | undefined {
  const { expires_at, created_at } = token;
  if (token.revoked_at !== undefined) return undefined;
  if (expires_at === undefined) return token;
  if (isClockBehindMaking(created_at, at)) return undefined;
  if (expires_at > at) return token;
  // On record, so that it stays expired if the clock is set back.
  revokeToken(home, token.id, at);
  return undefined;
}

function rowOf(home: HomeDatabase, id: string): TokenRow | undefined {
  return home.access.get<TokenRow>("SELECT * FROM tokens WHERE id = ?", id);
}

function fromRow({ id, name, roles, access, created_at, created_by, expires_at, revoked_at }: TokenRow): Token {
  const ends = { ...(expires_at && { expires_at }), ...(revoked_at && { revoked_at }) };
  return { id, name, roles: JSON.parse(roles) as string[], access, created_at, created_by, ...ends };
}
