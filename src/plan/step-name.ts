import { quoted } from "./quoted.ts";

/** A step in a message: its id, or its number if it has none. */
export function stepName(id: string | undefined, position: number): string {
  return id ? `step ${quoted(id)}` : `step ${position + 1}`;
}
