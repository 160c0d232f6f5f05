import { PLAN_LOOKS } from "../../../../lifecycle/plan-look.ts";
import { PLAN_STATUSES } from "../../../../lifecycle/plan-state.ts";
import type { Tone } from "../../../../plan/tone.ts";
import type { PlanItem } from "../../api/plans.ts";
import type { IconName } from "./icon.tsx";
import { Tag } from "./tag.tsx";

const LOOKS: Record<Tone, "plain" | "ink" | "ok" | "warn" | "bad" | "run"> = {
  quiet: "plain",
  active: "run",
  good: "ok",
  attention: "warn",
  bad: "bad",
};

/** The status of a plan in words. What waits for a person is in ink. */
export function PlanStatus({ plan }: { plan: Pick<PlanItem, "status" | "waiting"> }) {
  const status = PLAN_STATUSES.find((one) => one === plan.status);
  if (status === undefined)
    return (
      <Tag look="bad" icon="warning">
        {plan.status === "elsewhere" ? "no journal here" : `journal ${plan.status}`}
      </Tag>
    );
  const { words, tone } = PLAN_LOOKS[status];
  const isWaiting = plan.waiting > 0 || status === "proposed" || status === "needs_review";
  return (
    <Tag look={isWaiting ? "ink" : LOOKS[tone]} {...iconOf(status, isWaiting)}>
      {plan.waiting > 0 && status !== "proposed" ? `${words}, asks` : words}
    </Tag>
  );
}

function iconOf(status: string, isWaiting: boolean): { icon?: IconName } {
  if (isWaiting) return { icon: "pen" };
  if (status === "completed") return { icon: "check" };
  return status === "failed" ? { icon: "cross" } : {};
}
