import { notUnderstood, type ProgramFinding } from "./program-finding.ts";

/** Thrown inside a parser, caught at its door: from here on it would only be guessing. */
export class NotUnderstood extends Error {
  readonly finding: ProgramFinding;

  constructor(start: number, end: number, reason: string, hint?: string) {
    super(reason);
    this.finding = notUnderstood(start, end, reason, hint);
  }
}
