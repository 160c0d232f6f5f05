import { distrustedPlans } from "../../../acts/distrusted-plans.ts";
import { mayBeUnfinished } from "../../../acts/may-be-unfinished.ts";
import { unfinishedPlans } from "../../../acts/unfinished-plans.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { brokenWords } from "../../../desk/broken-journal.ts";
import { refusalLines } from "../../../lifecycle/next-action.ts";
import { visible } from "../../../plan/visible.ts";
import { callAction } from "../call-action.ts";

const MOST = 20;

/** The newest plans in a few lines; `/plans` browses them all. */
export async function plansText({ agent }: PlanSession): Promise<string> {
  const { rows } = await agent.desk.plans({ limit: MOST });
  const distrusted = await distrustedPlans(agent.desk);
  if (rows.length === 0) return "There are no plans yet. /plan <goal> starts one.";
  const unfinished = rows.some(mayBeUnfinished) ? await unfinishedPlans(agent.desk) : [];
  const isNotRun = (id: string) => unfinished.some(({ plan }) => plan.id === id);
  return [
    ...distrusted.flatMap(({ words, ...way }) => refusalLines({ message: visible(words), ...way }, callAction)),
    ...rows.map(({ id, status: standing, queued, title, problem }) => {
      const status = standing === "broken" ? brokenWords(problem) : standing;
      const more = queued ? ", in the queue" : isNotRun(id) ? ", not running: /plan resume" : "";
      return `${id}  ${status}${more}  ${visible(title ?? "")}`;
    }),
    "/plans browses them.",
  ].join("\n");
}
