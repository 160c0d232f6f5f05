import type { PlanTab } from "./router.ts";

/** `/p/shop-api-3f2a1c/PLAN-7c1e90ab/run`; without a tab the plan opens where it stands: at its review, or at its run. */
export function planAddress(project: string, plan: string, tab?: PlanTab): string {
  return ["/p", encodeURIComponent(project), plan, ...(tab === undefined ? [] : [tab])].join("/");
}
