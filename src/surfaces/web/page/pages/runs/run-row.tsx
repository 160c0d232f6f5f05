import { useState } from "preact/hooks";
import { PLAN_LOOKS } from "../../../../../lifecycle/plan-look.ts";
import type { PlanStatus } from "../../../../../lifecycle/plan-state.ts";
import type { ShownStatus } from "../../../../../lifecycle/step-look.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { PlanItem } from "../../../api/plans.ts";
import type { AnswerOf, BodyOf } from "../../../api/shapes.ts";
import { call, type Refusal } from "../../call.ts";
import { live } from "../../live.ts";
import { Button } from "../../parts/button.tsx";
import { Progress } from "../../parts/progress.tsx";
import { say } from "../../parts/say.tsx";
import { Refused } from "../../parts/states.tsx";
import { type MarkedStatus, StepMark } from "../../parts/step-mark.tsx";
import { Ago } from "../../parts/time.tsx";
import { planAddress } from "../../router.ts";
import { may, projectName } from "../../store.ts";
import { markOf, partsOf } from "../inbox/runs-column.tsx";

interface Props {
  plan: PlanItem;
  queued: AnswerOf<"queued">["plans"][number] | undefined;
  isCurrent: boolean;
  changed(): Promise<void>;
}

/** One run in a line: how it stands, how far it is, since when. */
export function RunRow({ plan, queued, isCurrent, changed }: Props) {
  const [refusal, refuse] = useState<Refusal>();
  return (
    <li class={`runs-row${isCurrent ? " current" : ""}`}>
      <StepMark status={markOfEnd(plan)} size={18} />
      <div class="runs-words">
        <a href={planAddress(plan.project, plan.id, "run")}>{visible(plan.title)}</a>
        <p class="fact dotted">
          <span>{projectName(plan.project)}</span>
          <span>{stateWords(plan)}</span>
          {queued?.why !== undefined && <span>{visible(queued.why)}</span>}
          <Ago at={plan.updated_at} />
        </p>
        {refusal && <Refused refusal={refusal} />}
      </div>
      <div class="runs-progress">
        <Progress steps={cellsOf(plan)} label={`${plan.steps_done} of ${plan.steps} steps done`} />
        <span class="fact">
          <strong>{plan.steps_done}</strong> of {plan.steps}
        </span>
      </div>
      {queued && may("approver") && <QueueMoves plan={plan} place={queued.place} refuse={refuse} changed={changed} />}
    </li>
  );
}

const MOVES: readonly { change: BodyOf<"queue">["change"]; label: string; icon: "up" | "down" | "cross" }[] = [
  { change: "up", label: "earlier", icon: "up" },
  { change: "down", label: "later", icon: "down" },
  { change: "remove", label: "out of the queue", icon: "cross" },
];

interface MovesProps {
  plan: PlanItem;
  place: number;
  refuse(refusal: Refusal | undefined): void;
  changed(): Promise<void>;
}

function QueueMoves({ plan, place, refuse, changed }: MovesProps) {
  const [busy, work] = useState<string>();
  const move = async (change: BodyOf<"queue">["change"]) => {
    work(change);
    const answer = await call("queue", { params: { project: plan.project, plan: plan.id }, body: { change } });
    work(undefined);
    refuse(answer.ok ? undefined : answer.refusal);
    if (answer.ok) say(answer.value.words);
    await changed();
  };
  return (
    <div class="runs-queue">
      <span class="fact">number {place}</span>
      {MOVES.map(({ change, label, icon }) => (
        <Button
          key={change}
          size="small"
          icon={icon}
          aria-label={`${plan.title}: ${label}`}
          title={label}
          busy={busy === change}
          disabled={!live.value.live || busy !== undefined}
          onClick={() => void move(change)}
        />
      ))}
    </div>
  );
}

const ENDS: Partial<Record<string, MarkedStatus>> = { completed: "completed", failed: "failed", cancelled: "skipped" };

function markOfEnd(plan: PlanItem): MarkedStatus {
  return ENDS[plan.status] ?? markOf(plan);
}

/** A list knows how many steps are done, not which: those of an ended run that are not are drawn by how it ended. */
function cellsOf(plan: PlanItem): readonly (ShownStatus | "waits")[] {
  const isOver = plan.status in ENDS;
  if (!isOver) return partsOf(plan);
  const rest: ShownStatus = plan.status === "cancelled" ? "skipped" : "blocked";
  return Array.from({ length: plan.steps }, (_, index) => {
    if (index < plan.steps_done) return "completed";
    return index === plan.steps_done && plan.status === "failed" ? "failed" : rest;
  });
}

function stateWords({ status, waiting, holder, queued }: PlanItem): string {
  if (waiting > 0) return waiting === 1 ? "waits for you" : `${waiting} things wait for you`;
  if (status === "executing" && holder === "none") return "no process runs it";
  if (queued) return `priority ${queued.priority}`;
  return (PLAN_LOOKS[status as PlanStatus]?.words ?? status).toLowerCase();
}
