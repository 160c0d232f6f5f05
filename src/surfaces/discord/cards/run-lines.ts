import { totalsCard } from "../../../agent/run-cards.ts";
import type { LivePlan, PauseReason, Run } from "../../../lifecycle/plan-state.ts";
import { counted, money, roughDuration, tokens } from "../../../plan/quantities.ts";
import { failureReport } from "../../../run/failure-report.ts";
import { code, codeBlock, inline, quoted } from "./discord-text.ts";
import { progressBar } from "./moments.ts";
import { pathList } from "./notes-lines.ts";
import type { PlanFacts } from "./plan-facts.ts";

/** `[███░░░] 3/10 · 4 min · 12k tokens · $0.08`. */
export function progressLine({ plan: { status }, at, atWork }: PlanFacts, run: Run): string {
  const done = run.steps.count("completed", "skipped");
  const { tokens: before = 0, cost = 0 } = totalsCard({ id: run.plan.id, run }, "completed", at);
  const now = [...(atWork?.values() ?? [])].map(({ stats }) => stats);
  const used = now.reduce((sum, stats) => sum + stats.prompt_tokens + stats.completion_tokens, before);
  const spent = now.reduce((sum, stats) => sum + stats.cost, cost);
  const until =
    run.ended_at ?? (status === "executing" || status === "paused" || status === "stalled" ? at : undefined);
  const seconds = (Date.parse(until ?? "") - Date.parse(run.started_at)) / 1000;
  const parts = [
    `\`${progressBar(done, run.steps.size)} ${done}/${run.steps.size}\``,
    ...(Number.isFinite(seconds) ? [roughDuration(seconds)] : []),
    ...(used > 0 ? [`${tokens(used)} tokens`] : []),
    ...(spent > 0 ? [money(spent)] : []),
  ];
  return parts.join(" · ");
}

/** What a run stands still for, or how it ended. */
export function outcomeLines(facts: PlanFacts, room: number): string[] {
  const { plan: state, at } = facts;
  switch (state.status) {
    case "paused":
      return [`⏸️ ${PAUSED[state.why]}`];
    case "stalled":
      return ["⚠️ Whoever carried it out gave no sign of life. Resume goes on with what is not done."];
    case "failed":
      return [`❌ ${inline(state.reason, 250)}`, ...failureLines(state, room - 300)];
    case "completed":
      return completedLines(state, at, room);
    case "cancelled": {
      const who = state.why === "stale" ? "Nobody answered for too long" : `By ${inline(state.by.name, 60)}`;
      return [`⏹️ ${who}.`, ...(state.note ? [quoted(state.note, 250, 4)] : [])];
    }
    case "approved":
      return [state.queued ? "🕒 It waits in the queue for its turn." : "It can be started."];
    case "needs_review":
      return ["🙋 The agent has revised it as often as it may. Approve it, reject it, or allow one more revision."];
    case "proposed":
    case "changes_requested":
    case "executing":
    case "rejected":
      return [];
  }
}

/** Why nothing goes on. */
export const PAUSED: Record<PauseReason, string> = {
  person: "Nothing new starts until somebody resumes it.",
  diverged: "The plan file differs from what was signed: say which text holds.",
  budget: "A budget is used up: say whether to go on.",
  left: "Whoever carried it out has left. Resume goes on with what is not done.",
};

function failureLines(state: LivePlan, room: number): string[] {
  const report = failureReport(state);
  if (report === undefined) return [];
  const { failed, interrupted, not_started, left_behind } = report;
  const [first] = [...failed, ...interrupted];
  const output = first?.output && room > 200 ? [codeBlock(first.output.slice(-400), Math.min(room - 150, 400))] : [];
  const counts = [
    `${counted(report.succeeded.length, "step")} done`,
    `${failed.length + interrupted.length} failed`,
    ...(not_started.length > 0 ? [`${not_started.length} not started`] : []),
    ...(left_behind.files.length > 0 ? [`${counted(left_behind.files.length, "file")} changed`] : []),
  ];
  return [`${counts.join(", ")}.`, ...output];
}

function completedLines(state: LivePlan & { run: Run; summary?: string }, at: string, room: number): string[] {
  const { steps, verified, files } = totalsCard(state, "completed", at);
  const checks = verified.slice(0, 4).map(({ command }) => `• ✓ ${code(command, 100)}`);
  const more = verified.length - checks.length;
  return [
    ...(state.summary ? [quoted(state.summary, Math.min(400, room), 6)] : []),
    `${counted(steps.completed, "step")} done${steps.skipped > 0 ? `, ${steps.skipped} skipped` : ""}.`,
    ...(checks.length > 0 ? ["Checked by the host:", ...checks] : []),
    ...(more > 0 ? [`… and ${counted(more, "more check")}`] : []),
    ...(files && files.length > 0 ? [`📄 ${counted(files.length, "file")} changed: ${pathList(files, 4)}`] : []),
    ...(files && files.length === 0 ? ["📄 No files were changed."] : []),
  ];
}
