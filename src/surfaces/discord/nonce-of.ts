import { createHash } from "node:crypto";

/** The same for the same: whoever sends a message again, also after a crash, sends it under the same nonce, and it is there once. */
export function nonceOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 25);
}
