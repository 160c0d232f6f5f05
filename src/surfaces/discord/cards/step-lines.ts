import type { SubagentAtWork } from "../../../agent/subagents-at-work.ts";
import { leftOutOf } from "../../../lifecycle/left-out.ts";
import type { Run } from "../../../lifecycle/plan-state.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { type ShownStatus, STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { surprises } from "../../../lifecycle/step-result.ts";
import type { StepState } from "../../../lifecycle/step-state.ts";
import { dangerOf } from "../../../plan/danger.ts";
import { modeMark } from "../../../plan/mode-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { roughDuration, tokens } from "../../../plan/quantities.ts";
import { inline } from "./discord-text.ts";
import { type PlanFacts, shownText } from "./plan-facts.ts";
import { riskMark, STEP_MARKS } from "./status-look.ts";
import { stepLine } from "./step-line.ts";
import { stepList } from "./step-list.ts";

/** The numbered steps of a run, with their status. */
export function stepLines(facts: PlanFacts, run: Run, room: number): string {
  const { plan: state, atWork } = facts;
  const { steps } = shownText(state).plan;
  const leftOut = new Set(leftOutOf(state));
  return stepList({
    count: steps.length,
    room,
    line: (index, titleRoom) => {
      const step = steps[index];
      if (step === undefined) return "";
      const found = leftOut.has(step.id) ? undefined : run.steps.get(step.id);
      if (found === undefined) return stepLine(step, index, { titleRoom, isLeftOut: leftOut.has(step.id) });
      return ranLine(step, index, { ...found, status: shownStatus(run, step.id) }, titleRoom, atWork?.get(step.id));
    },
    importance: (index) => {
      const step = steps[index];
      return step === undefined ? 0 : importanceOf(step, run.steps.get(step.id));
    },
    isHighRisk: (index) => steps[index]?.risk === "high",
  });
}

function ranLine(
  step: Step,
  index: number,
  { status, attempts, notes, result }: Omit<StepState, "status"> & { status: ShownStatus },
  titleRoom: number,
  working: SubagentAtWork | undefined,
): string {
  const isPlain = status === "pending" || status === "completed" || status === "in_progress";
  const words = [
    isPlain ? "" : STEP_LOOKS[status].word,
    (status === "pending" || status === "in_progress") && step.mode ? modeMark(step.mode) : "",
    status === "pending" && step.risk ? `${step.risk} risk` : "",
    attempts > 1 ? `attempt ${attempts}` : "",
    status === "completed" && result ? roughDuration(result.stats.duration_seconds) : "",
  ].filter(Boolean);
  const title = inline(step.title, titleRoom);
  const first = `${STEP_MARKS[status]} **${index + 1}.** ${riskMark(step.risk)} ${title}${words.map((word) => ` · ${word}`).join("")}`;
  const under = status === "in_progress" ? doing(working) : isPlain ? "" : because(notes ?? result?.error);
  return [first, ...[under, surpriseWords(result)].filter(Boolean).map((line) => `-# ↳ ${line}`)].join("\n");
}

function doing(working: SubagentAtWork | undefined): string {
  if (working === undefined) return "";
  const { doing, stats } = working;
  const used = stats.prompt_tokens + stats.completion_tokens;
  const parts = [
    doing === undefined ? "" : inline(doing, 100, { spelled: true }),
    used > 0 ? `${tokens(used)} tokens` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The first deviation or unexpected change; Details shows all. */
function surpriseWords(result: StepState["result"]): string {
  const [first, ...more] = surprises(result ?? {});
  if (first === undefined) return "";
  return `⚠️ ${inline(first, 120)}${more.length > 0 ? ` · ${more.length} more` : ""}`;
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : inline(reason, 120);
}

function importanceOf(step: Step, found: StepState | undefined): number {
  const status = found?.status;
  if (status === "failed" || status === "interrupted" || status === "needs_decision" || status === "in_progress")
    return 5;
  if (surprises(found?.result ?? {}).length > 0) return 4;
  const danger = dangerOf(step);
  return status === "completed" || status === "skipped" ? danger / 10 : danger;
}
