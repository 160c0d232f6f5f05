import { crypto } from "./crypto.ts";

/** What a record says of a plan's file, and `PLAN.md` of its own text. */
export function hashOf(text: string): string {
  return crypto().createHash("sha256").update(text).digest("hex");
}
