import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";

/** The plan that is named, or the one this session is or was at. */
export async function planOf(session: PlanSession, id: string): Promise<Outcome<LivePlan>> {
  const found = id ? await session.agent.desk.plan(id) : undefined;
  if (found && !found.ok) return found;
  const plan =
    found === undefined
      ? ((await session.agent.plan()) ?? (await session.lastPlan()))
      : found.value.kind === "standing"
        ? found.value.state
        : undefined;
  return plan === undefined ? no("not_found", "There is no plan here.", { hint: "/plans lists all." }) : yes(plan);
}
