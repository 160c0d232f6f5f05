import { crypto } from "./crypto.ts";

/** What is stored of a secret: long and random, so it needs no salt and no slow hash. */
export function secretHash(secret: string): string {
  return crypto().createHash("sha256").update(secret).digest("hex");
}

/** Takes as long for a wrong secret as for the right one. */
export function isSecret(secret: string, hash: string): boolean {
  return crypto().timingSafeEqual(Buffer.from(hash, "hex"), Buffer.from(secretHash(secret), "hex"));
}
