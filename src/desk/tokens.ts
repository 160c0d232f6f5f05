import type { Actor } from "../lifecycle/actor.ts";
import { crypto } from "./crypto.ts";
import type { HomeDatabase } from "./home-database.ts";
import { isAuthenticated } from "./persons.ts";

/** The proof of an approver without a terminal. Only its hash is stored. */
export interface Token {
  id: string;
  /** The approver it stands for. */
  name: string;
  roles: string[];
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
  expires_at?: string;
}

/** Makes a token; only the result holds its secret. */
export function createToken(
  home: HomeDatabase,
  token: NewToken,
  by: Actor,
  at: string,
): { token: Token; secret: string } {
  if (!isAuthenticated(by)) throw new Error(`${by.name} is not authenticated, and only persons make tokens.`);
  const id = crypto().randomBytes(4).toString("hex");
  const secret = `cst_${id}_${crypto().randomBytes(24).toString("base64url")}`;
  home.tokens.run(
    "INSERT INTO tokens (id, name, roles, hash, created_at, created_by, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    id,
    token.name,
    JSON.stringify(token.roles),
    hash(secret).toString("hex"),
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
      created_at: at,
      created_by: by.name,
      ...(expires_at && { expires_at }),
    },
    secret,
  };
}

export function listTokens(home: HomeDatabase): Token[] {
  return home.tokens.all<TokenRow>("SELECT * FROM tokens ORDER BY created_at, id").map(fromRow);
}

/** Revokes a token; false if no valid token has this id. */
export function revokeToken(home: HomeDatabase, id: string, at: string): boolean {
  const found = home.tokens.get<TokenRow>("SELECT * FROM tokens WHERE id = ? AND revoked_at IS NULL", id);
  if (found !== undefined) home.tokens.run("UPDATE tokens SET revoked_at = ? WHERE id = ?", at, id);
  return found !== undefined;
}

/** The token a secret belongs to, if it is valid now. One that is shown after its end is revoked. */
export function findToken(home: HomeDatabase, secret: string, at: string): Token | undefined {
  const id = /^cst_([0-9a-f]{8})_/.exec(secret)?.[1];
  const row = id === undefined ? undefined : home.tokens.get<TokenRow>("SELECT * FROM tokens WHERE id = ?", id);
  if (row === undefined || !crypto().timingSafeEqual(Buffer.from(row.hash, "hex"), hash(secret))) return undefined;
  const token = fromRow(row);
  const { expires_at, created_at } = token;
  if (token.revoked_at !== undefined) return undefined;
  if (expires_at === undefined) return token;
  // An end means nothing to a clock that is behind the making of the token.
  if (Date.parse(created_at) - Date.parse(at) > BEHIND_MS) return undefined;
  if (expires_at > at) return token;
  // On record, so that it stays expired if the clock is set back.
  revokeToken(home, token.id, at);
  return undefined;
}

/** Between two commands the clock may be corrected a little. */
const BEHIND_MS = 60_000;

function fromRow({ id, name, roles, created_at, created_by, expires_at, revoked_at }: TokenRow): Token {
  const ends = { ...(expires_at && { expires_at }), ...(revoked_at && { revoked_at }) };
  return { id, name, roles: JSON.parse(roles) as string[], created_at, created_by, ...ends };
}

function hash(secret: string): Buffer {
  return crypto().createHash("sha256").update(secret).digest();
}
