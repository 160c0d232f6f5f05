import { mayBeUnfinished } from "../../../acts/may-be-unfinished.ts";
import { unfinishedPlans } from "../../../acts/unfinished-plans.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { visible } from "../../../plan/visible.ts";

const MOST = 20;

/** The newest plans in a few lines; `/plans` browses them all. */
export async function plansText({ agent }: PlanSession): Promise<string> {
  const rows = agent.isKept ? (await agent.desk.plans({ limit: MOST })).rows : [];
  if (rows.length === 0) return "There are no plans yet. /plan <goal> starts one.";
  const unfinished = rows.some(mayBeUnfinished) ? await unfinishedPlans(agent.desk) : [];
  const isNotRun = (id: string) => unfinished.some(({ plan }) => plan.id === id);
  return [
    ...rows.map(({ id, status, queued, title }) => {
      const more = queued ? ", in the queue" : isNotRun(id) ? ", not running: /plan resume" : "";
      return `${id}  ${status}${more}  ${visible(title ?? "")}`;
    }),
    "/plans browses them.",
  ].join("\n");
}
