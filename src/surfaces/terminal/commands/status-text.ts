import type { PlanSession } from "../../../agent/plan-session.ts";
import type { ReadOnlyReason } from "../../../agent/read-only-reason.ts";
import type { AgentState } from "../../../lifecycle/agent-phase.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import { adviceLines } from "../../../lifecycle/next-action.ts";
import type { PlanStatus, Run } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { timeOutWords } from "../../../lifecycle/time-out.ts";
import { visible } from "../../../plan/visible.ts";
import { restraintWords } from "../../../policy/level-words.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import { callAction } from "../call-action.ts";
import { sessionActions, sessionPlan } from "../session-plan.ts";
import { autoWords } from "./auto.ts";

/** The state of a session and its plan, in a few lines. */
export async function statusText(session: PlanSession): Promise<string> {
  const state = await session.agent.state();
  const plan = await sessionPlan(session);
  const only = await session.restraint.now(state);
  const sandbox = await session.sandbox();
  const restraint = restraintWords(session.agent.desk.configuration.config.level);
  const waiting = [...openRequests(state.requests), ...(plan ? openRequests(plan.requests) : [])];
  const lines = [
    state.phase === "inactive" ? off(state, only) : PHASES[state.phase](restraint, plan?.status),
    state.phase === "executing" && only && `The agent is read-only: ${visible(only.words)}`,
    "task" in state && state.task !== undefined && `Task: ${visible(state.task)}`,
    state.phase !== "inactive" && `Commands run ${sandboxWords(sandbox)}.`,
    plan &&
      `${plan.id}, revision ${plan.proposal.revision}: ${withRolledBack(plan.status.replaceAll("_", " "), stepCounts(plan))}, ${visible(plan.proposal.plan.title)}`,
    plan && "run" in plan && plan.run && stepsLine(plan.run),
    waiting.length > 0 && `Waiting for you: ${waiting.map(({ kind }) => kind).join(", ")}. To answer: /plan`,
    autoWords(session),
    ...(plan ? adviceLines(sessionActions(session, plan), callAction) : []),
  ];
  return lines.filter(Boolean).join("\n");
}

function off(
  { timed_out, ran_out }: Extract<AgentState, { phase: "inactive" }>,
  only: ReadOnlyReason | undefined,
): string {
  if (only?.because === "no_plan_mode") return visible(only.words);
  if (timed_out) {
    const why = timeOutWords(ran_out ?? { of: "planning" });
    return `${visible(why)} The agent stays read-only. /plan <goal> plans again, /plan cancel lifts it.`;
  }
  return only ? visible(only.words) : "Plan mode is off. /plan <goal> starts it.";
}

const PHASES = {
  gathering: (restraint: string) => `Planning: the agent is ${restraint}.`,
  submitted: (restraint: string, status?: PlanStatus) =>
    `The plan ${status === "approved" ? "is approved and has not started" : "waits for your answer"}; until then the agent is ${restraint}.`,
  executing: (_: string, status?: PlanStatus) =>
    status === "paused" || status === "stalled" ? `The approved plan is ${status}.` : "An approved plan is running.",
} as const;

function stepsLine(run: Run): string {
  return [...run.steps].map(([id]) => `${id}: ${STEP_LOOKS[shownStatus(run, id)].word}`).join(", ");
}
