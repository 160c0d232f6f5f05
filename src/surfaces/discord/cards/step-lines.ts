import type { SubagentAtWork } from "../../../agent/subagents-at-work.ts";
import { leftOutOf } from "../../../lifecycle/left-out.ts";
import { runShown } from "../../../lifecycle/run-shown.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { type ShownStatus, STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import type { StepState } from "../../../lifecycle/step-state.ts";
import type { Step } from "../../../plan/plan.ts";
import { roughDuration, tokens } from "../../../plan/quantities.ts";
import { commandCode, inline } from "./discord-text.ts";
import { type PlanFacts, shownText } from "./plan-facts.ts";
import { riskMark, STEP_MARKS } from "./status-look.ts";
import { stepList } from "./step-list.ts";

/** The numbered steps: before a run with their risks, then with their status. */
export function stepLines(facts: PlanFacts, room: number): string {
  const { plan: state, atWork } = facts;
  const { steps } = shownText(state).plan;
  const run = runShown(state);
  const leftOut = new Set(leftOutOf(state));
  const stateOf = (step: Step) => run?.steps.get(step.id);
  return stepList({
    count: steps.length,
    room,
    line: (index, titleRoom) => {
      const step = steps[index];
      if (step === undefined) return "";
      const found = leftOut.has(step.id) ? undefined : stateOf(step);
      if (run && found)
        return ranLine(step, index, { ...found, status: shownStatus(run, step.id) }, titleRoom, atWork?.get(step.id));
      return proposedLine(step, index, titleRoom, leftOut.has(step.id));
    },
    importance: (index) => {
      const step = steps[index];
      return step === undefined ? 0 : importanceOf(step, stateOf(step));
    },
    isHighRisk: (index) => steps[index]?.risk === "high",
  });
}

/**
 * `**3.**`, and not `3.`: Discord numbers lists itself, wrongly where steps are left out. The agent chose title and
 * risk; the command is what will run, so the line shows it, or at least that there is one.
 */
function proposedLine(step: Step, index: number, titleRoom: number, isLeftOut: boolean): string {
  const runs = step.run === undefined || isLeftOut ? undefined : step.run;
  const hasRoom = titleRoom >= ROOM_FOR_COMMANDS;
  const notes = [
    step.mode,
    step.risk && `${step.risk} risk`,
    isLeftOut && "left out",
    runs !== undefined && !hasRoom && "runs a command",
  ];
  const said = notes.filter(Boolean).join(", ");
  const first = `**${index + 1}.** ${riskMark(step.risk)} ${inline(step.title, titleRoom)}${said && ` · ${said}`}`;
  return runs === undefined || !hasRoom ? first : `${first}\n-# ↳ runs ${commandCode(runs, titleRoom)}`;
}

/** A long plan has less room for titles, and none for commands. */
const ROOM_FOR_COMMANDS = 80;

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
    status === "pending" && step.risk ? `${step.risk} risk` : "",
    attempts > 1 ? `attempt ${attempts}` : "",
    status === "completed" && result ? roughDuration(result.stats.duration_seconds) : "",
  ].filter(Boolean);
  const title = inline(step.title, titleRoom);
  const first = `${STEP_MARKS[status]} **${index + 1}.** ${riskMark(step.risk)} ${title}${words.map((word) => ` · ${word}`).join("")}`;
  const under = status === "in_progress" ? doing(working) : isPlain ? "" : because(notes ?? result?.error);
  return [first, ...[under, driftWords(result)].filter(Boolean).map((line) => `-# ↳ ${line}`)].join("\n");
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

/** The first unexpected change; Details shows all. */
function driftWords(result: StepState["result"]): string {
  const [first, ...more] = result?.drift ?? [];
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
  if (found?.result?.drift) return 4;
  const risk = step.risk === "high" ? 3 : step.risk === "medium" ? 2 : 0;
  return status === "completed" || status === "skipped" ? risk / 10 : risk;
}
