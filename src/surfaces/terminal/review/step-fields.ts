import type { Plan, Step } from "../../../plan/plan.ts";
import { hostFileWarnings } from "../../../policy/signed-host-file.ts";
import { listed } from "../lines.ts";
import { visible, visibleCommand } from "../visible-in-terminal.ts";

export interface StepField {
  label: string;
  /** Nothing in it is hidden; the end of a line is marked, so that it differs from a line that was wrapped. */
  text: string;
  /** How a folded step shows it: among others on a line, as a command on its own lines, or only by name. */
  folded: "packed" | "command" | "named";
}

/** Everything a step says besides its title, risk, mode and description. A field missing here could be signed unseen. */
export function stepFields(plan: Plan, step: Step): StepField[] {
  const { id, title, description, mode, risk, ...rest } = step;
  const fields: Record<keyof typeof rest, StepField | undefined> = {
    files: packed("files", rest.files && listed(rest.files)),
    commits: packed("commits", rest.commits ? "may change the git repository" : undefined),
    tools: packed("tools", rest.tools && listed(rest.tools)),
    denied_tools: packed("never", rest.denied_tools && listed(rest.denied_tools)),
    depends_on: packed("after", rest.depends_on && namedSteps(plan, rest.depends_on)),
    decision_id: packed("waits for", rest.decision_id && visible(rest.decision_id)),
    operation: packed("operation", rest.operation && listed([rest.operation])),
    target: packed("target", rest.target && listed([rest.target])),
    model: packed("model", rest.model && listed([rest.model])),
    run: field("command", "run", rest.run),
    keeps: packed("keeps", rest.keeps && `${visible(rest.keeps)}, until the run ends`),
    verify: field("command", "check", rest.verify),
    verify_minutes: field(
      "named",
      "check ended after",
      rest.verify_minutes ? `${rest.verify_minutes.toLocaleString("en")} min` : undefined,
    ),
    undo: field("command", "undo", rest.undo),
    owner: field("named", "owner", rest.owner),
    max_tokens: field("named", "max tokens", rest.max_tokens?.toLocaleString("en")),
    max_turns: field("named", "max turns", rest.max_turns?.toLocaleString("en")),
    system_prompt_suffix: field("named", "extra prompt", rest.system_prompt_suffix),
    estimate: field("named", "estimate", estimateText(step)),
  };
  const warnings = hostFileWarnings(step);
  const danger = packed("danger", warnings.length > 0 ? listed(warnings) : undefined);
  return [danger, ...Object.values(fields)].filter((given) => given !== undefined);
}

function packed(label: string, text: string | undefined): StepField | undefined {
  return text ? { label, text, folded: "packed" } : undefined;
}

function field(folded: StepField["folded"], label: string, text: string | undefined): StepField | undefined {
  return text ? { label, text: visibleCommand(text), folded } : undefined;
}

/** By their numbers on the screen; what is not on it by its id. */
function namedSteps(plan: Plan, ids: readonly string[]): string {
  return ids
    .map((id) => {
      const position = plan.steps.findIndex((step) => step.id === id);
      return position < 0 ? `${visible(id)} (no such step)` : String(position + 1);
    })
    .join(", ");
}

function estimateText({ estimate }: Step): string | undefined {
  if (estimate === undefined) return undefined;
  const { tokens, cost, minutes } = estimate;
  return [
    tokens !== undefined && `${tokens.toLocaleString("en")} tokens`,
    cost !== undefined && `$${cost}`,
    minutes !== undefined && `${minutes} min`,
  ]
    .filter(Boolean)
    .join(", ");
}
