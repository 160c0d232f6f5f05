import type { AgentState } from "../../../lifecycle/agent-phase.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { defined } from "../../../plan/defined.ts";
import { secondsBetween } from "../../../plan/quantities.ts";
import type { PlanningPanel, ReviewPanel } from "./panel-subject.ts";

export interface PlanningFacts {
  now: string;
  /** Calls of tools since planning began, and those of them that were refused. */
  calls: number;
  refused: number;
  /** The plan the agent is at, if there is one. */
  plan?: LivePlan;
}

/** The panel of an agent that plans; nothing for one that does not. */
export function panelOfPlanning(
  agent: AgentState,
  { now, calls, refused, plan }: PlanningFacts,
): PlanningPanel | ReviewPanel | undefined {
  switch (agent.phase) {
    case "inactive":
    case "executing":
      return undefined;
    case "gathering":
      return {
        kind: "planning",
        ...defined({ task: agent.task, revises: agent.plan_id }),
        seconds: secondsBetween(agent.gathering_start, now) ?? 0,
        calls,
        refused,
      };
    case "submitted":
      return {
        kind: "review",
        plan_id: agent.plan_id,
        ...(plan?.id === agent.plan_id && {
          title: plan.proposal.plan.title,
          revision: plan.proposal.revision,
          ...((plan.status === "approved" || plan.status === "changes_requested") && { answered: plan.status }),
        }),
      };
  }
}
