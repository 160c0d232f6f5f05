/** A problem of a text for a plan or a setting: where it is, and how to fix it. */
export interface Problem {
  /** An error stops; a warning is shown. */
  severity: "error" | "warning";
  /** A stable word for programs, e.g. `missing_dependency`. */
  kind: string;
  message: string;
  /** The suggested text, if there is one. */
  hint?: string;
  /** The path in the data, e.g. `steps[2].depends_on[0]`. */
  path?: string;
  /** The position in the text, from 1. */
  line?: number;
  column?: number;
}

export function isError(problem: Problem): boolean {
  return problem.severity === "error";
}

/** The result for a text that is not a plan: every problem at once. */
export interface Malformed {
  problems: Problem[];
}
