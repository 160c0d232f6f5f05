import { indexPath, keyPath } from "./data-path.ts";
import { nearest } from "./nearest.ts";
import type { Decision, Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { stepName } from "./step-name.ts";

/** Decisions that cannot be answered, and steps that wait for a decision that the plan does not have. */
export function checkDecisions({ decisions = [], steps }: Plan): Problem[] {
  const ids = decisions.map((decision) => decision.decision_id);
  const known = new Set(ids);
  const awaited = new Set(steps.map((step) => step.decision_id));
  return [
    ...decisions.flatMap((decision, position) => {
      const path = indexPath("decisions", position);
      const problems = checkOptions(decision, path);
      const id = decision.decision_id;
      // Its shape is wrong, which is reported already.
      if (id === "") return problems;
      if (ids.indexOf(id) < position) {
        problems.push({
          severity: "error",
          kind: "duplicate_decision",
          message: `two decisions have the id ${quoted(id)}`,
          hint: "give every decision an id of its own",
          path: keyPath(path, "decision_id"),
        });
      } else if (!awaited.has(id)) {
        problems.push({
          severity: "warning",
          kind: "unused_decision",
          message: `no step waits for the decision ${quoted(id)}`,
          hint: `write decision_id: ${id} into the steps that need it, or make it a question`,
          path,
        });
      }
      return problems;
    }),
    ...steps.flatMap((step, position): Problem[] => {
      const id = step.decision_id;
      if (id === undefined || known.has(id)) return [];
      const guess = nearest(id, ids);
      return [
        {
          severity: "error",
          kind: "unknown_decision",
          message: `${stepName(step.id, position)} waits for the decision ${quoted(id)}, which the plan does not have`,
          hint: guess ? `did you mean ${quoted(guess)}?` : "add the decision or remove decision_id",
          path: keyPath(indexPath("steps", position), "decision_id"),
        },
      ];
    }),
  ];
}

function checkOptions(decision: Decision, path: string): Problem[] {
  const labels = decision.options.map((option) => option.label);
  const problems: Problem[] = [];
  for (const [position, label] of labels.entries()) {
    if (labels.indexOf(label) === position) continue;
    problems.push({
      severity: "error",
      kind: "duplicate_option",
      message: `two options have the label ${quoted(label)}`,
      path: keyPath(indexPath(keyPath(path, "options"), position), "label"),
    });
  }
  const { recommended, default: defaults = [], deadline_minutes, multi_select = false } = decision;
  if (recommended !== undefined) problems.push(...checkLabel(recommended, labels, keyPath(path, "recommended")));
  for (const [position, label] of defaults.entries()) {
    problems.push(...checkLabel(label, labels, indexPath(keyPath(path, "default"), position)));
  }
  if (defaults.length > 1 && !multi_select) {
    problems.push({
      severity: "error",
      kind: "too_many_defaults",
      message: `the default has ${defaults.length} labels, but only one option can be chosen`,
      hint: "keep one label, or write multi_select: true",
      path: keyPath(path, "default"),
    });
  }
  if (deadline_minutes !== undefined && defaults.length === 0) {
    problems.push({
      severity: "error",
      kind: "deadline_without_default",
      message: "the decision has a deadline but no default to take when it passes",
      hint: "add a default or remove deadline_minutes",
      path: keyPath(path, "deadline_minutes"),
    });
  }
  return problems;
}

function checkLabel(label: string, labels: readonly string[], path: string): Problem[] {
  if (labels.includes(label)) return [];
  const guess = nearest(label, labels);
  const hint = guess ? `did you mean ${quoted(guess)}?` : `options: ${labels.map(quoted).join(", ")}`;
  return [
    { severity: "error", kind: "unknown_option", message: `${quoted(label)} is none of the options`, hint, path },
  ];
}
