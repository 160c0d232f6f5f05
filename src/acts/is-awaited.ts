import { isAgentLive } from "../desk/agent-pid-file.ts";
import type { Desk } from "../desk/desk.ts";
import type { PlanId } from "../plan/plan.ts";

/**
 * Whether an open session that planned it waits for its approval, and runs it then. `except`: agents that do not run what they
 * planned.
 */
export async function isAwaited(
  desk: Desk,
  id: PlanId,
  except: (agent: string) => boolean = () => false,
): Promise<boolean> {
  const agents = await desk.store.listAgents();
  return agents.some(
    (row) =>
      row.plan_id === id &&
      (row.phase === "submitted" || row.phase === "executing") &&
      !except(row.id) &&
      isAgentLive(desk.home, row.id),
  );
}
