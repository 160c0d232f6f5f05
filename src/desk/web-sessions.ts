import { isClockBehindMaking } from "./clock-behind.ts";
import { crypto } from "./crypto.ts";
import type { HomeDatabase } from "./home-database.ts";
import { isSecret, secretHash } from "./secret-hash.ts";
import { useSignInCode } from "./sign-in-codes.ts";
import { findToken, tokenOfSession } from "./tokens.ts";

/** A browser that a person signed in. Only the hash of its secret is stored; the browser has the secret in a cookie. */
export interface WebSession {
  id: string;
  /** The account (`surface:id`) on this machine whose person opened it with a code. */
  account?: string;
  /** The token that it was opened with. */
  token_id?: string;
  /** Of the server it belongs to: another server's cookie is not valid here. */
  port: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  user_agent: string;
  /** The network address it was opened from. */
  address: string;
  revoked_at?: string;
}

/** What a browser signs in with. */
export type SignInProof = { code: string } | { token: string };

export interface Browser {
  port: number;
  user_agent: string;
  address: string;
}

const IDLE_MS = 12 * 60 * 60_000;
const LONGEST_MS = 7 * 24 * 60 * 60_000;
/** A request costs no write if the session was seen a moment ago. */
const SEEN_EVERY_MS = 60_000;

/** Begins a session with a code or a token; undefined if it is not valid now. */
export function beginWebSession(
  home: HomeDatabase,
  proof: SignInProof,
  { port, user_agent, address }: Browser,
  at: string,
): { session: WebSession; secret: string } | undefined {
  const account = "code" in proof ? useSignInCode(home, proof.code, at) : undefined;
  const token = "token" in proof ? findToken(home, proof.token, at) : undefined;
  if (account === undefined && token === undefined) return undefined;
  const id = crypto().randomBytes(8).toString("hex");
  const secret = `csw_${id}_${crypto().randomBytes(32).toString("base64url")}`;
  const expires_at = new Date(Date.parse(at) + LONGEST_MS).toISOString();
  home.access.run(
    "INSERT INTO web_sessions (id, hash, account, token_id, port, created_at, last_seen_at, expires_at, user_agent, address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    ...[id, secretHash(secret), account ?? null, token?.id ?? null, port, at, at, expires_at],
    ...[user_agent.slice(0, 500), address],
  );
  const who = account === undefined ? { token_id: token?.id ?? "" } : { account };
  return {
    session: { id, ...who, port, created_at: at, last_seen_at: at, expires_at, user_agent, address },
    secret,
  };
}

/** The session that a cookie of this server belongs to, if it is valid now. One that is shown after its end is revoked. */
export function findWebSession(home: HomeDatabase, secret: string, port: number, at: string): WebSession | undefined {
  const id = /^csw_([0-9a-f]{16})_/.exec(secret)?.[1];
  const row = id === undefined ? undefined : home.access.get<SessionRow>("SELECT * FROM web_sessions WHERE id = ?", id);
  if (row === undefined || !isSecret(secret, row.hash)) return undefined;
  if (row.port !== port || row.revoked_at !== null || isClockBehindMaking(row.created_at, at)) return undefined;
  const idle = Date.parse(at) - Date.parse(row.last_seen_at);
  const isOver = row.expires_at <= at || idle > IDLE_MS;
  // On record, so that it stays over if the clock is set back.
  if (isOver || (row.token_id !== null && tokenOfSession(home, row.token_id, at) === undefined)) {
    revokeWebSession(home, row.id, at);
    return undefined;
  }
  if (Math.abs(idle) < SEEN_EVERY_MS) return fromRow(row);
  home.access.run("UPDATE web_sessions SET last_seen_at = ? WHERE id = ?", at, row.id);
  return fromRow({ ...row, last_seen_at: at });
}

/** Those that are not over, the newest first. */
export function listWebSessions(home: HomeDatabase, at: string): WebSession[] {
  const idle = new Date(Date.parse(at) - IDLE_MS).toISOString();
  return home.access
    .all<SessionRow>(
      "SELECT * FROM web_sessions WHERE revoked_at IS NULL AND expires_at > ? AND last_seen_at >= ? ORDER BY created_at DESC, id",
      at,
      idle,
    )
    .filter(({ token_id }) => token_id === null || tokenOfSession(home, token_id, at) !== undefined)
    .map(fromRow);
}

/** False if no session with this id was open. */
export function revokeWebSession(home: HomeDatabase, id: string, at: string): boolean {
  const revoked = home.access.get(
    "UPDATE web_sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL RETURNING id",
    at,
    id,
  );
  return revoked !== undefined;
}

interface SessionRow extends Record<keyof Omit<WebSession, "port" | "account" | "token_id" | "revoked_at">, string> {
  hash: string;
  port: number;
  account: string | null;
  token_id: string | null;
  revoked_at: string | null;
}

function fromRow({ hash: _, account, token_id, revoked_at, ...row }: SessionRow): WebSession {
  return { ...row, ...(account && { account }), ...(token_id && { token_id }), ...(revoked_at && { revoked_at }) };
}
