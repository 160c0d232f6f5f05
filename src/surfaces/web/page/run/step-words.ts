import { failedCheck } from "../../../../lifecycle/failed-check.ts";
import { counted, duration } from "../../../../plan/quantities.ts";
import type { StepView } from "./step-view.ts";

/** How a step stands, in a sentence. "Says it is done" is a claim; done is said by the check. */
export function stepSentence({ number, status, state, step, needs }: StepView): string {
  const name = `Step ${number}`;
  switch (status) {
    case "failed":
      return failedCheck(state?.result) === undefined
        ? `${name} failed.`
        : `${name} says it is done. Its check says it is not.`;
    case "completed":
      return step.verify === undefined ? `${name} is done. It has no check.` : `${name} is done, and its check passed.`;
    case "in_progress":
      return `${name} runs.`;
    case "waits":
      return `${name} waits for you.`;
    case "needs_decision":
      return `${name} waits for a decision.`;
    case "interrupted":
      return `${name} was interrupted. How far it got is unknown.`;
    case "rolled_back":
      return `${name} was rolled back.`;
    case "skipped":
      return `${name} was skipped.`;
    case "left_out":
      return `${name} was left out when the plan was signed.`;
    case "blocked":
      return needs.length > 0 ? `${name} is blocked: it needs ${listed(needs)}.` : `${name} is blocked.`;
    case "pending":
      return needs.length > 0 ? `${name} has not started: it needs ${listed(needs)}.` : `${name} has not started.`;
  }
}

/** Below that sentence: why, how long, which attempt. */
export function stepFacts({ state, step, status }: StepView): string[] {
  const said = failedCheck(state?.result);
  const spent = state?.spent;
  const facts: string[] = [];
  if (said !== undefined && step.verify !== undefined) facts.push(`its check: ${firstLine(said)}`);
  else if (status === "failed" || status === "interrupted")
    facts.push(firstLine(state?.result?.error ?? state?.notes ?? ""));
  else if (status === "skipped" && state?.notes) facts.push(`“${firstLine(state.notes)}”`);
  if (spent && spent.duration_seconds > 0) facts.push(duration(spent.duration_seconds));
  if (state && state.attempts > 0)
    facts.push(state.attempts === 1 ? "first attempt" : counted(state.attempts, "attempt"));
  return facts.filter((fact) => fact !== "");
}

/** "5", "5 and 6", "5, 6 and 7". */
export function listed(numbers: readonly number[]): string {
  const last = numbers.at(-1);
  return numbers.length < 2 ? String(last ?? "") : `${numbers.slice(0, -1).join(", ")} and ${last}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
