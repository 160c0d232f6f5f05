import type { StepResult } from "./step-result.ts";

const BEGINNING = "its check did not pass: ";

/** The error of a step that says it is done, and whose check says that it is not. */
export function failedCheckWords(said: string): string {
  return `${BEGINNING}${said}`;
}

/** What the check of a failed step printed; undefined if the step failed in another way. */
export function failedCheck(result: Pick<StepResult, "error"> | undefined): string | undefined {
  return result?.error?.startsWith(BEGINNING) ? result.error.slice(BEGINNING.length) : undefined;
}
