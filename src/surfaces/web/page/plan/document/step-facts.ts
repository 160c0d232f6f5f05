import type { Plan, Step } from "../../../../../plan/plan.ts";
import { counted, grouped, money, tokens } from "../../../../../plan/quantities.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";

/** A short fact of a step: what it may touch, what it waits for, what it costs. */
export interface StepFact {
  label: string;
  field: keyof Step;
  /** As it is shown: nothing in it is hidden. */
  text: string;
  /** What a machine reads: paths, tools, models. */
  isExact?: true;
}

/** Every field of a step that is not drawn on its own. One that is missing here could be signed unseen. */
export function stepFacts(plan: Plan, step: Step): StepFact[] {
  const { id, title, description, mode, risk, run, verify, undo, system_prompt_suffix, ...rest } = step;
  const facts: Record<keyof typeof rest, StepFact | undefined> = {
    files: exact("files", "files", rest.files),
    commits: plain("git", "commits", rest.commits ? "may change the repository" : undefined),
    tools: exact("tools", "tools", rest.tools),
    denied_tools: exact("never", "denied_tools", rest.denied_tools),
    depends_on: plain("after", "depends_on", rest.depends_on && numbersOf(plan, rest.depends_on)),
    decision_id: plain("waits for", "decision_id", rest.decision_id && headerOf(plan, rest.decision_id)),
    operation: exact("operation", "operation", rest.operation && [rest.operation]),
    target: exact("target", "target", rest.target && [rest.target]),
    model: exact("model", "model", rest.model && [rest.model]),
    keeps: plain("keeps", "keeps", rest.keeps && `${visibleCommand(rest.keeps)}, until the run ends`),
    verify_minutes: plain("check ends after", "verify_minutes", rest.verify_minutes && `${rest.verify_minutes} min`),
    owner: plain("owner", "owner", rest.owner && visibleCommand(rest.owner)),
    max_tokens: plain("at most", "max_tokens", rest.max_tokens && `${grouped(rest.max_tokens)} tokens`),
    max_turns: plain("at most", "max_turns", rest.max_turns && counted(rest.max_turns, "turn")),
    estimate: plain("about", "estimate", estimateText(step)),
  };
  return Object.values(facts).filter((fact) => fact !== undefined);
}

function plain(label: string, field: keyof Step, text: string | 0 | undefined): StepFact | undefined {
  return text ? { label, field, text } : undefined;
}

/** Items that could be read as two are quoted. */
function exact(label: string, field: keyof Step, items: readonly string[] | "" | undefined): StepFact | undefined {
  if (!items || items.length === 0) return undefined;
  const text = items.map((item) =>
    /[,"\n]|^\s|\s$/.test(item)
      ? `"${visibleCommand(item, { inline: true })}"`
      : visibleCommand(item, { inline: true }),
  );
  return { label, field, text: text.join(", "), isExact: true };
}

/** By the numbers on the screen; what is not there by its id. */
export function numbersOf({ steps }: Pick<Plan, "steps">, ids: readonly string[]): string {
  return ids
    .map((id) => {
      const index = steps.findIndex((step) => step.id === id);
      return index < 0 ? `${visibleCommand(id)} (no such step)` : String(index + 1);
    })
    .join(", ");
}

function headerOf({ decisions = [] }: Plan, id: string): string {
  const found = decisions.find(({ decision_id }) => decision_id === id);
  return `the decision ${visibleCommand(found?.header ?? `${id} (no such decision)`, { inline: true })}`;
}

export function estimateText({ estimate }: Pick<Step, "estimate">): string | undefined {
  if (!estimate) return undefined;
  const parts = [
    ...(estimate.minutes === undefined ? [] : [`${estimate.minutes} min`]),
    ...(estimate.cost === undefined ? [] : [money(estimate.cost)]),
    ...(estimate.tokens === undefined ? [] : [`${tokens(estimate.tokens)} tokens`]),
  ];
  return parts.length === 0 ? undefined : parts.join(" · ");
}
