import { planInSession } from "../../../agent/acting-from.ts";
import { planDiff } from "../../../agent/plan-diff.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { visible } from "../visible-in-terminal.ts";

const MOST_LINES = 200;

/** Of the plan that is named, or the session's own; of one step, or all. */
export async function diff(session: PlanSession, named: string | undefined, name: string): Promise<Outcome<string>> {
  const plan = await planInSession(session, named);
  if (!plan.ok) return plan;
  const step = name || undefined;
  const found = await planDiff(session, plan.value, step);
  if (!found.ok) return found;
  const lines = found.value.split("\n");
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => visible(line.replaceAll("\t", "    ")));
  const rest = more > 0 ? [`… ${more} more lines: countersign diff ${plan.value.id}${step ? ` ${step}` : ""}`] : [];
  return yes([...shown, ...rest].join("\n"));
}
