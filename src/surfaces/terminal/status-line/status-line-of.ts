import type { AgentState } from "../../../lifecycle/agent-phase.ts";
import type { LivePlan, Run } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { stepPlace } from "../../../lifecycle/step-place.ts";
import { defined } from "../../../plan/defined.ts";
import type { Step } from "../../../plan/plan.ts";
import type { PolicySettings } from "../../../policy/situation.ts";
import { limitNow } from "../../../run/budget.ts";
import type { Spent } from "../spent.ts";
import type { StatusLine, StatusLineMode } from "./status-line-text.ts";

/** Of the run (0: none), and of the step that runs. */
export interface SpentLimits {
  cost: number;
  tokens: number;
  step?: number;
}

/** Facts of a session that its journals do not hold. */
export interface StatusLineFacts {
  sandboxed: boolean;
  level: PolicySettings["level"];
  /** Open requests of this project. */
  waiting: number;
  /** Since the run began, and since its step began; and the limits of a run (0: none). */
  spent?: { run: Spent; step?: Spent; limits: SpentLimits };
  context_percent?: number;
  rate_limited: boolean;
  /** Subagents that run for this session. */
  subagents?: number;
  /** No live process runs the plan, although its status says so. */
  isAbandoned?: boolean;
}

/** The status line of a session and its current plan. */
export function statusLineOf(state: AgentState, plan: LivePlan | undefined, facts: StatusLineFacts): StatusLine {
  const { waiting, spent, context_percent, rate_limited, subagents } = facts;
  const goal = plan?.proposal.plan.title ?? ("task" in state ? state.task : undefined);
  const decisions = openRequests(plan?.requests ?? {}).filter(({ kind }) => kind === "decision").length;
  const { step, running } = stepOf(plan);
  const budget = spent && budgetOf(spent, running);
  return {
    mode: modeOf(state, plan, facts),
    ...defined({ goal, step }),
    ...(subagents && { subagents }),
    ...defined({ budget }),
    ...(rate_limited && { rate_limited }),
    ...defined({ context_percent }),
    ...(decisions > 0 && { decisions }),
    ...(waiting > 0 && { waiting }),
  };
}

function modeOf(state: AgentState, plan: LivePlan | undefined, facts: StatusLineFacts): StatusLineMode {
  const { sandboxed, level, isAbandoned } = facts;
  switch (state.phase) {
    case "gathering":
      return { kind: "planning", sandboxed, ...(level !== "enforce" && { level }) };
    case "submitted": {
      const isAnswered = plan?.status === "approved" || plan?.status === "changes_requested";
      return { kind: "submitted", plan_id: state.plan_id, ...(isAnswered && { answered: plan.status }) };
    }
    case "executing":
      return { kind: plan?.status === "paused" || isAbandoned ? "paused" : "executing" };
    case "inactive":
      return state.timed_out ? { kind: "timed_out" } : { kind: "none" };
  }
}

function stepOf(plan: LivePlan | undefined): Pick<StatusLine, "step"> & { running?: Step } {
  const run = plan && "run" in plan ? plan.run : undefined;
  const running = run?.plan.steps.find(({ id }) => run.steps.get(id)?.status === "in_progress");
  if (run === undefined || running === undefined) return {};
  const { id, mode } = running;
  return { running, step: { id, ...stepPlace(run, id), ...defined({ mode }) } };
}

/** The narrowest limit there is: the step's, then the run's. Without one, the cost so far, if any. */
function budgetOf(
  { run, step, limits }: NonNullable<StatusLineFacts["spent"]>,
  running: Step | undefined,
): StatusLine["budget"] {
  if (step && running?.max_tokens)
    return { unit: "tokens", spent: step.tokens, limit: limits.step ?? running.max_tokens };
  if (limits.cost > 0) return { unit: "dollars", spent: run.dollars, limit: limits.cost };
  if (limits.tokens > 0) return { unit: "tokens", spent: run.tokens, limit: limits.tokens };
  return run.dollars > 0 ? { unit: "dollars", spent: run.dollars } : undefined;
}

/** As the settings and the plan have them, or as a person raised them since. */
export function limitsNow({ raised }: Run, { cost, tokens }: SpentLimits, running: Step | undefined): SpentLimits {
  const now = (what: "cost" | "tokens", limit: number) =>
    limit > 0 ? limitNow({ of: "plan", what, limit }, raised) : 0;
  const { id: step_id, max_tokens: limit } = running ?? {};
  const step = step_id && limit ? limitNow({ of: { step_id }, what: "tokens", limit }, raised) : undefined;
  return { cost: now("cost", cost), tokens: now("tokens", tokens), ...defined({ step }) };
}
