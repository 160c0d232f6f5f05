import type { PlanSession } from "../../../agent/plan-session.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import { textsOf } from "../../../desk/revisions.ts";
import { compareRevisions } from "../../../plan/compare-revisions.ts";
import { comparisonText } from "../../../plan/comparison-text.ts";
import { planOf } from "./plan-of.ts";

/** What changed since the text before. */
export async function diff(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planOf(session, id);
  if (!plan.ok) return plan;
  const texts = await textsOf(session.agent.desk, plan.value.id);
  const before = texts.findLast(({ digest }) => digest !== plan.value.proposal.digest);
  if (before === undefined) return yes("There is only one text of it.");
  const lines = comparisonText(compareRevisions(before.plan, plan.value.proposal.plan));
  return yes(lines.map(({ text }) => text).join("\n"));
}
