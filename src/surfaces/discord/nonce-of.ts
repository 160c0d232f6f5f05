import { createHash } from "node:crypto";
import { LIMITS } from "./limits.ts";

/** The same nonce for the same parts: a message that is sent again, also after a crash, is there once. */
export function nonceOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, LIMITS.nonce);
}
