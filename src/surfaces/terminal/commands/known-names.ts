import type { PlanSession } from "../../../agent/plan-session.ts";
import { availableModels } from "../../../agent/session-models.ts";
import { bindingPlan } from "../../../lifecycle/plan-state.ts";
import type { KnownNames } from "./plan-input.ts";

/** What plans, steps, decisions and models are called, for completion and to tell a command from a goal. */
export async function knownNames(session: PlanSession): Promise<KnownNames> {
  const plan = (await session.agent.plan()) ?? (await session.lastPlan());
  const text = plan && bindingPlan(plan);
  return {
    plans: session.agent.isKept ? (await session.agent.desk.plans({ limit: 50 })).rows.map(({ id }) => id) : [],
    steps: text?.steps.map(({ id }) => id) ?? [],
    models: availableModels(session.context),
    decisions: text?.decisions?.map(({ decision_id }) => decision_id) ?? [],
  };
}
