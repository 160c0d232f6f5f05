import type { ShownStatus } from "../../../../../lifecycle/step-look.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { PlanItem } from "../../../api/plans.ts";
import { Progress } from "../../parts/progress.tsx";
import { type MarkedStatus, StepMark } from "../../parts/step-mark.tsx";
import { Ago } from "../../parts/time.tsx";
import { planAddress } from "../../router.ts";
import { projectName } from "../../store.ts";

/** The runs that are under way or stand still. */
export function RunsColumn({ plans }: { plans: readonly PlanItem[] | undefined }) {
  return (
    <section class="side-part">
      <h2>
        Runs <span class="quiet">{plans?.length || ""}</span>
      </h2>
      {plans?.length === 0 && <p class="fact quiet">No plan runs now.</p>}
      <ul class="run-list">
        {plans?.map((plan) => (
          <li key={`${plan.project}/${plan.id}`}>
            <a href={planAddress(plan.project, plan.id, "run")}>
              <StepMark status={markOf(plan)} />
              <span>{visible(plan.title)}</span>
            </a>
            <Progress steps={partsOf(plan)} label={`${plan.steps_done} of ${plan.steps} steps done`} />
            <p class="fact quiet dotted">
              <span>{projectName(plan.project)}</span>
              <span>{stateWords(plan)}</span>
              {plan.status !== "executing" && <Ago at={plan.updated_at} />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As a list of plans knows it: how many steps are done, and whether something waits. */
export function partsOf({ steps, steps_done, status, waiting }: PlanItem): (ShownStatus | "waits")[] {
  const next: ShownStatus | "waits" | undefined =
    waiting > 0 ? "waits" : status === "executing" ? "in_progress" : status === "stalled" ? "interrupted" : undefined;
  return Array.from({ length: steps }, (_, index) => {
    if (index < steps_done) return "completed";
    return index === steps_done && next ? next : "pending";
  });
}

export function markOf({ status, waiting }: Pick<PlanItem, "status" | "waiting">): MarkedStatus {
  if (waiting > 0) return "waits";
  if (status === "executing") return "in_progress";
  return status === "stalled" ? "interrupted" : "pending";
}

export function stateWords({ status, waiting, steps, steps_done }: PlanItem): string {
  const done = `${steps_done} of ${steps} done`;
  if (waiting > 0) return `${done}, waits for you`;
  return status === "executing" ? done : `${done}, ${status}`;
}
