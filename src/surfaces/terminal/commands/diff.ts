import { planDiff } from "../../../agent/plan-diff.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { visible } from "../visible-in-terminal.ts";
import { planOf } from "./plan-of.ts";

const MOST_LINES = 200;

/** By the name of a step of the session's own plan, or of a plan. */
export async function diff(session: PlanSession, name: string): Promise<Outcome<string>> {
  const own = await planOf(session, "");
  const isStep = own.ok && own.value.run?.steps.get(name) !== undefined;
  const plan = isStep ? own : await planOf(session, name);
  if (!plan.ok) return plan;
  const step = isStep ? name : undefined;
  const found = await planDiff(session, plan.value, step);
  if (!found.ok) return found;
  const lines = found.value.split("\n");
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => visible(line.replaceAll("\t", "    ")));
  const rest = more > 0 ? [`… ${more} more lines: countersign diff ${plan.value.id}${step ? ` ${step}` : ""}`] : [];
  return yes([...shown, ...rest].join("\n"));
}
