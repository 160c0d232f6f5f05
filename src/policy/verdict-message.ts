import type { Verdict } from "./verdict.ts";

/** The message for a model: the code, the reason, and what to do instead. */
export function verdictMessage({ code, reason, hint }: Verdict): string {
  return [`${code}: ${reason}`, hint].filter(Boolean).join("\n");
}
