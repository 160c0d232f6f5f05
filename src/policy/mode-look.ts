import { MODE_CATALOGUE, type Mode } from "./modes.ts";

/** A step's mode on a line with other facts, on every surface: "✎ code". */
export function modeMark(mode: Mode): string {
  return `${MODE_CATALOGUE[mode].icon} ${mode}`;
}

/** The same where a step is shown in full: "✎ code, Implementation Specialist". */
export function modeTitle(mode: Mode): string {
  return `${modeMark(mode)}, ${MODE_CATALOGUE[mode].title}`;
}
