import type { Situation } from "./situation.ts";

/**
 * The signed tools of this agent. Undefined means any tool but a shell: neither the step nor its plan lists tools,
 * and it was signed as such.
 */
export function scopeTools({ settings, scope }: Pick<Situation, "settings" | "scope">): readonly string[] | undefined {
  if (settings.scope === "full") return undefined;
  return (settings.scope === "step" ? scope?.step?.tools : undefined) ?? scope?.tools;
}
