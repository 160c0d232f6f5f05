import { totalsCard } from "../../../agent/run-cards.ts";
import { countsWords, doneWords } from "../../../lifecycle/counts-words.ts";
import type { LivePlan, PauseReason, Run } from "../../../lifecycle/plan-state.ts";
import { runCounts } from "../../../lifecycle/run-counts.ts";
import { runSeconds } from "../../../lifecycle/run-seconds.ts";
import { expiryWords } from "../../../lifecycle/time-out.ts";
import { counted, money, roughDuration, tokens } from "../../../plan/quantities.ts";
import { failureReport } from "../../../run/failure-report.ts";
import { code, codeBlock, inline, progressBar, quoted } from "./discord-text.ts";
import { pathList } from "./notes-lines.ts";
import type { PlanFacts } from "./plan-facts.ts";

/** `[███░░░] 3/10 · 4 min · 12k tokens · $0.08`. */
export function progressLine({ plan: { status }, at, atWork }: PlanFacts, run: Run): string {
  const { done, total } = runCounts(run);
  const { tokens: before = 0, cost = 0 } = totalsCard({ id: run.plan.id, run }, "completed", at);
  const now = [...(atWork?.values() ?? [])].map(({ stats }) => stats);
  const used = now.reduce((sum, stats) => sum + stats.prompt_tokens + stats.completion_tokens, before);
  const spent = now.reduce((sum, stats) => sum + stats.cost, cost);
  const isGoingOn = status === "executing" || status === "paused" || status === "stalled";
  const seconds = runSeconds(run, isGoingOn ? at : undefined);
  const parts = [
    `\`${progressBar(done, total)} ${done}/${total}\``,
    ...(seconds === undefined ? [] : [roughDuration(seconds)]),
    ...(used > 0 ? [`${tokens(used)} tokens`] : []),
    ...(spent > 0 ? [money(spent)] : []),
  ];
  return parts.join(" · ");
}

/** Why a run does not continue, or how it ended. */
export function outcomeLines(facts: PlanFacts, room: number): string[] {
  const { plan: state, at } = facts;
  switch (state.status) {
    case "paused":
      return [`⏸️ ${PAUSED[state.why]}`];
    case "stalled":
      return ["⚠️ Its process stopped reporting. Resume runs the unfinished steps."];
    case "failed":
      return [`❌ ${inline(state.reason, 250)}`, ...failureLines(state, room - 300)];
    case "completed":
      return completedLines(state, at, room);
    case "cancelled": {
      const why = state.why === "stale" ? `It ${expiryWords(state)}` : `Cancelled by ${inline(state.by.name, 60)}`;
      return [`⏹️ ${why}.`, ...(state.note ? [quoted(state.note, 250, 4)] : [])];
    }
    case "approved":
      return [state.queued ? "🕒 It waits in the queue." : facts.startsByItself ? "It starts now." : "Start runs it."];
    case "needs_review":
      return ["🙋 The agent has no revisions left. Approve it, reject it, or allow one more revision."];
    case "executing":
      return facts.holder === "none" ? ["⚠️ No process runs it. Resume runs the unfinished steps."] : [];
    case "proposed":
    case "changes_requested":
    case "rejected":
      return [];
  }
}

/** Why it is paused. */
export const PAUSED: Record<PauseReason, string> = {
  person: "No new step starts until a person resumes it.",
  diverged: "The plan file differs from the approved text: choose which one counts.",
  budget: "A budget is used up: decide whether to continue.",
  model: "A model is missing: choose another one.",
  left: "The run was stopped. Resume runs the unfinished steps.",
};

function failureLines(state: LivePlan, room: number): string[] {
  const report = failureReport(state);
  if (report === undefined) return [];
  const { failed, interrupted, left_behind } = report;
  const [first] = [...failed, ...interrupted];
  const output = first?.output && room > 200 ? [codeBlock(first.output.slice(-400), Math.min(room - 150, 400))] : [];
  const counts = [
    countsWords(report.counts),
    ...(left_behind.files.length > 0 ? [`${counted(left_behind.files.length, "file")} changed`] : []),
  ];
  return [`${counts.join(", ")}.`, ...output];
}

/** The engine's own summary counts steps and files, which the card shows itself. */
function isToldAnyway(summary: string | undefined): boolean {
  return summary === undefined || /^\d+ of \d+ steps? done[^;]*; \d+ files? changed\.$/.test(summary);
}

function completedLines(state: LivePlan & { run: Run; summary?: string }, at: string, room: number): string[] {
  const { verified, files } = totalsCard(state, "completed", at);
  const counts = runCounts(state.run);
  // The progress bar shows it if all steps are done.
  const others = countsWords(counts) === doneWords(counts) ? [] : [`${countsWords(counts)}.`];
  const checks = verified.slice(0, 4).map(({ command }) => `• ✓ ${code(command, 100)}`);
  const more = verified.length - checks.length;
  return [
    ...(isToldAnyway(state.summary) ? [] : [quoted(state.summary ?? "", Math.min(400, room), 6)]),
    ...others,
    ...(checks.length > 0 ? ["Checked by the host:", ...checks] : []),
    ...(more > 0 ? [`… and ${counted(more, "more check")}`] : []),
    ...(files && files.length > 0 ? [`📄 ${counted(files.length, "file")} changed: ${pathList(files, 4)}`] : []),
    ...(files && files.length === 0 ? ["📄 No files changed."] : []),
  ];
}
