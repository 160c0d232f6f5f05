import { indexPath, keyPath } from "./data-path.ts";
import { dependants } from "./graph.ts";
import type { Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { stepName } from "./step-name.ts";

/** Steps that keep a process: it must be clear what runs, when it is ready, and which one is meant. */
export function checkKept({ steps }: Plan): Problem[] {
  return steps.flatMap((step, position) => {
    if (step.keeps === undefined) return [];
    const path = keyPath(indexPath("steps", position), "keeps");
    const name = stepName(step.id, position);
    const error = (kind: string, message: string, hint: string): Problem => ({
      severity: "error",
      kind,
      message: `${name} keeps ${quoted(step.keeps)} ${message}`,
      hint,
      path,
    });
    const other = steps.findIndex(({ keeps }) => keeps === step.keeps);
    const isUnused = step.id !== "" && dependants(steps, step.id).length === 0;
    return [
      ...(step.run === undefined
        ? [error("keeps_without_run", "and runs no command", "add run: the command that stays in the foreground")]
        : []),
      ...(step.verify === undefined
        ? [
            error(
              "keeps_without_verify",
              "and nothing says when it is ready",
              "add verify: it exits 0 once it is ready",
            ),
          ]
        : []),
      ...(step.commits
        ? [error("keeps_and_commits", "and may change the git repository", "let another step commit")]
        : []),
      ...(other < position
        ? [error("duplicate_keeps", `as ${stepName(steps[other]?.id, other)} does`, "give it another name")]
        : []),
      ...(isUnused
        ? [
            {
              ...error("keeps_unused", "and no step depends on it", "add it to depends_on of the steps that need it"),
              severity: "warning" as const,
            },
          ]
        : []),
    ];
  });
}
