import type { PlanNews } from "./plan-news.ts";

/** For the person: the agent wrote a plan that cannot be approved. */
export function unsubmittedWords({ reminds }: Extract<PlanNews, { type: "unsubmitted" }>): string {
  return reminds
    ? "The agent wrote a plan and did not submit it. It is reminded: only a submitted plan can be approved."
    : "The agent wrote a plan and did not submit it, so there is nothing to approve. Tell it to submit the plan.";
}
