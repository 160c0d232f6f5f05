import { visible } from "../plan/visible.ts";

/** A name chosen by a model or an extension, made safe for a message: short, on one line, nothing hidden. */
export function named(name: string): string {
  const shown = visible(name.slice(0, 100));
  return name.length > 100 ? `${shown}…` : shown;
}
