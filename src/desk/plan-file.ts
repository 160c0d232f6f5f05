/** The text of a plan as the store has it. */
export type PlanFile =
  | { kind: "missing" }
  | { kind: "present"; place: "plans" | "archive"; text: string; hash: string }
  /** Exists, but cannot be used: a link, a directory, not UTF-8, too large. */
  | { kind: "unusable"; place: "plans" | "archive"; reason: string };

export const LARGEST_TEXT = 8 * 1024 * 1024;
