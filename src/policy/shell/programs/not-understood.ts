import { notUnderstood, type ProgramFinding } from "./program-finding.ts";

/** Thrown inside a parser and caught at its entry: from here on it could only guess. */
export class NotUnderstood extends Error {
  readonly finding: ProgramFinding;

  constructor(start: number, end: number, reason: string, hint?: string) {
    super(reason);
    this.finding = notUnderstood(start, end, reason, hint);
  }
}
