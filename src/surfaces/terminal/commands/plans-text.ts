import type { PlanSession } from "../../../agent/plan-session.ts";
import { visible } from "../../../plan/visible.ts";

const MOST = 20;

/** The newest plans in a few lines; `/plans` browses them all. */
export async function plansText({ agent }: PlanSession): Promise<string> {
  const rows = agent.isKept ? (await agent.desk.plans({ limit: MOST })).rows : [];
  if (rows.length === 0) return "There are no plans yet. /plan <goal> starts one.";
  return [
    ...rows.map(({ id, status, queued, title }) => {
      return `${id}  ${status}${queued ? ", in the queue" : ""}  ${visible(title ?? "")}`;
    }),
    "/plans browses them.",
  ].join("\n");
}
