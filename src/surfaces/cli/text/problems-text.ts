import type { Problem } from "../../../plan/problem.ts";
import { visible } from "../../../plan/visible.ts";
import type { CliError } from "../reply.ts";

/** Problems as compilers print them: place, severity, message, hint. */
export function problemsText(problems: readonly Problem[], file = ""): string {
  return problems
    .map((problem) => {
      const own = (problem as Problem & { file?: string }).file ?? file;
      const where = [own, problem.line, problem.column].filter((part) => part !== undefined && part !== "").join(":");
      const path = problem.line === undefined && problem.path ? ` (${problem.path})` : "";
      const hint = problem.hint ? `\n    ${visible(problem.hint, { spelled: true })}` : "";
      return `${where ? `${visible(where)}: ` : ""}${problem.severity}: ${visible(problem.message, { spelled: true })}${visible(path, { spelled: true })}${hint}\n`;
    })
    .join("");
}

/** The same refusal, with the file's name in its problems. */
export function inFile(refusal: CliError, file: string): CliError {
  return refusal.problems === undefined ? refusal : { ...refusal, problems: located(refusal.problems, file) };
}

/** Adds the file's name to problems that name no file. */
export function located(problems: readonly Problem[], file: string): Problem[] {
  return problems.map((problem) => (file === "-" ? problem : { file, ...problem }));
}
