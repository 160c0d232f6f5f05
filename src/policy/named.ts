import { visible } from "../plan/visible.ts";

/** A name that a model or an extension chose, as a message may hold it: short, on one line, nothing hidden. */
export function named(name: string): string {
  const shown = visible(name.slice(0, 100));
  return name.length > 100 ? `${shown}…` : shown;
}
