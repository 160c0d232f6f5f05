import type { Verdict } from "./verdict.ts";

/** What a model is told of a verdict: the code, why, and what to do instead. */
export function verdictMessage({ code, reason, hint }: Verdict): string {
  return [`${code}: ${reason}`, hint].filter(Boolean).join("\n");
}
