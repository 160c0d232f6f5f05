import { isClockBehindMaking } from "./clock-behind.ts";
import { crypto } from "./crypto.ts";
import type { HomeDatabase } from "./home-database.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { accessOf, type Person } from "./persons.ts";
import { secretHash } from "./secret-hash.ts";

const VALID_MS = 60_000;
const KEPT_MS = 24 * 60 * 60_000;
/** Persons at a terminal of this machine; a token is shown itself, and gets no code. */
const SURFACES: readonly string[] = ["cli", "terminal"];

/**
 * Makes a code that signs a browser in as the person who asked for it, once, within 60 seconds. Only its hash is stored,
 * in a directory that neither the policy nor the sandbox lets an agent read.
 */
export function createSignInCode(home: HomeDatabase, by: Person, at: string): Outcome<string> {
  if (accessOf(by) !== "admin" || !SURFACES.includes(by.surface)) {
    return no("no_person", "Only a person at a terminal of this machine can open the dashboard without a token.", {
      hint: "Elsewhere, sign in to the dashboard with a token.",
    });
  }
  const code = crypto().randomBytes(24).toString("base64url");
  const { access } = home;
  const after = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  access.run("DELETE FROM sign_in_codes WHERE expires_at < ?", after(-KEPT_MS));
  access.run(
    "INSERT INTO sign_in_codes (hash, account, created_at, expires_at) VALUES (?, ?, ?, ?)",
    secretHash(code),
    `${by.surface}:${by.id}`,
    at,
    after(VALID_MS),
  );
  return yes(code);
}

/** The account (`surface:id`) that a code stands for; the code is used up. Of two at once, one gets it. */
export function useSignInCode(home: HomeDatabase, code: string, at: string): string | undefined {
  const used = home.access.get<{ account: string; created_at: string }>(
    "UPDATE sign_in_codes SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING account, created_at",
    at,
    secretHash(code),
    at,
  );
  return used && !isClockBehindMaking(used.created_at, at) ? used.account : undefined;
}
