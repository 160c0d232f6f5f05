/** Something wrong with a text that was to become a plan or a setting: where it is, and what to do about it. */
export interface Problem {
  /** An error stops; a warning is shown. */
  severity: "error" | "warning";
  /** A stable word for programs, e.g. `missing_dependency`. */
  kind: string;
  message: string;
  /** What to write instead, when we can tell. */
  hint?: string;
  /** Where in the data, e.g. `steps[2].depends_on[0]`. */
  path?: string;
  /** Where in the text, from 1. */
  line?: number;
  column?: number;
}

export function isError(problem: Problem): boolean {
  return problem.severity === "error";
}

/** What a door answers to a text that is no plan: every problem at once. */
export interface Malformed {
  problems: Problem[];
}
