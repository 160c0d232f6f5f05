import { quoted } from "./quoted.ts";

/** A step as a message names it: by its id, or by its number as long as it has none. */
export function stepName(id: string | undefined, position: number): string {
  return id ? `step ${quoted(id)}` : `step ${position + 1}`;
}
