import { no, type Outcome, yes } from "../desk/outcome.ts";
import { textsOf } from "../desk/revisions.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import { type Comparison, compareRevisions } from "../plan/compare-revisions.ts";
import { comparisonText } from "../plan/comparison-text.ts";
import type { StepId } from "../plan/plan.ts";
import { openPlanSnapshots, patchOf } from "../run/open-plan-snapshots.ts";
import type { PlanSession } from "./plan-session.ts";

/**
 * The changes of a step or a run, as git shows them; for a plan that did not run, the changes since its previous
 * text.
 */
export async function planDiff(session: PlanSession, plan: LivePlan, step?: StepId): Promise<Outcome<string>> {
  if (hasRun(plan)) return patch(session, plan, step);
  const since = await sinceBefore(session, plan);
  if (since === undefined) return yes("There is only one text of it.");
  return yes(
    comparisonText(since.comparison)
      .map(({ text }) => text)
      .join("\n"),
  );
}

/** Whether any step ran: then there is more to see than the texts. */
export function hasRun({ run }: LivePlan): boolean {
  return run?.steps.values().some(({ attempts }) => attempts > 0) ?? false;
}

/** The changes between the newest text and the one before it, if there is one. */
export async function sinceBefore(
  { agent }: PlanSession,
  { id, proposal }: LivePlan,
): Promise<{ before: number; after: number; comparison: Comparison } | undefined> {
  const texts = await textsOf(agent.desk, id);
  const before = texts.findLast(({ digest }) => digest !== proposal.digest);
  if (before === undefined) return undefined;
  const comparison = compareRevisions(before.plan, proposal.plan);
  return { before: before.revision, after: proposal.revision, comparison };
}

async function patch({ agent, env }: PlanSession, plan: LivePlan, step: StepId | undefined): Promise<Outcome<string>> {
  const opened = await openPlanSnapshots(agent.desk, plan, env);
  if (!opened.ok)
    return no(opened.refusal.kind, opened.refusal.message, { hint: "git diff shows what is changed now." });
  const found = await patchOf(opened.value, step);
  if (!found.ok) return found;
  const none = `${step === undefined ? plan.id : `Step ${step}`} changed no file of the project.`;
  return yes(found.value.patch.trimEnd() || none);
}
