import type { PlanSession } from "../../../agent/plan-session.ts";
import type { ReadingOnly } from "../../../agent/restraint.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import type { StepStates } from "../../../lifecycle/step-states.ts";
import { visible } from "../../../plan/visible.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";

/** Where a session stands, in a few lines. */
export async function statusText(session: PlanSession): Promise<string> {
  const state = await session.agent.state();
  const plan = await session.agent.plan();
  const only = await session.restraint.now(state);
  const sandbox = await session.sandbox();
  const waiting = [...openRequests(state.requests), ...(plan ? openRequests(plan.requests) : [])];
  const lines = [
    state.phase === "inactive" ? off(state.timed_out === true, only) : PHASES[state.phase],
    state.phase === "executing" && only && `The agent only reads: ${visible(only.words)}`,
    "task" in state && state.task !== undefined && `Task: ${visible(state.task)}`,
    state.phase !== "inactive" && `Commands run ${sandboxWords(sandbox)}.`,
    plan &&
      `${plan.id}, revision ${plan.proposal.revision}: ${plan.status.replaceAll("_", " ")}, ${visible(plan.proposal.plan.title)}`,
    plan && "run" in plan && plan.run && stepsLine(plan.run.steps),
    waiting.length > 0 && `Waits for you: ${waiting.map(({ kind }) => kind).join(", ")}. /plan shows it.`,
  ];
  return lines.filter(Boolean).join("\n");
}

function off(hasTimedOut: boolean, only: ReadingOnly | undefined): string {
  if (only?.because === "no_plan_mode") return visible(only.words);
  if (hasTimedOut)
    return "Planning has ended by itself; the agent still only reads. /plan <goal> goes on, /plan cancel leaves.";
  return only ? visible(only.words) : "Plan mode is off. /plan <goal> starts it.";
}

const PHASES = {
  gathering: "Planning: the agent can read, and change nothing.",
  submitted: "A plan is submitted; the agent can change nothing until you have answered.",
  executing: "A signed plan is carried out.",
} as const;

function stepsLine(steps: StepStates): string {
  return [...steps].map(([id, { status }]) => `${id}: ${status.replaceAll("_", " ")}`).join(", ");
}
