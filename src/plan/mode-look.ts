import type { MODES } from "./plan.ts";

export type Mode = (typeof MODES)[number];

export interface ModeLook {
  /** One column wide. It only repeats the word: never shown instead of it. */
  icon: string;
  /** Its specialist. */
  title: string;
}

/** How every surface shows a step's mode. */
export const MODE_LOOKS: Readonly<Record<Mode, ModeLook>> = {
  code: { icon: "✎", title: "Implementation Specialist" },
  test: { icon: "≟", title: "Validation Specialist" },
  research: { icon: "⌕", title: "Research Strategist" },
  design: { icon: "⬡", title: "Design Architect" },
  docs: { icon: "❡", title: "Documentation Specialist" },
  run: { icon: "»", title: "Execution Specialist" },
};

/** On a line with other facts: "✎ code". */
export function modeMark(mode: Mode): string {
  return `${MODE_LOOKS[mode].icon} ${mode}`;
}

/** Where a step is shown in full: "✎ code, Implementation Specialist". */
export function modeTitle(mode: Mode): string {
  return `${modeMark(mode)}, ${MODE_LOOKS[mode].title}`;
}
