import { visible } from "../../../../../plan/visible.ts";
import type { PlanItem } from "../../../api/plans.ts";
import { PlanStatus } from "../../parts/plan-status.tsx";
import { type Risk, RiskMark } from "../../parts/risk.tsx";
import { Ago } from "../../parts/time.tsx";
import { planAddress } from "../../router.ts";
import { projectName, projects } from "../../store.ts";

/** A plan in the list, on one line; on a phone on two. */
export function PlanRow({ plan, isCurrent }: { plan: PlanItem | undefined; isCurrent: boolean }) {
  if (!plan)
    return (
      <span class="plan-row is-loading">
        <span class="bar-0" />
      </span>
    );
  const isRun = ["executing", "paused", "stalled"].includes(plan.status);
  return (
    <a
      class={`plan-row${isCurrent ? " current" : ""}`}
      href={planAddress(plan.project, plan.id, isRun ? "run" : "review")}
    >
      <span class="plan-row-title">
        <span class="plan-row-name" dir="auto">
          {visible(plan.title)}
        </span>
        <span class="plan-row-facts dotted">
          {projects.value.length > 1 && <span>{projectName(plan.project)}</span>}
          <span class="mono">{plan.id}</span>
          <span>by {visible(plan.requester)}</span>
          {plan.snippet && <span class="plan-row-snippet">{visible(plan.snippet)}</span>}
        </span>
      </span>
      <span class="plan-row-status">
        <PlanStatus plan={plan} />
      </span>
      <span class="plan-row-risk">{isRisk(plan.risk) && <RiskMark risk={plan.risk} />}</span>
      <span class="plan-row-steps fact quiet">
        {plan.steps_done > 0 || isRun
          ? `${plan.steps_done} of ${plan.steps}`
          : `${plan.steps} ${plan.steps === 1 ? "step" : "steps"}`}
      </span>
      <span class="plan-row-time fact quiet">
        <Ago at={plan.updated_at} />
      </span>
    </a>
  );
}

function isRisk(word: string): word is Risk {
  return word === "low" || word === "medium" || word === "high";
}
