import type { DeskRefusal } from "../desk/outcome.ts";
import { HOST } from "../lifecycle/actor.ts";
import type { AgentState } from "../lifecycle/agent-phase.ts";
import { refusalLines } from "../lifecycle/next-action.ts";
import type { LivePlan, Run } from "../lifecycle/plan-state.ts";
import type { PlanId } from "../plan/plan.ts";
import { visible } from "../plan/visible.ts";
import type { RunEnd } from "../run/execute.ts";
import { failureReport } from "../run/failure-report.ts";
import { failureReportText } from "../run/failure-report-text.ts";
import type { CardDetails } from "./card-details.ts";
import type { PlanSession } from "./plan-session.ts";
import { failureCard, reportedCard, totalsCard } from "./run-cards.ts";

/** The runner of a plan's steps: the model of the session, or a subagent for each. */
export type ExecutionMode = "session" | "subagents";

type How = "completed" | "failed" | "cancelled";

/** The executor of a plan in this session has stopped. Returns the message for its own model, if any. */
export async function tellRunEnd(session: PlanSession, end: RunEnd, by: ExecutionMode): Promise<string | undefined> {
  switch (end.how) {
    case "completed":
    case "failed":
    case "cancelled":
      return tellEnd(session, end.plan, by);
    case "left":
      return undefined;
    case "waiting": {
      const text = `${end.plan.id} waits for a person: ${end.reasons.map((reason) => visible(reason)).join(" ")}`;
      const command = resumeCommand(session);
      session.say(text, { card: "notice", plan_id: end.plan.id, text, command });
      return undefined;
    }
    case "lost":
      // Reviewed again in the middle of the run: applies the result.
      if ((await session.agent.plan())?.run?.lease !== undefined) trouble(session, end.refusal);
      return undefined;
  }
}

/** It did not start. The signatures stay; it is tried again when a person resumes it. */
export function tellRefusal(session: PlanSession, id: PlanId, refusal: DeskRefusal): void {
  if (refusal.kind !== "lost_lease")
    session.hold(`${id} could not run: ${refusal.message} It is tried again when a person resumes it.`);
  trouble(session, refusal);
}

/** A run has ended: the session leaves its plan, and reports the result. Returns the message for its own model. */
export async function tellEnd(session: PlanSession, plan: LivePlan, by: ExecutionMode): Promise<string> {
  const how: How = plan.status === "cancelled" ? "cancelled" : plan.status === "failed" ? "failed" : "completed";
  if (!isAtAnother(await session.agent.state(), plan.id)) {
    session.rest(`${plan.id} ${ENDED[how]}.`);
    const decided = plan.status === "cancelled" ? { decided_by: plan.by } : {};
    await session.leave(how === "cancelled" ? "cancelled" : "finished", HOST, decided);
  }
  const { run } = plan;
  if (run !== undefined)
    session.say(`${wordsOf(plan, by, session)}\n${THEN[by]}`, cardOf({ ...plan, run }, how, by, session));
  return NEXT[how];
}

/** A run that was left may end while its session plans again, or has another plan: that continues. */
function isAtAnother(state: AgentState, id: PlanId): boolean {
  return state.phase !== "inactive" && state.plan_id !== id;
}

/** How a waiting plan is continued on this surface. */
export function resumeCommand({ callAction }: PlanSession): { command: string; does: string } {
  const what = "continue it";
  return { command: callAction({ move: "resume", what }) ?? "resume", does: what };
}

function trouble(session: PlanSession, refusal: DeskRefusal): void {
  const words = refusalLines(refusal, session.callAction).join(" ");
  session.tell({ type: "trouble", error: new Error(words) });
}

function wordsOf(plan: LivePlan, by: ExecutionMode, session: PlanSession): string {
  if (by === "subagents" || plan.status !== "cancelled") return runReport(plan, session);
  return `${visible(plan.by.name)} cancelled ${plan.id}.`;
}

/** A person beside the model saw what it did; the work of subagents is reported in full. */
function cardOf(plan: LivePlan & { run: Run }, how: How, by: ExecutionMode, session: PlanSession): CardDetails {
  if (how !== "failed") return totalsCard(plan, how, session.agent.desk.at());
  const failed = plan.run.plan.steps.filter((step) => plan.run.steps.get(step.id)?.status === "failed");
  const [step] = failed;
  if (by === "session" && step && failed.length === 1) return failureCard(plan, step, session.callAction);
  return reportedCard(plan, runReport(plan, session));
}

const ENDED: Record<How, string> = { completed: "is completed", failed: "has failed", cancelled: "was cancelled" };

const NEXT: Record<How, string> = {
  completed: "That was the last step: the plan is complete. Say what changed and how it was verified.",
  failed: "The plan has failed and nothing more is started. Do not undo anything. Say what state is left behind.",
  cancelled: "The plan was cancelled. Stop here, and wait for the person.",
};

const THEN: Record<ExecutionMode, string> = {
  session: "Nothing more is to be done now: wait for the person.",
  subagents: "Nothing of this was done by you, and nothing is to be done now: wait for the person.",
};

/** The result of a run and the next actions, as a session shows them. */
function runReport(plan: LivePlan, { callAction: call, textWidth }: PlanSession): string {
  const report = failureReport(plan);
  return report === undefined
    ? `${plan.id} is ${plan.status}.`
    : failureReportText(report, { width: textWidth(), call });
}
