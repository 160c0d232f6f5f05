import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { textsOf } from "../../../desk/revisions.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { compareRevisions } from "../../../plan/compare-revisions.ts";
import { comparisonText } from "../../../plan/comparison-text.ts";
import type { StepId } from "../../../plan/plan.ts";
import { openPlanSnapshots, spanOf } from "../../../run/open-plan-snapshots.ts";
import { visible } from "../visible-in-terminal.ts";
import { planOf } from "./plan-of.ts";

/** What a step changed, or a run; of a plan that did not run, what changed since the text before. */
export async function diff(session: PlanSession, name: string): Promise<Outcome<string>> {
  const own = await planOf(session, "");
  const isStep = own.ok && own.value.run?.steps.get(name) !== undefined;
  const plan = isStep ? own : await planOf(session, name);
  if (!plan.ok) return plan;
  const hasRun = plan.value.run?.steps.values().some(({ attempts }) => attempts > 0);
  return hasRun ? patch(session, plan.value, isStep ? name : undefined) : sinceBefore(session, plan.value);
}

async function sinceBefore(session: PlanSession, { id, proposal }: LivePlan): Promise<Outcome<string>> {
  const texts = await textsOf(session.agent.desk, id);
  const before = texts.findLast(({ digest }) => digest !== proposal.digest);
  if (before === undefined) return yes("There is only one text of it.");
  const lines = comparisonText(compareRevisions(before.plan, proposal.plan));
  return yes(lines.map(({ text }) => text).join("\n"));
}

const MOST_LINES = 200;

async function patch({ agent, env }: PlanSession, plan: LivePlan, step: StepId | undefined): Promise<Outcome<string>> {
  const opened = await openPlanSnapshots(agent.desk, plan, env);
  if (!opened.ok)
    return no(opened.refusal.kind, opened.refusal.message, { hint: "git diff shows what is changed now." });
  const { snapshots, trees } = opened.value;
  const span = step === undefined ? undefined : spanOf(opened.value, step);
  if (span && !span.ok) return span;
  const { before = "", last = before } = trees;
  const [from, to] = span ? [span.value.before, span.value.after] : [before, last];
  const own = new Set(span ? span.value.paths : [...trees.steps.values()].flatMap(({ paths }) => paths));
  const files = (await snapshots.changed(from, to)).filter(({ path }) => own.has(path)).map(({ path }) => path);
  if (files.length === 0) return yes(`${step === undefined ? plan.id : `Step ${step}`} has changed no file.`);
  const lines = (await snapshots.diff(from, to, { paths: files })).trimEnd().split("\n");
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => visible(line.replaceAll("\t", "    ")));
  const rest = more > 0 ? [`… ${more} more lines: countersign diff ${plan.id}${step ? ` ${step}` : ""}`] : [];
  return yes([...shown, ...rest].join("\n"));
}
