import { carriedOutBy } from "../../../agent/carried-out-by.ts";
import { isLive } from "../../../agent/live-mark.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";

/** Who carries a plan out at this moment, in words. */
export type Executor = { by: "process" | "session"; words: string };

/** The one that is alive; nothing if there is none, whatever the plan's status says. */
export async function executorOf(desk: Desk, plan: LivePlan): Promise<Executor | undefined> {
  const lease = carriedOutBy(desk, plan);
  if (lease !== undefined) return { by: "process", words: `process ${lease.pid} on ${lease.host}` };
  const agents = await desk.store.listAgents();
  const agent = agents.find(
    ({ id, plan_id, phase }) => plan_id === plan.id && phase === "executing" && isLive(desk.home, id),
  );
  return agent && { by: "session", words: `the session ${agent.id}` };
}
