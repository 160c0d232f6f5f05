import type { Situation } from "./situation.ts";

/**
 * The tools that were signed for this agent. Nothing means any tool but a shell: a step that lists none, in a plan
 * that lists none, was signed as such.
 */
export function scopeTools({ settings, scope }: Pick<Situation, "settings" | "scope">): readonly string[] | undefined {
  if (settings.scope === "full") return undefined;
  return (settings.scope === "step" ? scope?.step?.tools : undefined) ?? scope?.tools;
}
